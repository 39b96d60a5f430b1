"""Self-BLEU, distinct-n and n-gram entropy as their definitions have them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from tests.oracle.bleu import Settings, segment_row, segment_score
from tests.oracle.statistics import Row
from tests.oracle.tokenizers import tokenize


def others(texts: Sequence[str], at: int) -> list[str | None]:
    """All texts but one."""
    return [*texts[:at], *texts[at + 1 :]]


def rows(texts: Sequence[str], settings: Settings) -> list[Row]:
    """The row of each text with all others as its references."""
    return [segment_row(text, others(texts, at), settings) for at, text in enumerate(texts)]


def scores(texts: Sequence[str], settings: Settings) -> list[float]:
    """The score of each text with all others as its references."""
    return [segment_score(text, others(texts, at), settings).value for at, text in enumerate(texts)]


def order(texts: Sequence[str], settings: Settings, n: int) -> tuple[int, int, float]:
    """How many n-grams all texts have together, how many different ones, and their entropy."""
    counts: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        tokens = tokenize(text, settings.tokenizer, lowercase=settings.lowercase)
        counts.update(tuple(tokens[at : at + n]) for at in range(len(tokens) - n + 1))
    total = counts.total()
    entropy = -math.fsum(c / total * math.log(c / total) for c in counts.values())
    return total, len(counts), entropy
