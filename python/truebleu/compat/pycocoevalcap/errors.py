"""Errors of pycocoevalcap that are also errors of truebleu."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, InputError, LengthMismatch


class UnequalSides(LengthMismatch, AssertionError):
    """Different ids or numbers of hypotheses and references."""


class WrongShape(InputError, AssertionError):
    """Not a list, not exactly one hypothesis, no reference, or a different n-gram order."""


class NotText(InputError, AttributeError, TypeError):
    """Another type instead of a str, or a str instead of a list."""


class UnknownOption(ConfigurationError, AssertionError):
    """An unknown rule for the reference length."""


class OrderOutOfRange(ConfigurationError, IndexError):
    """CIDEr with fewer than four orders."""


class NoNgrams(InputError):
    """CIDEr without any word in the references."""
