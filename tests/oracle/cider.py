"""CIDEr and CIDEr-D, written from the paper's equations: slow and readable.

An n-gram is a tuple of words. Vectors are dictionaries from n-grams to tf-idf weights.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

ORDERS = 4
Gram = tuple[str, ...]
Segment = tuple[list[str], list[list[str]]]


def grams(words: Sequence[str], order: int) -> Counter[Gram]:
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def document_counts(corpus: Sequence[Segment], order: int) -> Counter[Gram]:
    """Return for each n-gram the number of segments with a reference that contains it."""
    return Counter(
        gram
        for _, references in corpus
        for gram in {gram for reference in references for gram in grams(reference, order)}
    )


def scores(corpus: Sequence[Segment], *, sigma: float = 6, plain: bool = False) -> list[float]:
    result = []
    documents = [document_counts(corpus, order) for order in range(1, ORDERS + 1)]
    for hypothesis, references in corpus:
        values = []
        for reference in references:
            length = max(0, len(hypothesis) - 1) - max(0, len(reference) - 1)
            penalty = 1 if plain else math.exp(-(length**2) / (2 * sigma**2))
            for order, counts in enumerate(documents, 1):
                ours, theirs = (
                    {
                        gram: count * math.log(len(corpus) / max(1, counts[gram]))
                        for gram, count in grams(words, order).items()
                    }
                    for words in (hypothesis, reference)
                )
                norms = math.hypot(*ours.values()) * math.hypot(*theirs.values())
                product = sum(
                    (weight if plain else min(weight, theirs[gram])) * theirs[gram]
                    for gram, weight in ours.items()
                    if gram in theirs
                )
                values.append(penalty * product / norms if norms else 0.0)
        result.append(10 * sum(values) / len(values))
    return result
