"""Coefficients of agreement between two columns of numbers, -1 or 0 to 1.

Each is None where it is not defined: too few numbers, or numbers that are all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truebleu.significance.bootstrap import percentile

Values = NDArray[np.float64]
Interval = tuple[float, float]
Found = tuple[float | None, Interval | None]


def pearson(x: Values, y: Values) -> float | None:
    """Pearson's r: how near the points (x, y) are to a straight line.

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
    """Minus the mean, of length 1; None where all numbers are the same."""
    if np.all(x == x[0]):
        return None
    centred: Values = x - x.mean()
    centred /= np.abs(centred).max()  # so that no square overflows or vanishes
    return centred / np.sqrt(centred @ centred)


def spearman(x: Values, y: Values) -> float | None:
    """Spearman's rho: Pearson's r of the ranks."""
    return pearson(ranks(x), ranks(y)) if len(x) > 1 else None


def ranks(x: Values) -> Values:
    """Ranks from 1, the smallest first; equal numbers share the mean of theirs.

    >>> ranks(np.array([10.0, 30, 10, 20])).tolist()
    [1.5, 4.0, 1.5, 3.0]
    """
    _, places, counts = np.unique(x, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: Values = last - (counts - 1) / 2
    return mean[places]


def kendall(x: Values, y: Values) -> float | None:
    """Kendall's tau-b: pairs in the same order less those in the other, corrected for ties.

    Kendall 1945. Pairs are counted while the numbers are sorted, in n log(n)^2 steps.

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
    both = _ties(a * (int(b.max()) + 1) + b)
    against = _inversions(b[order])
    same_way = pairs - _ties(a) - _ties(b) + both - against
    tau = (same_way - against) / np.sqrt(in_x) / np.sqrt(in_y)
    return float(np.clip(tau, -1, 1))


def _codes(x: Values) -> NDArray[np.int64]:
    return np.unique(x, return_inverse=True)[1].astype(np.int64)


def _ties(codes: NDArray[np.int64]) -> int:
    counts = np.unique(codes, return_counts=True)[1].astype(np.int64)
    return int((counts * (counts - 1) // 2).sum())


def _inversions(codes: NDArray[np.int64]) -> int:
    """How many pairs stand in falling order: sorted blocks are merged two by two."""
    top = int(codes.max()) + 1
    size = 1 << max(len(codes) - 1, 1).bit_length()
    values = np.full(size, top, dtype=np.int64)
    values[: len(codes)] = codes
    found, width = 0, 1
    while width < size:
        blocks = values.reshape(-1, 2, width)
        # Blocks apart from each other by more than any number: one search serves all of them.
        apart = np.arange(len(blocks))[:, None] * (top + 1)
        left = (blocks[:, 0] + apart).ravel()
        right = blocks[:, 1] + apart
        not_above = np.searchsorted(left, right.ravel(), side="right").reshape(right.shape)
        not_above -= np.arange(len(blocks))[:, None] * width
        found += int((width - not_above).sum())
        width *= 2
        values = np.sort(values.reshape(-1, width), axis=1).ravel()
    return found


def pairwise_accuracy(x: Values, y: Values, tie: float = 0.0) -> float | None:
    """The share of pairs that both columns order the same way, ties included.

    Deutsch, Foster and Freitag 2023, "Ties Matter", https://arxiv.org/abs/2305.14324, equation 5:
    pairs that agree in order, and pairs that are ties in both, among all pairs. Numbers of `x`
    that differ by `tie` at most are a tie.

    `x` and `y` have a row for each group whose numbers are compared with each other (a segment's
    systems), or are one group.

    >>> pairwise_accuracy(np.array([1.0, 2, 3]), np.array([1.0, 1, 2])).__round__(4)
    0.6667
    """
    by_x, by_y = _differences(x), _differences(y)
    if not by_x.size:
        return None
    return float(_agree(by_x, by_y, tie).mean())


def _agree(by_x: Values, by_y: Values, tie: float) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.where(np.abs(by_x) <= tie, 0.0, np.sign(by_x)) == np.sign(by_y)
    return found


def tie_calibration(x: Values, y: Values) -> float:
    """The tie that gives `pairwise_accuracy` its highest value; the smallest of such ones.

    Deutsch et al. 2023, section 5: a metric that never gives the same number twice would be
    punished for it. Every difference of `x` is tried.
    """
    by_x, by_y = np.abs(_differences(x)).ravel(), _differences(y).ravel()
    if not by_x.size:
        return 0.0
    right = _agree(_differences(x).ravel(), by_y, -1.0)
    gains = np.where(by_y == 0, 1, 0) - right.astype(np.int64)
    order = np.argsort(by_x, kind="stable")
    sizes, total = by_x[order], np.cumsum(gains[order])
    last = np.flatnonzero(np.append(sizes[1:] != sizes[:-1], True))
    # A tie of 0 is the least there can be: without it, equal numbers would be no tie.
    first = total[last[0]] if sizes[0] == 0 else 0
    best = int(np.argmax(total[last]))
    return float(sizes[last[best]]) if total[last[best]] > first else 0.0


def _differences(x: Values) -> Values:
    """For each group the differences of all pairs."""
    groups = np.atleast_2d(x)
    first, second = np.triu_indices(groups.shape[1], 1)
    found: Values = groups[:, second] - groups[:, first]
    return found


def soft_pairwise_accuracy(p_x: Values, p_y: Values) -> float | None:
    """One less the mean distance of two columns' p-values, over all pairs of systems.

    Thompson, Mathur, Deutsch and Khayrallah 2024, "Improving Statistical Significance in Human
    Evaluation of Automatic Metrics via Soft Pairwise Accuracy", https://arxiv.org/abs/2409.09598,
    equation 2. The p-values are one-sided: that the first of a pair is better.

    >>> soft_pairwise_accuracy(np.array([0.0, 0.5]), np.array([0.25, 0.5]))
    0.875
    """
    return float(1 - np.abs(p_x - p_y).mean()) if len(p_x) else None


# How far two metrics agree, over systems and over segments, with intervals


COEFFICIENTS = ("pearson", "spearman", "kendall", "accuracy", "soft_accuracy")
TRIALS = 1000
"""Of the permutation tests behind soft pairwise accuracy."""
FEWER = 200
"""Resamples and trials of its interval, which takes a test in each resample."""
ENTRIES = 1 << 22
"""Signs that are drawn at a time."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a metric says, with more being better: `scores` of systems and of their segments.

    `resampled` are the systems' scores in each resample, a row for each; `segments` has a row for
    each system.
    """

    scores: Values
    resampled: Values
    segments: Values


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
