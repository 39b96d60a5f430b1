"""Common parts of metrics: settings, scores, signatures, statistics, accumulators."""
