"""Metrics, such as BLEU and chrF: one module per metric, and a registry of their names."""
