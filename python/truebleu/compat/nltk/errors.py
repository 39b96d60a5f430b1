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
    """Different numbers of hypotheses and lists of references."""


class NothingToScore(EmptyCorpus, ZeroDivisionError):
    """A corpus without segments."""


class NoReferences(InputError, KeyError, ValueError):
    """A segment without references."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class NotTokens(InputError, TypeError):
    """A str instead of a list of tokens; NLTK would use its characters as tokens."""


class Undefined(InputError, AssertionError):
    """Method 6 without matched trigrams."""


class TooFewOrders(InputError, IndexError):
    """Method 6 with fewer than three orders."""


class NoOrders(ConfigurationError):
    """No weights, or n-gram order 0, for which NLTK returns a meaningless number."""


class TooLarge(ConfigurationError, OverflowError):
    """Weights so large that the score overflows."""


class UnequalSets(LengthMismatch):
    """Different numbers of hypotheses and lists of references, in RIBES (a ValueError)."""


class NoNgrams(InputError, ZeroDivisionError):
    """An order of which no hypothesis has n-grams, in NIST or chrF."""


class NothingAligned(InputError, ZeroDivisionError):
    """An alignment of fewer than two words, in Spearman's rho."""


class TooLong(InputError):
    """A sequence of more items than the limit of its module (a ValueError)."""


class NotWords(InputError, TypeError):
    """A str, or tokens that are no str, in METEOR."""


class NoItems(InputError):
    """A segment without references (a ValueError), with the message of `max()`."""


class MissingWordNet(MissingDependency, LookupError):
    """No WordNet data."""


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
    """Return the error for method 6 without matched trigrams."""
    if orders < 3:
        return TooFewOrders("method6 needs trigrams. Use at least 3 orders.")
    return Undefined(
        "method6 needs a matched trigram, since it interpolates from the two lower orders. Use "
        "another method for these texts."
    )
