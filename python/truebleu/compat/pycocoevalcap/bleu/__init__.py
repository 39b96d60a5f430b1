"""`pycocoevalcap.bleu`."""
