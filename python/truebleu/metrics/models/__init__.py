"""Models on this machine: what identifies them, their files, and a cache of what they gave."""
