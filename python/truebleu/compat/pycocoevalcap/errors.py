"""Errors of pycocoevalcap that are also errors of truebleu."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, InputError, LengthMismatch


class UnequalSides(LengthMismatch, AssertionError):
    """The ids, or the numbers, of hypotheses and references differ."""


class WrongShape(InputError, AssertionError):
    """An input is not a list, has not exactly one hypothesis, or lacks references.

    Also raised for scorers with different n-gram orders.
    """


class NotText(InputError, AttributeError, TypeError):
    """A value is not a str, or is a str instead of a list."""


class UnknownOption(ConfigurationError, AssertionError):
    """The option for the reference length is unknown."""


class OrderOutOfRange(ConfigurationError, IndexError):
    """CIDEr is requested with fewer than four orders."""


class NoNgrams(InputError):
    """No reference has a word, so CIDEr is undefined."""
