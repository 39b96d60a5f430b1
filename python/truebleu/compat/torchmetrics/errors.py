"""Errors of torchmetrics that are also errors of truebleu."""

# The base classes say that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import InputError, MissingDependency


class NotTexts(InputError, AttributeError, TypeError):
    """A str was passed instead of a list of texts, or a text is not a str."""


class NotInstalled(MissingDependency, ModuleNotFoundError):
    """A package that a tokenizer needs is missing, or torch, which tensors need."""
