"""Errors of the drop-in for sacreBLEU that are also errors of truebleu.

sacreBLEU has no module of this name. It raises built-in exceptions, which are base classes of these
errors.
"""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    MissingDependency,
    TrueBleuError,
    UnknownTokenizer,
)


class WrongType(InputError, TypeError, AttributeError):
    """A text is not a str, or an argument is not a sequence.

    In this case, sacreBLEU raises a TypeError or an AttributeError.
    """


class NoSegments(EmptyCorpus, IndexError):
    """There are no segments or no systems. In this case, sacreBLEU raises an IndexError."""


class TooFewCounts(InputError, IndexError):
    """A list of counts has fewer items than there are n-gram orders."""


class NoReference(InputError, TypeError, ZeroDivisionError):
    """A segment has no references. In this case, sacreBLEU's metrics raise different errors."""


class NoReferences(TrueBleuError, RuntimeError):
    """No references were passed, neither to the call nor to the constructor of the metric."""


class NotScoredYet(TrueBleuError, ValueError):
    """A signature was requested before any score, so the number of references is unknown."""


class UnknownSmoothing(ConfigurationError, AssertionError):
    """The smoothing method is unknown."""


class UnknownTest(ConfigurationError, AssertionError):
    """The significance test is unknown."""


class NoSuchTokenizer(UnknownTokenizer, KeyError):
    """The tokenizer is unknown."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class MissingMecab(MissingDependency, RuntimeError):
    """A package that a tokenizer for Japanese or Korean needs is not installed."""
