"""Significance tests of score differences: resampling, confidence intervals, p-values, clusters."""
