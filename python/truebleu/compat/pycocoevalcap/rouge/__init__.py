"""A drop-in for `pycocoevalcap.rouge`."""
