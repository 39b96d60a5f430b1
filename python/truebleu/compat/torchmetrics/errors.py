"""Errors of torchmetrics that are also errors of truebleu."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import InputError, MissingDependency


class NotTexts(InputError, AttributeError, TypeError):
    """A str instead of a list, or another type instead of a str."""


class NotInstalled(MissingDependency, ModuleNotFoundError):
    """A missing tokenizer package, or torch missing for a tensor result."""
