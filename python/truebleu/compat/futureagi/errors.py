"""What the SDK raises, as truebleu's errors too: code that catches either goes on."""

# A name says what happened.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError


class NotAMetric(ConfigurationError, TypeError):
    """Something in `metrics` cannot evaluate a text."""


class UnknownEvaluation(ConfigurationError):
    """An evaluation that only Future AGI's service has."""


class UnknownTemplate(ConfigurationError, TypeError):
    """`eval_templates` is neither a name nor a template."""
