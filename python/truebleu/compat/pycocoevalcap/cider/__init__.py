"""A drop-in for `pycocoevalcap.cider`."""
