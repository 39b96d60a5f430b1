"""Self-BLEU, distinct-n and n-gram entropy, written from their definitions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from tests.oracle.bleu import Settings, segment_row, segment_score
from tests.oracle.statistics import Row
from tests.oracle.tokenizers import tokenize


def all_but(texts: Sequence[str], index: int) -> list[str | None]:
    """Return all texts except one."""
    return [*texts[:index], *texts[index + 1 :]]


def rows(texts: Sequence[str], settings: Settings) -> list[Row]:
    """Return the counts of each text with all other texts as its references."""
    return [segment_row(text, all_but(texts, i), settings) for i, text in enumerate(texts)]


def scores(texts: Sequence[str], settings: Settings) -> list[float]:
    """Return the score of each text with all other texts as its references."""
    return [segment_score(text, all_but(texts, i), settings).value for i, text in enumerate(texts)]


def order(texts: Sequence[str], settings: Settings, n: int) -> tuple[int, int, float]:
    """Return the number of n-grams in all texts, that of distinct n-grams, and their entropy."""
    counts: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        tokens = tokenize(text, settings.tokenizer, lowercase=settings.lowercase)
        counts.update(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))
    total = counts.total()
    entropy = -math.fsum(c / total * math.log(c / total) for c in counts.values())
    return total, len(counts), entropy
