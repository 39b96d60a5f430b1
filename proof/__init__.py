"""Verification at length: stages with many trials, run by `make proof`, and their log."""
