"""Names of the coefficients of agreement and of their settings, by level."""

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
"""Coefficients that are averaged; that of differences within an item is its Pearson's r."""

COEFFICIENTS = tuple(dict.fromkeys([*BY_SYSTEM, *BY_SEGMENT]))
AVERAGES = ("item", "system")
UNDEFINED = ("omit", "zero")
FORMS = ("mt-metrics-eval",)
