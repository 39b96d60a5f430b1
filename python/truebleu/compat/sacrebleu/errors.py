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
    """Not a text or not a sequence; sacreBLEU raises TypeError, or later AttributeError."""


class NoSegments(EmptyCorpus, IndexError):
    """No segments; sacreBLEU raises IndexError."""


class NoReference(InputError, TypeError, ZeroDivisionError):
    """A segment without references; sacreBLEU's metrics raise different errors."""


class NoReferences(TrueBleuError, RuntimeError):
    """No references in the call or the constructor."""


class NotScoredYet(TrueBleuError, ValueError):
    """A signature before the first score, when the number of references is unknown."""


class UnknownSmoothing(ConfigurationError, AssertionError):
    """An unknown smoothing method."""


class UnknownTest(ConfigurationError, AssertionError):
    """An unknown significance test."""


class NoSuchTokenizer(UnknownTokenizer, KeyError):
    """An unknown tokenizer."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class MissingMecab(MissingDependency, RuntimeError):
    """A missing package for Japanese or Korean."""
