"""Errors of the drop-in for pycocoevalcap. All are subclasses of `TrueBleuError`."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch


class UnequalSides(LengthMismatch, AssertionError):
    """The numbers of hypotheses and references differ, or their ids differ."""


class WrongShape(InputError, AssertionError):
    """A value is not a list, or an id has no references, no hypothesis or several hypotheses.

    `scorer + other` also raises it if the n-gram orders of the two scorers differ.
    """


class NoSegments(EmptyCorpus, IndexError):
    """The reference length of the first segment was requested, but there are no segments."""


class NotText(InputError, AttributeError, TypeError):
    """A text is not a str, or an argument is not a list or dict."""


class NoCaption(InputError, KeyError):
    """A dict has no key `caption`. The error is a KeyError."""

    __str__ = Exception.__str__  # KeyError would print the message in quotes


class UnknownOption(ConfigurationError, AssertionError):
    """The name of a reference length is unknown."""


class OrderOutOfRange(ConfigurationError, IndexError):
    """The argument `n` of CIDEr is below 4 or not a number."""


class NoNgrams(InputError):
    """No reference has a word, so CIDEr is undefined."""
