"""Correlation coefficients of two columns of numbers, and their intervals.

A coefficient is None where it is undefined: too few numbers, or numbers that are all equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truebleu.significance.bootstrap import percentile

Values = NDArray[np.float64]
Interval = tuple[float, float]
Coefficient = tuple[float | None, Interval | None]
"""A value and its interval."""


def pearson(x: Values, y: Values) -> float | None:
    """Return Pearson's r.

    >>> pearson(np.array([1.0, 2, 3]), np.array([2.0, 4, 7])).__round__(4)
    0.9934
    """
    if len(x) < 2:
        return None
    a, b = _centred(x), _centred(y)
    if a is None or b is None:
        return None
    return float(np.clip(a @ b, -1, 1))


def _centred(x: Values) -> Values | None:
    """Return the centered numbers as a unit vector; None if all numbers are equal."""
    if np.all(x == x[0]):
        return None
    centred: Values = x - x.mean()
    centred /= np.abs(centred).max()  # so that no square overflows or vanishes
    return centred / np.sqrt(centred @ centred)


def spearman(x: Values, y: Values) -> float | None:
    """Return Spearman's rho, which is Pearson's r of the ranks."""
    return pearson(ranks(x), ranks(y)) if len(x) > 1 else None


def ranks(x: Values) -> Values:
    """Return ranks from 1, smallest first; equal numbers get their mean rank.

    >>> ranks(np.array([10.0, 30, 10, 20])).tolist()
    [1.5, 4.0, 1.5, 3.0]
    """
    _, indices, counts = np.unique(x, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: Values = last - (counts - 1) / 2
    return mean[indices]


def kendall(x: Values, y: Values) -> float | None:
    """Return Kendall's tau-b (1945): concordant minus discordant pairs, corrected for ties.

    Discordant pairs are counted by a merge sort, in n log(n)^2 steps.

    >>> kendall(np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4])).__round__(4)
    0.6667
    """
    if len(x) < 2:
        return None
    a, b = _codes(x), _codes(y)
    pairs = len(x) * (len(x) - 1) // 2
    in_x, in_y = pairs - _ties(a), pairs - _ties(b)
    if not in_x or not in_y:
        return None
    order = np.lexsort((b, a))
    ties_in_both = _ties(a * (int(b.max()) + 1) + b)
    discordant = _inversions(b[order])
    concordant = pairs - _ties(a) - _ties(b) + ties_in_both - discordant
    tau = (concordant - discordant) / np.sqrt(in_x) / np.sqrt(in_y)
    return float(np.clip(tau, -1, 1))


def _codes(x: Values) -> NDArray[np.int64]:
    return np.unique(x, return_inverse=True)[1].astype(np.int64)


def _ties(codes: NDArray[np.int64]) -> int:
    counts = np.unique(codes, return_counts=True)[1].astype(np.int64)
    return int((counts * (counts - 1) // 2).sum())


def _inversions(codes: NDArray[np.int64]) -> int:
    """Return the number of pairs in descending order, counted in a merge sort."""
    top = int(codes.max()) + 1
    size = 1 << max(len(codes) - 1, 1).bit_length()
    values = np.full(size, top, dtype=np.int64)
    values[: len(codes)] = codes
    inversions, width = 0, 1
    while width < size:
        blocks = values.reshape(-1, 2, width)
        # Offsets larger than any number separate the blocks, so that one search covers all.
        offsets = np.arange(len(blocks))[:, None] * (top + 1)
        left = (blocks[:, 0] + offsets).ravel()
        right = blocks[:, 1] + offsets
        not_above = np.searchsorted(left, right.ravel(), side="right").reshape(right.shape)
        not_above -= np.arange(len(blocks))[:, None] * width
        inversions += int((width - not_above).sum())
        width *= 2
        values = np.sort(values.reshape(-1, width), axis=1).ravel()
    return inversions


def pairwise_accuracy(x: Values, y: Values, tie_threshold: float = 0.0) -> float | None:
    """Return the share of pairs that both columns order equally, ties included.

    Deutsch, Foster and Freitag 2023, "Ties Matter", https://arxiv.org/abs/2305.14324, equation 5:
    pairs with the same order and pairs that are ties in both, divided by all pairs. Numbers of
    `x` that differ by at most `tie_threshold` are a tie.

    `x` and `y` have one row per group of numbers that are compared with each other (the systems of
    a segment), or are one group.

    >>> pairwise_accuracy(np.array([1.0, 2, 3]), np.array([1.0, 1, 2])).__round__(4)
    0.6667
    """
    by_x, by_y = _differences(x), _differences(y)
    if not by_x.size:
        return None
    return float(_agree(by_x, by_y, tie_threshold).mean())


def _agree(by_x: Values, by_y: Values, tie_threshold: float) -> NDArray[np.bool_]:
    signs = np.where(np.abs(by_x) <= tie_threshold, 0.0, np.sign(by_x))
    agreement: NDArray[np.bool_] = signs == np.sign(by_y)
    return agreement


def tie_calibration(x: Values, y: Values) -> float:
    """Return the smallest tie threshold that maximizes `pairwise_accuracy`.

    Deutsch et al. 2023, section 5: without a threshold, a metric without equal scores would lose
    every tie of the human ratings. Every difference of `x` is tried.
    """
    by_x, by_y = np.abs(_differences(x)).ravel(), _differences(y).ravel()
    if not by_x.size:
        return 0.0
    right = _agree(_differences(x).ravel(), by_y, -1.0)
    gains = np.where(by_y == 0, 1, 0) - right.astype(np.int64)
    order = np.argsort(by_x, kind="stable")
    sizes, total = by_x[order], np.cumsum(gains[order])
    last = np.flatnonzero(np.append(sizes[1:] != sizes[:-1], True))
    # The smallest threshold is 0: equal numbers are always a tie.
    first = total[last[0]] if sizes[0] == 0 else 0
    best = int(np.argmax(total[last]))
    return float(sizes[last[best]]) if total[last[best]] > first else 0.0


def _differences(x: Values) -> Values:
    """Return the differences of all pairs within each group."""
    groups = np.atleast_2d(x)
    first, second = np.triu_indices(groups.shape[1], 1)
    differences: Values = groups[:, second] - groups[:, first]
    return differences


def soft_pairwise_accuracy(p_x: Values, p_y: Values) -> float | None:
    """Return 1 minus the mean absolute difference of the p-values of all pairs of systems.

    Thompson, Mathur, Deutsch and Khayrallah 2024, "Improving Statistical Significance in Human
    Evaluation of Automatic Metrics via Soft Pairwise Accuracy", https://arxiv.org/abs/2409.09598,
    equation 2. The p-values are one-sided: that the first of a pair is better.

    >>> soft_pairwise_accuracy(np.array([0.0, 0.5]), np.array([0.25, 0.5]))
    0.875
    """
    return float(1 - np.abs(p_x - p_y).mean()) if len(p_x) else None


# System-level and segment-level correlation of two metrics, with intervals


COEFFICIENTS = ("pearson", "spearman", "kendall", "pairwise_accuracy", "soft_pairwise_accuracy")
TRIALS = 1000
"""Trials of the permutation tests of soft pairwise accuracy."""
FEWER = 200
"""Resamples and trials for the interval of soft pairwise accuracy: one test per resample."""
ENTRIES = 1 << 22
"""The number of signs that are drawn at a time."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Scores of a metric, negated if lower is better.

    `scores` has one number per system, `resampled` one row per resample of the segments,
    `segments` one row of segment scores per system.
    """

    scores: Values
    resampled: Values
    segments: Values


def over_systems(
    metric: Measured, target: Measured, *, confidence: float, seed: int
) -> dict[str, Coefficient]:
    """Return the system-level coefficients."""
    plain: dict[str, Callable[[Values, Values], float | None]] = {
        "pearson": pearson,
        "spearman": spearman,
        "kendall": kendall,
        "pairwise_accuracy": pairwise_accuracy,
    }
    coefficients: dict[str, Coefficient] = {}
    for name, coefficient in plain.items():
        pairs = zip(metric.resampled, target.resampled, strict=True)
        resampled = [coefficient(*pair) for pair in pairs]
        value = coefficient(metric.scores, target.scores)
        coefficients[name] = value, _interval(value, resampled, confidence)
    coefficients["soft_pairwise_accuracy"] = _soft(
        metric.segments, target.segments, confidence, seed
    )
    return coefficients


def over_segments(
    metric: Measured, target: Measured, *, confidence: float, seed: int, resamples: int
) -> tuple[dict[str, Coefficient], float]:
    """Return the segment-level coefficients and the tie threshold of `pairwise_accuracy`.

    Pearson, Spearman and Kendall use all segments of all systems together. `pairwise_accuracy`
    compares the systems within each segment; differences up to the threshold are ties.
    """
    x, y = metric.segments, target.segments
    tie_threshold = tie_calibration(x.T, y.T)
    measures: dict[str, Callable[[Values, Values], float | None]] = {
        "pearson": lambda a, b: pearson(a.ravel(), b.ravel()),
        "spearman": lambda a, b: spearman(a.ravel(), b.ravel()),
        "kendall": lambda a, b: kendall(a.ravel(), b.ravel()),
        "pairwise_accuracy": lambda a, b: pairwise_accuracy(a.T, b.T, tie_threshold),
    }
    draws = list(_draws(x.shape[1], resamples, seed))
    coefficients: dict[str, Coefficient] = {}
    for name, measure in measures.items():
        value = measure(x, y)
        resampled = [measure(x[:, drawn], y[:, drawn]) for drawn in draws]
        coefficients[name] = value, _interval(value, resampled, confidence)
    return coefficients, tie_threshold


def _draws(units: int, resamples: int, seed: int) -> Sequence[NDArray[np.int64]]:
    random = np.random.Generator(np.random.Philox(seed))
    return [random.integers(0, units, units) for _ in range(resamples)]


def _interval(
    value: float | None, resampled: Sequence[float | None], confidence: float
) -> Interval | None:
    """Return the percentile interval; None if most resamples have no value."""
    defined = [number for number in resampled if number is not None]
    if value is None or 2 * len(defined) < len(resampled) or len(defined) < 2:
        return None
    return percentile(np.array(defined), confidence)


def _soft(x: Values, y: Values, confidence: float, seed: int) -> Coefficient:
    units = x.shape[1]
    signs = list(_signs(units, TRIALS, seed))
    value = soft_pairwise_accuracy(_p_values(x, signs), _p_values(y, signs))
    signs = list(_signs(units, FEWER, seed))
    resampled = [
        soft_pairwise_accuracy(_p_values(x[:, drawn], signs), _p_values(y[:, drawn], signs))
        for drawn in _draws(units, FEWER, seed)
    ]
    return value, _interval(value, resampled, confidence)


def p_values(segments: Values, trials: int, seed: int) -> Values:
    """Return the one-sided p-value for each pair of systems that the first is better.

    A paired permutation test of the means swaps the outputs of each segment at random. Trials equal
    to the observed difference count half, so equal systems get 0.5.
    """
    return _p_values(segments, list(_signs(segments.shape[1], trials, seed)))


def _p_values(segments: Values, signs: Sequence[Values]) -> Values:
    first, second = np.triu_indices(len(segments), 1)
    differences = segments[first] - segments[second]
    observed = differences.sum(axis=1)
    close = 1e-9 * np.abs(differences).sum(axis=1)  # rounding of sums in another order
    n_extreme = np.zeros(len(observed))
    trials = 0
    for part in signs:
        # Not `@`: synchronizing BLAS threads costs more here than it gains.
        beyond = np.einsum("tu,pu->tp", part, differences) - observed
        n_extreme += (beyond > close).sum(axis=0) + (np.abs(beyond) <= close).sum(axis=0) / 2
        trials += len(part)
    return n_extreme / trials


def _signs(units: int, trials: int, seed: int) -> Iterator[Values]:
    """Yield 1 or -1 for each trial and unit, in blocks of trials."""
    random = np.random.Generator(np.random.Philox(seed))
    at_once = max(1, ENTRIES // max(1, units))
    for start in range(0, trials, at_once):
        shape = (min(at_once, trials - start), units)
        drawn = random.integers(0, 2, shape, dtype=np.int8)
        yield np.multiply(drawn, 2.0, dtype=np.float64) - 1.0
