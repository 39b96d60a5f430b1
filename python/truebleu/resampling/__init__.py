"""What resampled scores say: intervals, p-values of many tests, clusters; and the rows for them."""
