"""Errors of Hugging Face's metrics that are also errors of truebleu."""

# The base class says that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

from truebleu.compat.hints import hinted
from truebleu.errors import EmptyCorpus, InputError, MissingDependency


class NoTokens(InputError, ZeroDivisionError):
    """No tokens in all predictions or all references, so the length ratio is undefined."""


class UnequalReferences(InputError):
    """Different numbers of references per prediction."""


class NoItems(EmptyCorpus, IndexError):
    """No predictions; Hugging Face's scripts look at the first reference."""


class NotTexts(InputError, TypeError):
    """Lists of references in a metric that takes one reference."""


class MissingData(MissingDependency, LookupError):
    """No data of NLTK's word tokenizer."""


def no_items() -> NoItems:
    """Return the error for a call without predictions."""
    return hinted(NoItems("list index out of range"), "predictions is empty. Pass texts.")
