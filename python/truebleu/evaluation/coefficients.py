"""Names of the coefficients of agreement between a metric and human ratings."""

from __future__ import annotations

BY_SYSTEM = ("pearson", "spearman", "kendall", "pairwise_accuracy", "soft_pairwise_accuracy")
BY_SEGMENT = (
    "pearson",
    "spearman",
    "kendall",
    "pairwise_accuracy",
    "pairwise_difference_correlation",
)
AVERAGED = ("pearson", "spearman", "kendall", "pairwise_accuracy")
"""Coefficients that can be averaged over segments or systems."""

COEFFICIENTS = tuple(dict.fromkeys([*BY_SYSTEM, *BY_SEGMENT]))
AVERAGES = ("item", "system")
UNDEFINED = ("omit", "zero")
FORMS = ("mt-metrics-eval",)
