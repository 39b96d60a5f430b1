"""What all metrics share: settings, scores, signatures, sufficient statistics, accumulators."""
