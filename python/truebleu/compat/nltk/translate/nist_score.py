"""A drop-in for `nltk.translate.nist_score` of NLTK 3.10.4.

NLTK's NIST differs from mteval's NIST, which `truebleu.NIST` computes. For each n-gram order, NLTK
compares a sentence with only one of its references. If an order has no n-grams in any hypothesis,
NLTK raises an error.

The drop-in differs from NLTK in one point. A str in place of a list of tokens is an error, while
NLTK treats its characters as tokens.
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
from truebleu.wording import count

Tokens = Sequence[Any]
Counts = Counter[tuple[Any, ...]]


def sentence_nist(references: Sequence[Tokens], hypothesis: Tokens, n: int = 5) -> float:
    """Return the NIST score of one tokenized sentence, 0 or more.

    The information weights of the n-grams are computed from the references of this sentence only.
    For errors, see `corpus_nist`.

    >>> sentence_nist(["the cat sat on the mat".split()], "the cat sat on a mat".split())
    2.1874687506009636
    """
    return corpus_nist([references], [hypothesis], n)


def corpus_nist(
    list_of_references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens], n: int = 5
) -> float:
    """Return the NIST score of a tokenized corpus, 0 or more (Doddington 2002).

    Args:
        list_of_references: a list of references for each hypothesis. A reference is a list of
            tokens.
        hypotheses: lists of tokens. Tokens may have any hashable type.
        n: maximum n-gram order.

    Raises:
        AssertionError: the numbers of hypotheses and reference lists differ.
        ZeroDivisionError: there are no hypotheses, or all hypotheses have fewer than `n` tokens.
        ValueError: a segment has no references.
        TypeError: a str is passed instead of a list of tokens.
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
    texts = [text for lists in references for text in lists]
    information = _Information(texts, orders)
    precision, reference_length, hypothesis_length = 0.0, 0, 0
    for order in orders if tokens else ():
        numerator, denominator = 0.0, 0
        for number, (lists, hypothesis) in enumerate(zip(references, tokens, strict=True), 1):
            if not lists:
                raise no_items(number)
            ngrams = _ngrams(hypothesis, order)
            # Choose the reference with the most matched information; of equals, the longest.
            shared, length = max(
                (information.of_shared(ngrams, _ngrams(text, order)), len(text)) for text in lists
            )
            numerator += shared
            denominator += ngrams.total()
            reference_length += length
            hypothesis_length += len(hypothesis)
        if not denominator:
            shorter = f", or n={order - 1}" if order > 1 else ""
            raise divided_by_zero(
                NoNgrams,
                f"No hypothesis has {count(order, 'token')}. Pass longer texts{shorter}.",
            )
        precision += numerator / denominator
    return precision * nist_length_penalty(reference_length, hypothesis_length)


def nist_length_penalty(ref_len: float, hyp_len: float) -> float:
    """Return the NIST length penalty, 0 to 1.

    The penalty is 1 if the hypothesis is at least as long as the reference. It is 0.5 if the
    hypothesis has two thirds of the reference's length.

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


class _Information:
    """Information weights of n-grams, computed from the n-gram counts of all references."""

    def __init__(self, texts: Sequence[Tokens], orders: range) -> None:
        self._counts: Counts = Counter({(): sum(map(len, texts))})
        for order in orders:
            for text in texts:
                self._counts.update(zip(*(text[start:] for start in range(order)), strict=False))

    def of_shared(self, ngrams: Counts, others: Counts) -> float:
        """Return the summed information weights of the matched n-grams, in bits.

        The weights are added in the order of `ngrams`, as in NLTK. Another order could change the
        last bits of the sum.
        """
        common = ((ngram, count, others.get(ngram, 0)) for ngram, count in ngrams.items())
        return sum(self._of(ngram) * min(ours, theirs) for ngram, ours, theirs in common if theirs)

    def _of(self, ngram: tuple[Any, ...]) -> float:
        # `math.log2` can differ from NLTK's `math.log` in the last bit.
        return math.log(self._counts[ngram[:-1]] / self._counts[ngram], 2)  # noqa: FURB163
