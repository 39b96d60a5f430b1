"""Errors of Hugging Face's metrics that are also errors of truebleu."""

# The base class says that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import InputError


class NoTokens(InputError, ZeroDivisionError):
    """No tokens in all predictions or all references, so the length ratio is undefined."""


class UnequalReferences(InputError):
    """Different numbers of references per prediction."""
