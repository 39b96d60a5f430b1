"""MATLAB's `bleuEvaluationScore`, by the convention `matlab`."""

# The names are MATLAB's.
# ruff: noqa: N802

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from truebleu.compat.matlab.documents import tokenizedDocument
from truebleu.compat.matlab.pairs import named_values
from truebleu.errors import ConfigurationError, InputError
from truebleu.metrics.bleu import BLEU
from truebleu.wording import count

USUAL = {"NgramWeights": (0.25, 0.25, 0.25, 0.25), "IgnoreCase": False}


def bleuEvaluationScore(
    candidate: tokenizedDocument | Sequence[str],
    references: tokenizedDocument | Sequence[str],
    *pairs: Any,
    **named: Any,
) -> float:
    """The BLEU of one document against one or several, 0 to 1, or NaN where all are empty.

    >>> candidate = tokenizedDocument("The fast brown fox jumped over the lazy dog.")
    >>> references = tokenizedDocument([
    ...     "The quick brown animal jumped over the lazy dog.",
    ...     "The quick brown fox jumped over the lazy dog."])
    >>> round(bleuEvaluationScore(candidate, references), 4)
    0.7825
    >>> round(bleuEvaluationScore(candidate, references, NgramWeights=[0.5, 0.5]), 4)
    0.8367

    Args:
        candidate: one document: a `tokenizedDocument`, or a list of words.
        references: a `tokenizedDocument` of any number of documents, or a list of words, which is
            one document.
        pairs: arguments as `"NgramWeights", [0.5, 0.5]`.
        named: arguments as `NgramWeights=[0.5, 0.5]`: one weight from 0 for each order, scaled to
            sum to 1; as many orders as weights. `IgnoreCase=True` compares lower-cased words.

    Raises:
        InputError: the candidate is not one document, a text stands where words belong, or there
            are no references.
        ConfigurationError: an argument is unknown or its value wrong.
    """
    arguments = named_values(pairs, named, USUAL)
    (words,) = _documents("candidate", candidate, one=True)
    references_words = _documents("references", references, one=False)
    metric = BLEU(
        convention="matlab",
        weights=_weights(arguments["NgramWeights"]),
        lowercase=_flag(arguments["IgnoreCase"]),
    )
    if not words and not any(references_words):
        return math.nan
    if len(words) < metric.max_ngram_order:
        return 0.0  # says the documentation, whatever the weights are
    return metric.sentence_score(words, references_words).value


def _documents(what: str, given: Any, *, one: bool) -> list[list[str]]:
    if isinstance(given, tokenizedDocument):
        found = [list(each) for each in given.tokens]
    elif isinstance(given, str):
        raise InputError(
            f"{what} is a text, {given[:40]!r}, which MATLAB takes for a single word; write "
            "tokenizedDocument(text), or hand over a list of words"
        )
    else:
        found = [_words(what, given)]
    if not found or (one and len(found) > 1):
        number = "one document" if one else "one document at least"
        raise InputError(f"{what} has {count(len(found), 'document')}: it needs {number}")
    return found


def _words(what: str, given: Any) -> list[str]:
    words = list(given) if hasattr(given, "__iter__") else [given]
    if not all(isinstance(each, str) for each in words):
        raise InputError(
            f"{what} has something else than words; for several documents write "
            "tokenizedDocument(lists, TokenizeMethod='none')"
        )
    return words


def _weights(given: Any) -> tuple[float, ...]:
    try:
        return tuple(float(each) for each in given)
    except (TypeError, ValueError):
        raise ConfigurationError(
            f"NgramWeights={given!r}: it is a list of numbers from 0, one for each order"
        ) from None


def _flag(given: Any) -> bool:
    if given in (0, 1):
        return bool(given)
    raise ConfigurationError(f"IgnoreCase={given!r}: allowed are True and False, or 1 and 0")
