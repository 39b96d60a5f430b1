"""Neural models on this machine: their files, their identity, and a cache of their outputs."""
