"""Errors of Hugging Face's metrics that are also errors of truebleu."""

# The base class says that these are errors, so names need no suffix.
# ruff: noqa: N818

from __future__ import annotations

import re

from truebleu.compat.hints import hinted
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, MissingDependency


class NoTokens(InputError, ZeroDivisionError):
    """The predictions or the references have no tokens, so the length ratio is undefined."""


class UnequalReferences(InputError):
    """Predictions have different numbers of references."""


class NoItems(EmptyCorpus, IndexError):
    """There are no predictions. Hugging Face's scripts then fail with an IndexError."""


class NotTexts(InputError, TypeError):
    """Lists of references were passed to a metric that accepts one reference."""


class InvalidPattern(ConfigurationError, re.error):
    """An item of `regexes_to_ignore` is not a regular expression."""

    def __init__(self, message: str) -> None:
        """Set the message and the attributes of `re.error`."""
        re.error.__init__(self, message)


class MissingData(MissingDependency, LookupError):
    """The data of NLTK's word tokenizer are missing."""


def no_items() -> NoItems:
    """Return the error for a call without predictions."""
    return hinted(NoItems("list index out of range"), "predictions is empty. Pass texts.")
