"""How far two metrics agree, over systems and over segments, with intervals.

Whatever is lower-is-better is turned round first, so that 1 always means "the same opinion".
Intervals are percentiles over resamples of the segments: those of systems from the same draws as a
comparison's (the score of a corpus is made anew in each), those of segments from draws of their
own.
"""

from __future__ import annotations

import numpy as np

from truebleu.correlation.coefficients import (
    kendall,
    pairwise_accuracy,
    pearson,
    soft_pairwise_accuracy,
    spearman,
    tie_calibration,
)
from truebleu.resampling.intervals import percentile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Interval = tuple[float, float]
    Found = tuple[float | None, Interval | None]

__all__ = ["COEFFICIENTS", "Measured", "over_segments", "over_systems", "p_values"]

COEFFICIENTS = ("pearson", "spearman", "kendall", "accuracy", "soft_accuracy")
TRIALS = 1000
"""Of the permutation tests behind soft pairwise accuracy."""
FEWER = 200
"""Resamples and trials of its interval, which takes a test in each resample."""
ENTRIES = 1 << 22
"""Signs that are drawn at a time."""


class Measured:
    """What a metric says, with more being better: `scores` of systems and of their segments.

    `resampled` are the systems' scores in each resample, a row for each; `segments` has a row for
    each system.
    """

    def __init__(self, scores: Values, resampled: Values, segments: Values) -> None:
        self.scores = scores
        self.resampled = resampled
        self.segments = segments


def over_systems(
    metric: Measured, other: Measured, *, confidence: float, seed: int
) -> dict[str, Found]:
    """The coefficients of the systems' scores; `accuracy` is that of all pairs of systems."""
    plain: dict[str, Callable[[Values, Values], float | None]] = {
        "pearson": pearson,
        "spearman": spearman,
        "kendall": kendall,
        "accuracy": pairwise_accuracy,
    }
    found: dict[str, Found] = {}
    for name, coefficient in plain.items():
        pairs = zip(metric.resampled, other.resampled, strict=True)
        resampled = [coefficient(*pair) for pair in pairs]
        value = coefficient(metric.scores, other.scores)
        found[name] = value, _interval(value, resampled, confidence)
    found["soft_accuracy"] = _soft(metric.segments, other.segments, confidence, seed)
    return found


def over_segments(
    metric: Measured, other: Measured, *, confidence: float, seed: int, resamples: int
) -> tuple[dict[str, Found], float]:
    """The coefficients of segments' scores, and the tie that was found for `accuracy`.

    Those of Pearson, Spearman and Kendall are of all segments of all systems together;
    `accuracy` compares the systems of each segment with each other, and takes differences of the
    metric up to the tie as none.
    """
    x, y = metric.segments, other.segments
    tie = tie_calibration(x.T, y.T)
    measures: dict[str, Callable[[Values, Values], float | None]] = {
        "pearson": lambda a, b: pearson(a.ravel(), b.ravel()),
        "spearman": lambda a, b: spearman(a.ravel(), b.ravel()),
        "kendall": lambda a, b: kendall(a.ravel(), b.ravel()),
        "accuracy": lambda a, b: pairwise_accuracy(a.T, b.T, tie),
    }
    draws = list(_draws(x.shape[1], resamples, seed))
    found: dict[str, Found] = {}
    for name, measure in measures.items():
        value = measure(x, y)
        resampled = [measure(x[:, drawn], y[:, drawn]) for drawn in draws]
        found[name] = value, _interval(value, resampled, confidence)
    return found, tie


def _draws(units: int, resamples: int, seed: int) -> Sequence[NDArray[np.int64]]:
    random = np.random.Generator(np.random.Philox(seed))
    return [random.integers(0, units, units) for _ in range(resamples)]


def _interval(
    value: float | None, resampled: Sequence[float | None], confidence: float
) -> Interval | None:
    """The percentile interval; None where most resamples have no value."""
    known = [one for one in resampled if one is not None]
    if value is None or 2 * len(known) < len(resampled) or len(known) < 2:
        return None
    return percentile(np.array(known), confidence)


def _soft(x: Values, y: Values, confidence: float, seed: int) -> Found:
    units = x.shape[1]
    of_all = (_p_values(each, list(_signs(units, TRIALS, seed))) for each in (x, y))
    value = soft_pairwise_accuracy(*of_all)
    signs = list(_signs(units, FEWER, seed))
    resampled = [
        soft_pairwise_accuracy(_p_values(x[:, drawn], signs), _p_values(y[:, drawn], signs))
        for drawn in _draws(units, FEWER, seed)
    ]
    return value, _interval(value, resampled, confidence)


def p_values(segments: Values, trials: int, seed: int) -> Values:
    """For each pair of systems the one-sided p-value that the first is better.

    A paired permutation test of the means: in each trial every segment's outputs change places or
    not. Trials with just the observed difference count half, so equal systems have 0.5.
    """
    return _p_values(segments, list(_signs(segments.shape[1], trials, seed)))


def _p_values(segments: Values, signs: Sequence[Values]) -> Values:
    first, second = np.triu_indices(len(segments), 1)
    differences = segments[first] - segments[second]
    observed = differences.sum(axis=1)
    close = 1e-9 * np.abs(differences).sum(axis=1)  # sums in another order are equal so far
    reached = np.zeros(len(observed))
    trials = 0
    for part in signs:
        # Not `@`: threads that wait for each other cost more here than they bring.
        beyond = np.einsum("tu,pu->tp", part, differences) - observed
        reached += (beyond > close).sum(axis=0) + (np.abs(beyond) <= close).sum(axis=0) / 2
        trials += len(part)
    return reached / trials


def _signs(units: int, trials: int, seed: int) -> Iterator[Values]:
    """For each trial and unit 1 or -1, some trials at a time."""
    random = np.random.Generator(np.random.Philox(seed))
    at_once = max(1, ENTRIES // max(1, units))
    for start in range(0, trials, at_once):
        shape = (min(at_once, trials - start), units)
        drawn = random.integers(0, 2, shape, dtype=np.int8)
        yield np.multiply(drawn, 2.0, dtype=np.float64) - 1.0
