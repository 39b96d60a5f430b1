"""Evaluation by many metrics at once, scoring of files, and correlation with human ratings."""
