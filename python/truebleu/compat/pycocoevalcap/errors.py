"""What pycocoevalcap raises, as truebleu's errors too: code that catches either goes on."""

# pycocoevalcap's classes are what a caller catches; a name says what happened.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import ConfigurationError, InputError, LengthMismatch


class UnequalSides(LengthMismatch, AssertionError):
    """Hypotheses and references are not of the same ids, or not equally many."""


class WrongShape(InputError, AssertionError):
    """Not a list where one belongs, not exactly one hypothesis, no reference, another order."""


class NotText(InputError, AttributeError, TypeError):
    """Something else where a str belongs, or one str where a list of them does."""


class UnknownOption(ConfigurationError, AssertionError):
    """No rule for the reference length has this name."""
