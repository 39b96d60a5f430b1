"""Is one system better than another? Resampling, confidence intervals, p-values and clusters."""
