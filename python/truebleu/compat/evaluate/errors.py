"""Errors of the drop-in for evaluate. All are subclasses of `TrueBleuError`."""

# The base class says that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

import re

from truebleu.compat.hints import hinted
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, MissingDependency


class NoTokens(InputError, ZeroDivisionError):
    """The predictions or the references have no tokens, so the length ratio is undefined."""


class UnequalReferences(InputError):
    """Segments have different numbers of references."""


class NoItems(EmptyCorpus, IndexError):
    """The references are empty. In this case, Hugging Face's metrics raise an IndexError."""


class NotTexts(InputError, TypeError):
    """A text is not a str, or an argument is not a list of texts."""


class InvalidPattern(ConfigurationError, re.error):
    """An item of `regexes_to_ignore` is not a regular expression."""

    def __init__(self, message: str) -> None:
        re.error.__init__(self, message)


class MissingData(MissingDependency, LookupError):
    """The data of NLTK's word tokenizer are missing."""


def no_items() -> NoItems:
    """Return the error for an empty list of references."""
    return hinted(NoItems("list index out of range"), "references is empty. Pass texts.")
