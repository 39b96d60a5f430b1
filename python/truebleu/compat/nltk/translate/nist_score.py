"""A drop-in for `nltk.translate.nist_score` of NLTK 3.10.4.

NLTK's NIST is not mteval's (`truebleu.NIST`): for each order and sentence one reference counts,
whole sums of floats decide about the last bits, and an order without n-grams is an error. A str
instead of a list of tokens is an error, too (NLTK uses its characters).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from truebleu.compat.hints import hinted
from truebleu.compat.nltk.errors import (
    NoNgrams,
    NothingToScore,
    UnequalLengths,
    divided_by_zero,
    no_items,
)
from truebleu.compat.nltk.scoring import token_lists, tokens_of

Tokens = Sequence[Any]
Counts = Counter[tuple[Any, ...]]


def sentence_nist(references: Sequence[Tokens], hypothesis: Tokens, n: int = 5) -> float:
    """Return the NIST score of one tokenized sentence, as a corpus of one.

    >>> sentence_nist(["the cat sat on the mat".split()], "the cat sat on a mat".split())
    2.1874687506009636
    """
    return corpus_nist([references], [hypothesis], n)


def corpus_nist(
    list_of_references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], n: int = 5
) -> float:
    """Return the NIST score of a tokenized corpus, 0 or more (Doddington 2002).

    Args:
        list_of_references: a list of references for each hypothesis, each a list of tokens.
        hypotheses: lists of tokens of any hashable type.
        n: maximum n-gram order.

    Raises:
        AssertionError: different numbers of hypotheses and lists of references.
        ZeroDivisionError: no hypothesis has n-grams of one of the orders, or there are none.
        ValueError: a segment without references.
        TypeError: a str instead of a list of tokens.
    """
    if len(list_of_references) != len(hypotheses):
        raise hinted(
            UnequalLengths(
                "The number of hypotheses and their reference(s) should be the same",
                hypotheses=len(hypotheses),
                references=len(list_of_references),
            ),
            "Pass one list of references per hypothesis.",
        )
    references = [token_lists(i, lists) for i, lists in enumerate(list_of_references, 1)]
    tokens = [tokens_of(i, "hypothesis", each) for i, each in enumerate(hypotheses, 1)]
    orders = range(1, n + 1)
    weights = _information(references, orders)
    precision, reference_length, hypothesis_length = 0.0, 0, 0
    for order in orders if tokens else ():
        numerator, denominator = 0.0, 0
        for number, (texts, hypothesis) in enumerate(zip(references, tokens, strict=True), 1):
            if not texts:
                raise no_items(number)
            ngrams = _ngrams(hypothesis, order)
            # The reference with the largest information per n-gram; of equals, the longest.
            information, length = max(
                (_shared(ngrams, _ngrams(text, order), weights), len(text)) for text in texts
            )
            numerator += information
            denominator += ngrams.total()
            reference_length += length
            hypothesis_length += len(hypothesis)
        if not denominator:
            raise divided_by_zero(
                NoNgrams,
                f"No hypothesis has {order} tokens. Pass longer texts, or n={order - 1} or less.",
            )
        precision += numerator / denominator
    return precision * nist_length_penalty(reference_length, hypothesis_length)


def nist_length_penalty(ref_len: float, hyp_len: float) -> float:
    """Return the penalty for a hypothesis shorter than its reference: 0.5 for two thirds.

    Raises:
        ZeroDivisionError: `ref_len` is 0.
    """
    if not ref_len:
        raise divided_by_zero(NothingToScore, "The references have no tokens. Pass texts.")
    ratio = hyp_len / ref_len
    if 0 < ratio < 1:
        beta = math.log(0.5) / math.log(1.5) ** 2
        return math.exp(beta * math.log(ratio) ** 2)
    return max(min(ratio, 1.0), 0.0)


def _ngrams(tokens: Tokens, order: int) -> Counts:
    return Counter(zip(*(tokens[start:] for start in range(order)), strict=False))


def _information(references: Sequence[Sequence[Tokens]], orders: range) -> dict[Any, float]:
    """Return the information of the n-grams of all references, in bits."""
    texts = [text for lists in references for text in lists]
    counts: Counts = Counter()
    for text in texts:
        for order in orders:
            counts.update(zip(*(text[start:] for start in range(order)), strict=False))
    words = sum(map(len, texts))
    return {
        # Not log2, whose last bit can differ.
        ngram: math.log((counts[ngram[:-1]] if len(ngram) > 1 else words) / count, 2)  # noqa: FURB163
        for ngram, count in counts.items()
    }


def _shared(ngrams: Counts, others: Counts, weights: dict[Any, float]) -> float:
    """Return the information of the common n-grams, summed in the hypothesis's order.

    Python's own `sum`: its last bits changed in Python 3.12, and NLTK's with it.
    """
    common = ((ngram, min(count, others[ngram])) for ngram, count in ngrams.items())
    return sum(weights[ngram] * count for ngram, count in common if count)
