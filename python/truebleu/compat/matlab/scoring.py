"""MATLAB's function `bleuEvaluationScore`."""

# The names are MATLAB's.
# ruff: noqa: N802

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from truebleu.compat.matlab.documents import tokenizedDocument
from truebleu.compat.matlab.pairs import named_values
from truebleu.errors import ConfigurationError, InputError, inspected
from truebleu.metrics.bleu import BLEU
from truebleu.wording import count

DEFAULTS = {"NgramWeights": (0.25, 0.25, 0.25, 0.25), "IgnoreCase": False}


def bleuEvaluationScore(
    candidate: tokenizedDocument | Sequence[str],
    references: tokenizedDocument | Sequence[str],
    *pairs: Any,
    **named: Any,
) -> float:
    """Return the BLEU of a document with one or several references, 0 to 1.

    The score is NaN if the document and all references are empty.

    >>> candidate = tokenizedDocument("The fast brown fox jumped over the lazy dog.")
    >>> references = tokenizedDocument([
    ...     "The quick brown animal jumped over the lazy dog.",
    ...     "The quick brown fox jumped over the lazy dog."])
    >>> round(bleuEvaluationScore(candidate, references), 4)
    0.7825
    >>> round(bleuEvaluationScore(candidate, references, NgramWeights=[0.5, 0.5]), 4)
    0.8367

    Args:
        candidate: one document: a `tokenizedDocument` of length 1, or a list of words.
        references: a `tokenizedDocument` with a document for each reference, or a list of words for
            a single reference.
        pairs: positional arguments in MATLAB's style, a name followed by its value:
            `"NgramWeights", [0.5, 0.5]`.
        named: keyword arguments. `NgramWeights` is a list with a non-negative weight for each
            n-gram order; the weights are scaled to sum to 1. `IgnoreCase=True` lowercases all
            words.

    Raises:
        InputError: the candidate is not a single document, a str was passed instead of words, or
            there are no references.
        ConfigurationError: an argument is unknown or invalid.
    """
    arguments = named_values(pairs, named, DEFAULTS)
    (words,) = _documents("candidate", candidate, single=True)
    references_words = _documents("references", references, single=False)
    metric = BLEU(
        convention="matlab",
        weights=_weights(arguments["NgramWeights"]),
        lowercase=_flag(arguments["IgnoreCase"]),
    )
    if not words and not any(references_words):
        return math.nan
    if len(words) < metric.max_ngram_order:
        return 0.0  # MATLAB documents 0 for any weights
    return metric.sentence_score(words, references_words).value


def _documents(argument: str, value: Any, *, single: bool) -> list[list[str]]:
    if isinstance(value, tokenizedDocument):
        documents = [list(tokens) for tokens in value.tokens]
    elif isinstance(value, str):
        raise InputError(
            f"{argument} is a text, {value[:40]!r}. Pass tokenizedDocument(text) or a list of "
            "words; MATLAB would read one word."
        )
    else:
        documents = [_words(argument, value)]
    if not documents or (single and len(documents) > 1):
        required = "one document" if single else "at least one document"
        raise InputError(f"{argument} has {count(len(documents), 'document')}. Pass {required}.")
    return documents


def _words(argument: str, value: Any) -> list[str]:
    words = list(value) if hasattr(value, "__iter__") else [value]
    if not all(isinstance(word, str) for word in words):
        raise InputError(
            f"{argument} contains items that are not words. For several documents pass "
            "tokenizedDocument(lists, TokenizeMethod='none')."
        )
    return words


def _weights(weights: Any) -> tuple[float, ...]:
    try:
        return tuple(float(weight) for weight in weights)
    except (TypeError, ValueError):
        raise ConfigurationError(
            f"NgramWeights={weights!r} are not numbers. Pass a list from 0, one per order."
        ) from None


def _flag(value: Any) -> bool:
    try:
        is_flag = value in (0, 1)
    except ValueError:  # an array of several items
        is_flag = False
    if is_flag:
        return bool(value)
    raise ConfigurationError(
        f"IgnoreCase={inspected(value)} is invalid. Use True or False (1 or 0)."
    )
