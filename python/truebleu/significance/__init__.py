"""Significance tests: resampling, confidence intervals, p-values and clusters."""
