"""Learned metrics: scores of COMET, BERTScore, MetricX and other models, one per segment."""
