"""Errors of rouge-score that are also errors of truebleu, with the same messages.

What to do is in their notes.
"""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, InputError, LengthMismatch, MissingDependency


class InvalidRougeType(ConfigurationError):
    """An unknown ROUGE type (a ValueError)."""


class InvalidSetting(ConfigurationError):
    """An invalid setting of the aggregator (a ValueError)."""


class NoTargets(InputError):
    """An empty list of targets (a ValueError)."""


class UnequalLengths(LengthMismatch):
    """Different numbers of targets and predictions (a ValueError)."""


class NoText(InputError, AttributeError):
    """Not a text: it has no method `lower`."""


class NoLines(InputError, TypeError):
    """Not a text: it cannot be split into lines."""


class MissingData(MissingDependency, LookupError):
    """No data of NLTK's sentence splitter."""
