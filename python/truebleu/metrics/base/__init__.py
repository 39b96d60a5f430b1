"""Base classes of metrics, scores, signatures and accumulators."""
