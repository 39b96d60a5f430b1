"""Why a request is not done, beside the errors that truebleu has anyway."""

# A name says what happened; the base class says that it is an error.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import InputError, TrueBleuError

__all__ = ["NothingThere", "Outdated", "Refused", "TooLarge"]


class Refused(InputError):
    """The files cannot be taken, or scored, as they are."""


class NothingThere(InputError):
    """What was asked for is not there, or not yet."""


class TooLarge(InputError):
    """More was sent than is taken."""


class Outdated(TrueBleuError):
    """A page asks for numbers that are not the present ones any more."""
