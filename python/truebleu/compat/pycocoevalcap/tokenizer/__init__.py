"""A drop-in for `pycocoevalcap.tokenizer`."""
