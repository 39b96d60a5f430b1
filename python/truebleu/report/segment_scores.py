"""How the scores of a system's segments are spread: what a small picture beside its score shows."""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebleu import _native
    from truebleu.metrics.bleu import BLEU

__all__ = ["BINS", "SegmentScores", "segment_scores"]

BINS = 20
"""As many as the page's histograms of scores have, from 0 to the scale."""


class SegmentScores:
    """How many segments score in each of `BINS` equal steps, and the three quartiles.

    A score on an edge is in the step above it, a perfect one in the last.
    """

    def __init__(self, counts: list[int], quartiles: tuple[float, float, float]) -> None:
        self.counts = counts
        self.quartiles = quartiles


def segment_scores(metric: BLEU, rows: Sequence[_native.Array]) -> SegmentScores:
    """The spread of sentence scores, from a system's rows, which may be in several parts."""
    effective = metric.uses_effective_order(sentence=True)
    parts = [np.asarray(metric.of_tokens.values(part, effective)) for part in rows]
    values = np.concatenate(parts)
    steps = np.clip((values * (BINS / metric.scale)).astype(np.int64), 0, BINS - 1)
    # What NumPy's quantile gives; that one loads NumPy's masked arrays, which take long.
    at = (len(values) - 1) * np.array((0.25, 0.5, 0.75))
    low, middle, high = np.interp(at, np.arange(len(values)), np.sort(values)).tolist()
    return SegmentScores(np.bincount(steps, minlength=BINS).tolist(), (low, middle, high))
