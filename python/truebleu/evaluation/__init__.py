"""Many metrics at once, scores of files, and correlation with human ratings."""
