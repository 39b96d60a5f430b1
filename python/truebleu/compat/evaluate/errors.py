"""What Hugging Face's metrics raise, as truebleu's errors too: code that catches either goes on."""

# A name says what happened.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import InputError


class NoTokens(InputError, ZeroDivisionError):
    """All predictions, or all references, are without tokens: the length ratio divides by 0."""


class UnequalReferences(InputError):
    """Predictions have different numbers of references."""
