"""What torchmetrics raises, as truebleu's errors too: code that catches either goes on."""

# torchmetrics' classes are what a caller catches; a name says what happened.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.errors import InputError, MissingDependency


class NotTexts(InputError, AttributeError, TypeError):
    """A str where a list of them belongs, or something else where a str does."""


class NotInstalled(MissingDependency, ModuleNotFoundError):
    """A tokenizer's package, or torch where a tensor was asked for."""
