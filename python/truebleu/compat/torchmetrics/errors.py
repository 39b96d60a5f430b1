"""Errors of torchmetrics that are also errors of truebleu."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import InputError, MissingDependency


class NotTexts(InputError, AttributeError, TypeError):
    """A str is passed instead of a list, or another type instead of a str."""


class NotInstalled(MissingDependency, ModuleNotFoundError):
    """A package for a tokenizer is missing, or torch is missing for a tensor result."""
