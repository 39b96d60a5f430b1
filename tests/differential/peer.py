"""Calls of the installed sacreBLEU, with which truebleu is compared."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.requirements import require_module

Streams = Sequence[Sequence[str | None]]

bleu: Any = require_module("sacrebleu.metrics.bleu", "sacrebleu")

TOKENIZERS = ("none", "13a", "intl", "zh", "char")
SMOOTHINGS: tuple[tuple[str, float | None], ...] = (
    ("none", None),
    ("floor", 0.1),
    ("floor", 0.01),
    ("floor", 0.0),
    ("add-k", 1.0),
    ("add-k", 0.5),
    ("exp", None),
)
# Since Python 3.12, sum() is compensated, which changes the last bit of sacreBLEU's scores.
BITS_ARE_EQUAL = sys.version_info < (3, 12)


@dataclass(frozen=True)
class Score:
    """Score of sacreBLEU."""

    value: float
    precisions: tuple[float, ...]
    brevity_penalty: float
    text: str

    @property
    def is_perfect(self) -> bool:
        """Whether all precisions are 100, except orders that `effective_order` leaves out (0).

        With add-k, 100 (m + k) / (t + k) may be 99.99999999999999 for m = t.
        """
        used = [p for p in self.precisions if p]
        if self.value < 99:
            return False
        return self.brevity_penalty == 1 and all(abs(p - 100) < 1e-13 for p in used)


def metric(tokenizer: str = "13a", *, lowercase: bool = False, orders: int = 4) -> Any:
    return bleu.BLEU(tokenize=tokenizer, lowercase=lowercase, max_ngram_order=orders, force=True)


def rows(metric: Any, hypotheses: Sequence[str], streams: Streams) -> list[list[int]]:
    """Return for each segment: hypothesis length, reference length, matches and totals."""
    counts: list[list[int]] = metric._extract_corpus_statistics(hypotheses, streams)
    return counts


def tokens(tokenizer: Any, text: str) -> list[str]:
    """Return the tokens that sacreBLEU counts, without using its cache."""
    call: Any = type(tokenizer).__call__
    uncached = getattr(call, "__wrapped__", call)
    return str(uncached(tokenizer, text.rstrip())).split()


def tokenizer(name: str) -> Any:
    return metric(name).tokenizer


def score(
    row: Sequence[int], smoothing: str, value: float | None, *, effective_order: bool
) -> Score:
    """Return sacreBLEU's score of one row of counts."""
    orders = (len(row) - 2) // 2
    result = bleu.BLEU.compute_bleu(
        correct=list(row[2 : 2 + orders]),
        total=list(row[2 + orders :]),
        sys_len=row[0],
        ref_len=row[1],
        smooth_method=smoothing,
        smooth_value=value,
        effective_order=effective_order,
        max_ngram_order=orders,
    )
    return Score(result.score, tuple(result.precisions), result.bp, str(result))


def same_value(ours: float, theirs: Score) -> bool:
    """Return whether scores are bit-identical; sacreBLEU's perfect score may be above 100."""
    if theirs.is_perfect:
        return ours == 100
    if BITS_ARE_EQUAL:
        return ours == theirs.value
    return math.isclose(ours, theirs.value, rel_tol=1e-12, abs_tol=1e-12)


def same_text(ours: str, theirs: str) -> bool:
    """Return whether printed scores are equal; truebleu never rounds up to 100.00."""
    return ours in (theirs, theirs.replace("= 100.00 ", "= 99.99 ", 1))
