"""What NLTK raises, as truebleu's errors too: code that catches either goes on."""

# NLTK's classes are what a caller catches; a name says what happened.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch


class UnequalLengths(LengthMismatch, AssertionError):
    """Hypotheses and lists of references are not equally many."""


class NothingToScore(EmptyCorpus, ZeroDivisionError):
    """A corpus without segments."""


class NoReferences(InputError, KeyError, ValueError):
    """A segment without references."""

    __str__ = Exception.__str__  # KeyError's own would print the message in quotes


class NotTokens(InputError, TypeError):
    """A str where a list of tokens belongs: NLTK would take its characters for tokens."""


class Undefined(InputError, AssertionError):
    """Method 6 without a match of order 3."""


class TooFewOrders(InputError, IndexError):
    """Method 6 with fewer than three orders."""


class NoOrders(ConfigurationError):
    """No weights, or n-grams of no words: NLTK answers with a number that says nothing."""


class TooLarge(ConfigurationError, OverflowError):
    """Weights so large that there is no score."""


def no_trigrams(orders: int) -> InputError:
    """Why method 6 has no score, as the exception that NLTK raises."""
    if orders < 3:
        return TooFewOrders("method6 needs three orders at least: it looks at trigrams")
    return Undefined(
        "method6 needs trigrams that match: it draws each precision to the two below it. Use "
        "another method for texts this short or this different"
    )
