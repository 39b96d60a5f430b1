"""Shared parts of all metrics: settings, scores, signatures, statistics, accumulators."""
