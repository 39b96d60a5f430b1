"""Errors of the drop-in for sacreBLEU. All are subclasses of `TrueBleuError`.

Each is also a subclass of the built-in exception that sacreBLEU raises. sacreBLEU has no module of
this name.
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

    sacreBLEU raises a TypeError or an AttributeError for such input.
    """


class NoSegments(EmptyCorpus, IndexError):
    """There are no segments or no systems. sacreBLEU raises an IndexError for such input."""


class TooFewCounts(InputError, IndexError):
    """A list of counts is shorter than the maximum n-gram order."""


class NoReference(InputError, TypeError, ZeroDivisionError):
    """A segment has no references. sacreBLEU's exception depends on the metric."""


class NoReferences(TrueBleuError, RuntimeError):
    """No references were passed, neither to the call nor to the constructor of the metric."""


class NotScoredYet(TrueBleuError, ValueError):
    """A signature was requested before any score. The number of references is then unknown."""


class UnknownSmoothing(ConfigurationError, AssertionError):
    """The smoothing method is unknown."""


class UnknownTest(ConfigurationError, AssertionError):
    """The significance test is unknown."""


class NoSuchTokenizer(UnknownTokenizer, KeyError):
    """The tokenizer is unknown."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class MissingMecab(MissingDependency, RuntimeError):
    """A package that a tokenizer for Japanese or Korean needs is not installed."""
