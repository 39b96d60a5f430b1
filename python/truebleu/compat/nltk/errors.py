"""Errors of the drop-in for NLTK: subclasses of `TrueBleuError` and of NLTK's exception types."""

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
    """The number of hypotheses differs from the number of reference lists."""


class NothingToScore(EmptyCorpus, ZeroDivisionError):
    """There are no segments, or the references have no tokens."""


class NoReferences(InputError, KeyError, ValueError):
    """A segment has no references."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class NotTokens(InputError, TypeError):
    """A value is not a list of tokens. For a str, NLTK treats its characters as tokens."""


class Undefined(InputError, AssertionError):
    """The smoothing method6 is undefined, because no trigram is matched."""


class TooFewOrders(InputError, IndexError):
    """The smoothing method6 was used with fewer than three n-gram orders."""


class NoOrders(ConfigurationError):
    """The list of weights is empty, or an n-gram order is below 1."""


class TooLarge(ConfigurationError, OverflowError):
    """Weights are so large that the score overflows."""


class UnequalSets(LengthMismatch):
    """The numbers of hypotheses and reference lists differ. RIBES raises this ValueError."""


class NoNgrams(InputError, ZeroDivisionError):
    """An n-gram order has no n-grams, so NIST or chrF would divide by zero."""


class NothingAligned(InputError, ZeroDivisionError):
    """Fewer than two words are aligned, so Spearman's rho would divide by zero."""


class TooLong(InputError):
    """A sequence is longer than the limit of the called function. The error is a ValueError."""


class NotWords(InputError, TypeError):
    """A str was passed to METEOR instead of a list of words, or a word is not a str."""


class NoItems(InputError):
    """A segment has no references. The error is a ValueError, as in NLTK."""


class MissingWordNet(MissingDependency, LookupError):
    """WordNet, which is a data package of NLTK, is not installed."""


def divided_by_zero(kind: type[Exception], hint: str) -> Exception:
    """Return an error of type `kind` with the message "division by zero" and the note `hint`."""
    return hinted(kind("division by zero"), hint)


def no_items(number: int) -> NoItems:
    """Return the error for segment `number` (counted from 1), which has no references."""
    message = "max() iterable argument is empty"
    if sys.version_info < (3, 12):
        message = "max() arg is an empty sequence"
    hint = f"Segment {number} has no references. Pass at least one."
    return hinted(NoItems(message, segment=number), hint)


def no_trigrams(orders: int) -> InputError:
    """Return the error for a score that cannot be smoothed by method6.

    The smoothing method6 requires at least three n-gram orders and a matched trigram. `orders` is
    the number of n-gram orders.
    """
    if orders < 3:
        return TooFewOrders("method6 needs trigrams. Use at least 3 orders.")
    return Undefined(
        "method6 needs a matched trigram, since it interpolates from the two lower orders. Use "
        "another method for these texts."
    )
