"""Errors that are truebleu's and sacreBLEU's at once: code that catches either keeps working.

sacreBLEU has no module of this name; its errors are Python's own.
"""

# A name says what happened; the base class says that it is an error.
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
    """Something is no text or no sequence; sacreBLEU has TypeError, or later AttributeError."""


class NoSegments(EmptyCorpus, IndexError):
    """There is nothing to score; sacreBLEU has IndexError."""


class NoReference(InputError, TypeError, ZeroDivisionError):
    """A segment has no reference; in sacreBLEU each metric fails in its own way."""


class NoReferences(TrueBleuError, RuntimeError):
    """Neither the call nor the constructor was given references."""


class NotScoredYet(TrueBleuError, ValueError):
    """A signature says how many references there were, and nothing was scored yet."""


class UnknownSmoothing(ConfigurationError, AssertionError):
    """There is no smoothing method of this name."""


class UnknownTest(ConfigurationError, AssertionError):
    """There is no significance test of this name."""


class NoSuchTokenizer(UnknownTokenizer, KeyError):
    """There is no tokenizer of this name."""

    __str__ = Exception.__str__  # KeyError would put the message in quotes


class MissingMecab(MissingDependency, RuntimeError):
    """A package for Japanese or Korean is missing."""
