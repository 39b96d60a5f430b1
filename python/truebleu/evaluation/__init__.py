"""Evaluation by several metrics at once, scoring of files, and correlation with human ratings."""
