"""Models on this machine: their identity, their files, and a cache of their outputs."""
