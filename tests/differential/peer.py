"""sacreBLEU, asked for what truebleu is compared with."""

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
# From Python 3.12 on sum() is compensated, which moves the last bit of sacreBLEU's own scores.
BITS_ARE_EQUAL = sys.version_info < (3, 12)


@dataclass(frozen=True)
class Score:
    """A score as sacreBLEU has it."""

    value: float
    precisions: tuple[float, ...]
    brevity_penalty: float
    text: str

    @property
    def is_perfect(self) -> bool:
        """Whether every precision that counts is 100; those that effective order drops are 0.

        Under add-k, 100 (m + k) / (t + k) may come out as 99.99999999999999 where m is t.
        """
        used = [p for p in self.precisions if p]
        if self.value < 99:
            return False
        return self.brevity_penalty == 1 and all(abs(p - 100) < 1e-13 for p in used)


def metric(tokenizer: str = "13a", *, lowercase: bool = False, orders: int = 4) -> Any:
    return bleu.BLEU(tokenize=tokenizer, lowercase=lowercase, max_ngram_order=orders, force=True)


def rows(metric: Any, hypotheses: Sequence[str], streams: Streams) -> list[list[int]]:
    """Per segment: hypothesis length, reference length, matches, totals."""
    found: list[list[int]] = metric._extract_corpus_statistics(hypotheses, streams)
    return found


def tokens(tokenizer: Any, text: str) -> list[str]:
    """The tokens that sacreBLEU counts, without its cache."""
    call: Any = type(tokenizer).__call__
    uncached = getattr(call, "__wrapped__", call)
    return str(uncached(tokenizer, text.rstrip())).split()


def tokenizer(name: str) -> Any:
    return metric(name).tokenizer


def score(
    row: Sequence[int], smoothing: str, value: float | None, *, effective_order: bool
) -> Score:
    """The score of a row."""
    orders = (len(row) - 2) // 2
    found = bleu.BLEU.compute_bleu(
        correct=list(row[2 : 2 + orders]),
        total=list(row[2 + orders :]),
        sys_len=row[0],
        ref_len=row[1],
        smooth_method=smoothing,
        smooth_value=value,
        effective_order=effective_order,
        max_ngram_order=orders,
    )
    return Score(found.score, tuple(found.precisions), found.bp, str(found))


def same_value(ours: float, theirs: Score) -> bool:
    """Equal to the bit, but a perfect score is 100, where sacreBLEU may have a little more."""
    if theirs.is_perfect:
        return ours == 100
    if BITS_ARE_EQUAL:
        return ours == theirs.value
    return math.isclose(ours, theirs.value, rel_tol=1e-12, abs_tol=1e-12)


# What sacreBLEU may print for a number that is a little below the top, or above 0.
def same_text(ours: str, theirs: str) -> bool:
    """Equal, but truebleu's score is never rounded up to a perfect one."""
    return ours in (theirs, theirs.replace("= 100.00 ", "= 99.99 ", 1))
