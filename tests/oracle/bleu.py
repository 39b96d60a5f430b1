"""BLEU: from counts to a score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.oracle import statistics
from tests.oracle.smoothing import DEFAULT_VALUES, NEED_ONE_ORDER_MORE, SMOOTHINGS
from tests.oracle.statistics import Row
from tests.oracle.tokenizers import tokenize


@dataclass(frozen=True)
class Settings:
    """Settings of a score; the defaults are sacreBLEU's."""

    tokenizer: str = "13a"
    lowercase: bool | str = False
    smoothing: str = "exp"
    smoothing_value: float | None = None
    weights: tuple[float, ...] = field(default=(1.0, 1.0, 1.0, 1.0))
    reference_length: str = "closest"
    effective_order: bool = False
    scale: float = 100.0

    @property
    def orders_counted(self) -> int:
        return len(self.weights) + (self.smoothing in NEED_ONE_ORDER_MORE)


@dataclass(frozen=True)
class Score:
    value: float
    precisions: tuple[float, ...]
    brevity_penalty: float


def segment_row(hypothesis: str, references: Sequence[str | None], settings: Settings) -> Row:
    """Count one segment of text; a missing reference is None."""
    first, after = sides(settings.lowercase)
    tokens = tokenize(hypothesis, settings.tokenizer, lowercase=first)
    reference_tokens = [
        tokenize(text, settings.tokenizer, lowercase=after)
        for text in references
        if text is not None
    ]
    return statistics.row(
        tokens, reference_tokens, settings.orders_counted, settings.reference_length
    )


def sides(lowercase: bool | str) -> tuple[bool | str, bool | str]:
    """Return how to lowercase the hypotheses, and how to lowercase the references."""
    return ("first", "after") if lowercase == "references-after" else (lowercase, lowercase)


def segment_score(hypothesis: str, references: Sequence[str | None], settings: Settings) -> Score:
    return score(segment_row(hypothesis, references, settings), settings)


def score(row: Row, settings: Settings) -> Score:
    """Return the score of a row of counts; 0 if no unigram to n-gram matches, even if smoothed."""
    penalty = brevity_penalty(row.hypothesis_length, row.reference_length)
    orders = len(settings.weights)
    if not any(row.matches):
        return Score(0.0, (0.0,) * orders, penalty)
    value = settings.smoothing_value
    if value is None:
        value = DEFAULT_VALUES.get(settings.smoothing, 0.0)
    percents = SMOOTHINGS[settings.smoothing](row, value)
    used = [i for i in range(orders) if is_used(i, row, settings, value)]
    mean = weighted_mean([percents[i] for i in used], [settings.weights[i] for i in used])
    if penalty == 1 and used and all(is_hundred(percents[i]) for i in used):
        mean = 100.0  # the logarithms would give 100.00000000000004
    unit = settings.scale / 100
    return Score(penalty * mean * unit, tuple(p * unit for p in percents), penalty)


def is_hundred(percent: float) -> bool:
    """Return whether a precision is 100 up to rounding: with add-k, m = t may not give 100."""
    return abs(percent - 100) < 1e-13


def is_used(index: int, row: Row, settings: Settings, smoothing_value: float) -> bool:
    """Return whether the order `index + 1` is part of the mean.

    Orders with weight 0 are not, nor, with `effective_order`, orders without n-grams.
    """
    total: float = row.totals[index]
    if settings.smoothing == "add-k" and index > 0:
        total += smoothing_value
    return settings.weights[index] > 0 and not (settings.effective_order and total == 0)


def weighted_mean(percents: Sequence[float], weights: Sequence[float]) -> float:
    """Return the geometric mean; for equal weights with sacreBLEU's order of operations."""
    if not percents or min(percents) == 0:
        return 0.0
    equal = len(set(weights)) == 1
    logarithm = 0.0
    for percent, weight in zip(percents, weights, strict=True):
        logarithm += math.log(percent) * (1.0 if equal else weight)
    return math.exp(logarithm / (len(weights) if equal else sum(weights)))


def brevity_penalty(hypothesis_length: int, reference_length: Fraction) -> float:
    if hypothesis_length >= reference_length:
        return 1.0
    if hypothesis_length == 0:
        return 0.0
    return math.exp(1 - float(reference_length) / hypothesis_length)
