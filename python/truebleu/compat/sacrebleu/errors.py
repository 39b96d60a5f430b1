"""Errors of sacreBLEU that are also errors of truebleu.

sacreBLEU has no module of this name; its errors are built-in exceptions.
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
    """A value is not a text or not a sequence; sacreBLEU raises TypeError or AttributeError."""


class NoSegments(EmptyCorpus, IndexError):
    """There are no segments; sacreBLEU raises IndexError."""


class NoReference(InputError, TypeError, ZeroDivisionError):
    """A segment has no references; sacreBLEU's metrics raise different errors."""


class NoReferences(TrueBleuError, RuntimeError):
    """Neither the call nor the constructor has references."""


class NotScoredYet(TrueBleuError, ValueError):
    """A signature is requested before the first score, when the number of references is unknown."""


class UnknownSmoothing(ConfigurationError, AssertionError):
    """The smoothing method is unknown."""


class UnknownTest(ConfigurationError, AssertionError):
    """The significance test is unknown."""


class NoSuchTokenizer(UnknownTokenizer, KeyError):
    """The tokenizer is unknown."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class MissingMecab(MissingDependency, RuntimeError):
    """A package for Japanese or Korean is missing."""
