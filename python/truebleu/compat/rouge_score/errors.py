"""Errors of the drop-in for rouge-score. All are subclasses of `TrueBleuError`.

The messages are those of rouge-score. Each error has a note that says how to fix the problem.
"""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, InputError, LengthMismatch, MissingDependency


class InvalidRougeType(ConfigurationError):
    """The ROUGE type is unknown. The error is a ValueError."""


class InvalidSetting(ConfigurationError):
    """An argument of `BootstrapAggregator` is out of range. The error is a ValueError."""


class NoTargets(InputError):
    """The list of targets is empty. The error is a ValueError."""


class UnequalLengths(LengthMismatch):
    """The numbers of targets and predictions differ. The error is a ValueError."""


class NoText(InputError, AttributeError):
    """A value is neither a str nor bytes. As in rouge-score, the error is an AttributeError."""


class NoLines(InputError, TypeError):
    """A value cannot be split into lines, because it is neither a str nor bytes."""


class MissingData(MissingDependency, LookupError):
    """The data of NLTK's sentence splitter are missing."""
