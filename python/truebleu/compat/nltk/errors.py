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
    """The corpus has no segments, or its references have no tokens."""


class NoReferences(InputError, KeyError, ValueError):
    """A segment has no references."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class NotTokens(InputError, TypeError):
    """A str was passed instead of a list of tokens. NLTK would use its characters as tokens."""


class Undefined(InputError, AssertionError):
    """The smoothing method6 is undefined, because no trigram of the hypothesis is matched."""


class TooFewOrders(InputError, IndexError):
    """The smoothing method6 was requested with fewer than three n-gram orders."""


class NoOrders(ConfigurationError):
    """The list of weights is empty, or an n-gram order is below 1."""


class TooLarge(ConfigurationError, OverflowError):
    """Weights are so large that the score overflows."""


class UnequalSets(LengthMismatch):
    """The numbers of hypotheses and lists of references differ. RIBES raises a ValueError."""


class NoNgrams(InputError, ZeroDivisionError):
    """For some order, no hypothesis has an n-gram, so NIST or chrF would divide by zero."""


class NothingAligned(InputError, ZeroDivisionError):
    """Fewer than two words are aligned, so Spearman's rho would divide by zero."""


class TooLong(InputError):
    """A sequence is longer than the limit of the called function. The error is a ValueError."""


class NotWords(InputError, TypeError):
    """METEOR received a str instead of a list of words, or words that are not str."""


class NoItems(InputError):
    """A segment has no references. The error is a ValueError with Python's message for `max()`."""


class MissingWordNet(MissingDependency, LookupError):
    """The data of WordNet are missing."""


def divided_by_zero(kind: type[Exception], hint: str) -> Exception:
    """Return an error of type `kind` for a division by zero.

    The message is Python's message. `hint` is added as a note.
    """
    return hinted(kind("division by zero"), hint)


def no_items(number: int) -> NoItems:
    """Return the error for segment `number` (counted from 1), which has no references."""
    message = "max() iterable argument is empty"
    if sys.version_info < (3, 12):
        message = "max() arg is an empty sequence"
    hint = f"Segment {number} has no references. Pass at least one."
    return hinted(NoItems(message, segment=number), hint)


def no_trigrams(orders: int) -> InputError:
    """Return the error for a score on which the smoothing method6 is undefined.

    method6 requires at least three n-gram orders and a matched trigram. `orders` is the number of
    orders of the score.
    """
    if orders < 3:
        return TooFewOrders("method6 needs trigrams. Use at least 3 orders.")
    return Undefined(
        "method6 needs a matched trigram, since it interpolates from the two lower orders. Use "
        "another method for these texts."
    )
