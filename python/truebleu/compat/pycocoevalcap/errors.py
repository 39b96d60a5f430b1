"""Errors of pycocoevalcap that are also errors of truebleu."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch


class UnequalSides(LengthMismatch, AssertionError):
    """Hypotheses and references differ in number or have different ids."""


class WrongShape(InputError, AssertionError):
    """A value is not a list, or an id has no references, no hypothesis or several hypotheses.

    Also raised if scorers with different n-gram orders are added.
    """


class NoSegments(EmptyCorpus, IndexError):
    """The reference length of the first segment was requested, but there are no segments."""


class NotText(InputError, AttributeError, TypeError):
    """A text is not a str, or an argument is not a list or dict."""


class UnknownOption(ConfigurationError, AssertionError):
    """The option for the reference length is unknown."""


class OrderOutOfRange(ConfigurationError, IndexError):
    """CIDEr was requested with fewer than four n-gram orders, or `n` is not a number."""


class NoNgrams(InputError):
    """No reference has a word, so CIDEr is undefined."""
