"""A drop-in for `pycocoevalcap.bleu`."""
