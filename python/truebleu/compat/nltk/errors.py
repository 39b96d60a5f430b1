"""Errors of NLTK that are also errors of truebleu."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

import sys

from truebleu.compat.hints import hinted
from truebleu.errors import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    LengthMismatch,
    MissingDependency,
)


class UnequalLengths(LengthMismatch, AssertionError):
    """The numbers of hypotheses and lists of references differ."""


class NothingToScore(EmptyCorpus, ZeroDivisionError):
    """The corpus has no segments."""


class NoReferences(InputError, KeyError, ValueError):
    """A segment has no references."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class NotTokens(InputError, TypeError):
    """A str was passed instead of a list of tokens; NLTK would use its characters as tokens."""


class Undefined(InputError, AssertionError):
    """Method 6 is undefined because no trigrams are matched."""


class TooFewOrders(InputError, IndexError):
    """Method 6 requires at least three orders."""


class NoOrders(ConfigurationError):
    """There are no weights, or the order is 0, for which NLTK returns a meaningless number."""


class TooLarge(ConfigurationError, OverflowError):
    """Weights are so large that the score overflows."""


class UnequalSets(LengthMismatch):
    """The numbers of hypotheses and lists of references differ, in RIBES (a ValueError)."""


class NoNgrams(InputError, ZeroDivisionError):
    """No hypothesis has n-grams of some order, in NIST or chrF."""


class NothingAligned(InputError, ZeroDivisionError):
    """An alignment has fewer than two words, in Spearman's rho."""


class TooLong(InputError):
    """A sequence has more items than the limit of its module (a ValueError)."""


class NotWords(InputError, TypeError):
    """A str was passed instead of a list of words, or tokens that are not str, in METEOR."""


class NoItems(InputError):
    """A segment has no references (a ValueError); the message is Python's for `max()`."""


class MissingWordNet(MissingDependency, LookupError):
    """The data of WordNet are missing."""


def divided_by_zero(kind: type[Exception], hint: str) -> Exception:
    """Return an error with Python's message for a division by zero."""
    return hinted(kind("division by zero"), hint)


def no_items(number: int) -> NoItems:
    """Return the error for a segment without references; `number` counts from 1."""
    message = "max() iterable argument is empty"
    if sys.version_info < (3, 12):
        message = "max() arg is an empty sequence"
    hint = f"Segment {number} has no references. Pass at least one."
    return hinted(NoItems(message, segment=number), hint)


def no_trigrams(orders: int) -> InputError:
    """Return the error for method 6 without matched trigrams or with too few orders."""
    if orders < 3:
        return TooFewOrders("method6 needs trigrams. Use at least 3 orders.")
    return Undefined(
        "method6 needs a matched trigram, since it interpolates from the two lower orders. Use "
        "another method for these texts."
    )
