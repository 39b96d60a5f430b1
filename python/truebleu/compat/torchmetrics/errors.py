"""Errors of the drop-in for torchmetrics. All are subclasses of `TrueBleuError`."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import InputError, MissingDependency


class NotTexts(InputError, AttributeError, TypeError):
    """A str was passed instead of a list of texts, or a text is not a str."""


class NotInstalled(MissingDependency, ModuleNotFoundError):
    """torch, or a package that a tokenizer needs, is not installed."""
