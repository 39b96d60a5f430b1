"""Evaluation by several metrics at once, scoring of files, and agreement with human ratings."""
