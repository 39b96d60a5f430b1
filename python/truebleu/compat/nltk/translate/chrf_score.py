"""A drop-in for `nltk.translate.chrf_score` of NLTK 3.10.4.

NLTK's chrF takes one reference per hypothesis. It is the mean of the F-scores of all sentences and
n-gram orders. An n-gram order without matches has the F-score 1e-16.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from truebleu.compat.hints import hinted
from truebleu.compat.nltk.errors import (
    NoNgrams,
    NoOrders,
    NothingToScore,
    NotWords,
    UnequalLengths,
    divided_by_zero,
)
from truebleu.compat.nltk.scoring import CorpusCounts
from truebleu.metrics.chrf import CHRF

Text = str | Sequence[str]
EPSILON = 1e-16
"""F-score of an order without matches."""
WHITESPACE = re.compile(r"[^\S\x1c-\x1f]+")
"""Runs of Unicode whitespace, without U+001C to U+001F, which Python counts as whitespace."""


def sentence_chrf(
    reference: Text,
    hypothesis: Text,
    min_len: int = 1,
    max_len: int = 6,
    beta: float = 3.0,
    ignore_whitespace: bool = True,
) -> float:
    """Return the chrF of one sentence, 0 to 1, the mean of the F-scores of all n-gram orders.

    For other arguments and errors, see `corpus_chrf`.

    >>> round(sentence_chrf("the cat is on the mat", "the the the the the the the"), 4)
    0.1468
    """
    return corpus_chrf([reference], [hypothesis], min_len, max_len, beta, ignore_whitespace)


def corpus_chrf(
    references: Sequence[Text],
    hypotheses: Sequence[Text],
    min_len: int = 1,
    max_len: int = 6,
    beta: float = 3.0,
    ignore_whitespace: bool = True,
) -> float:
    """Return the mean chrF of the sentences, 0 to 1.

    Args:
        references: for each hypothesis, a text or a list of tokens. Tokens are joined with spaces.
        hypotheses: texts or lists of tokens.
        min_len: minimum order of character n-grams, 1 or more.
        max_len: maximum order of character n-grams, up to 64.
        beta: weight of recall relative to precision in the F-score.
        ignore_whitespace: whether to remove all whitespace before counting.

    Raises:
        AssertionError: the numbers of hypotheses and references differ.
        ZeroDivisionError: there are no hypotheses, or `min_len` is above `max_len`.
        ValueError: `min_len` is below 1, or `max_len` is above 64.
    """
    if len(references) != len(hypotheses):
        raise hinted(
            UnequalLengths(
                "The number of hypotheses and their references should be the same",
                hypotheses=len(hypotheses),
                references=len(references),
            ),
            "Pass one reference, a text or a list of tokens, per hypothesis.",
        )
    if min_len < 1:
        raise NoOrders(f"min_len={min_len!r} is out of range. Use an integer from 1.")
    if min_len > max_len:
        raise divided_by_zero(NoNgrams, f"min_len={min_len} is above max_len={max_len}.")
    if len(hypotheses) == 0:
        raise divided_by_zero(NothingToScore, "hypotheses is empty. Pass texts.")
    rows = _metric(max_len).statistics(
        [_text(text, ignore_whitespace) for text in hypotheses],
        [_text(text, ignore_whitespace) for text in references],
    )
    # Python's `sum`, as in NLTK: Python 3.12 changed the last bits of such sums.
    by_order = [
        sum(
            _rates(hypothesis, reference, matches, beta, EPSILON)[2]
            for hypothesis, reference, matches in rows[:, first : first + 3].tolist()
        )
        for first in range(3 * (min_len - 1), 3 * max_len, 3)
    ]
    return (sum(by_order) / len(by_order)) / len(hypotheses)


def chrf_precision_recall_fscore_support(
    reference: Sequence[Any],
    hypothesis: Sequence[Any],
    n: int,
    beta: float = 3.0,
    epsilon: float = EPSILON,
) -> tuple[float, float, float, int]:
    """Return precision, recall, F-score and matches of the n-grams of order `n`.

    >>> chrf_precision_recall_fscore_support("abcd", "abc", 2)
    (1.0, 0.6666666666666666, 0.689655172413793, 2)

    Args:
        reference: a str, for n-grams of characters, or a list of tokens, for n-grams of tokens.
        hypothesis: a str or a list of tokens.
        n: n-gram order, 1 or more.
        beta: weight of recall relative to precision.
        epsilon: value of precision, recall and F-score if one of them is undefined.
    """
    matches = CorpusCounts([[list(reference)]], [list(hypothesis)], n).matches[n - 1]
    totals = [max(len(text) + 1 - n, 0) for text in (hypothesis, reference)]
    return (*_rates(totals[0], totals[1], matches, beta, epsilon), matches)


def _text(text: Text, ignore_whitespace: bool) -> str:
    try:
        joined = text if isinstance(text, str) else " ".join(text)
    except TypeError as error:
        raise hinted(NotWords(str(error)), "Pass texts or lists of str.") from error
    return WHITESPACE.sub("", joined) if ignore_whitespace else joined


@lru_cache(maxsize=16)
def _metric(max_order: int) -> CHRF:
    """Return the truebleu metric for character n-grams up to `max_order`, with whitespace."""
    return CHRF(char_order=max_order, whitespace=True)


def _rates(
    hypothesis: int, reference: int, matches: int, beta: float, epsilon: float
) -> tuple[float, float, float]:
    """Return precision, recall and F-score. `hypothesis` and `reference` are numbers of n-grams."""
    try:
        precision, recall = matches / hypothesis, matches / reference
        factor = beta**2
        score = (1 + factor) * (precision * recall) / (factor * precision + recall)
    except ZeroDivisionError:
        return epsilon, epsilon, epsilon
    return precision, recall, score
