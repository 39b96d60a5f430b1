"""Errors of the drop-in for Future AGI's SDK. All are subclasses of `TrueBleuError`."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError


class NotAMetric(ConfigurationError, TypeError):
    """`metrics` is not a list, or an item of `metrics` is not a metric."""


class UnknownEvaluation(ConfigurationError):
    """An evaluation's name is unknown, or the evaluation needs Future AGI's service or a model."""


class UnknownTemplate(ConfigurationError, TypeError):
    """`eval_templates` is neither a name nor an evaluation template."""
