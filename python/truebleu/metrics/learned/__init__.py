"""Learned metrics: scores of COMET, BERTScore, MetricX and other models, as score columns."""
