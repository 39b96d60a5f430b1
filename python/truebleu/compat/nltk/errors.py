"""Errors of NLTK that are also errors of truebleu."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch


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


def no_trigrams(orders: int) -> InputError:
    """Return the error for method 6 without matched trigrams."""
    if orders < 3:
        return TooFewOrders("method6 needs trigrams. Use at least 3 orders.")
    return Undefined(
        "method6 needs a matched trigram, since it interpolates from the two lower orders. Use "
        "another method for these texts."
    )
