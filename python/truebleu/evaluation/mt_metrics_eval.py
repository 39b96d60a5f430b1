"""Definitions of mt-metrics-eval 0.0.3 that differ from truebleu's.

- In soft pairwise accuracy, a trial whose difference equals the observed difference counts as 1,
  not as 1/2. The random signs of the trials are drawn in single precision by NumPy's generator with
  seed 4.
- Tie calibration adds the accuracies of segments or systems in floating point. If several
  thresholds are equally good, rounding errors may decide which one is chosen.
- Permutation tests are one-sided, do not count the observed scores as a trial, and may stop early.
  They use the same random numbers as mt-metrics-eval.

In all functions, NaN marks a missing rating.

Source: https://github.com/google-research/mt-metrics-eval (WMT metrics task 2021 to 2025).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from truebleu.evaluation.correlation import Values, from_products

TRIALS = 1000
SEED = 4
EARLY_MIN = 0.02
EARLY_MAX = 0.5


def soft_pairwise_accuracy(x: Values, y: Values) -> float | None:
    """Return the soft pairwise accuracy of a metric, or None for fewer than 2 systems.

    `x` has the segment scores of the metric, and `y` has the human ratings. Both have the shape
    (n_systems, n_segments).
    """
    if len(x) < 2:
        return None
    return soft_accuracy_of(x, p_values(y))


def soft_accuracy_of(x: Values, p_of_ratings: Values) -> float:
    """Return the soft pairwise accuracy of a metric, from the p-values of the human ratings.

    `x` has the segment scores of the metric, shape (n_systems, n_segments). `p_of_ratings` is the
    result of `p_values` for the human ratings.
    """
    pairs = np.triu_indices(len(x), 1)
    return float(1.0 - np.abs(p_of_ratings[pairs] - p_values(x)[pairs]).mean())


def p_values(segments: Values) -> Values:
    """Return the one-sided p-values of all pairs of systems, shape (n_systems, n_systems).

    For j > i, the value in row i and column j is the p-value of a test of whether system i is
    better than system j. A small p-value means that system i is better. All other values are NaN.
    `segments` has the segment scores, shape (n_systems, n_segments).
    """
    signs = _null_signs(segments.shape[1])
    scores = np.ascontiguousarray(segments, dtype=np.float32)
    sums, trials = scores.sum(axis=1), signs @ scores.T
    values = np.full((len(scores), len(scores)), np.nan)
    first, second = np.triu_indices(len(scores), 1)
    extreme = trials[:, first] - trials[:, second] >= sums[first] - sums[second]
    values[first, second] = np.count_nonzero(extreme, axis=0) / TRIALS
    return values


@lru_cache(maxsize=1)
def _null_signs(segments: int) -> NDArray[np.float32]:
    drawn = np.random.default_rng(SEED).random((TRIALS, segments), dtype=np.float32)
    signs: NDArray[np.float32] = np.rint(drawn) * np.float32(2) - np.float32(1)
    return signs


def pairwise_difference_correlation(x: Values, y: Values) -> float | None:
    """Return Pearson's r between differences in `x` and the corresponding differences in `y`.

    A difference is taken for every pair of systems within a segment. `x` has the scores of a
    metric, and `y` has the human ratings. Both have the shape (n_segments, n_systems). Missing
    ratings are left out.
    """
    total = np.zeros(3)
    for row, ratings in zip(x, y, strict=True):
        present = ~np.isnan(ratings)
        if present.any():
            a = row[present] - row[present].mean()
            b = ratings[present] - ratings[present].mean()
            total += present.sum() * np.array([a @ a, b @ b, a @ b])
    return from_products(total)


# Tie calibration


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """All pairs of human ratings within the rows of a table, without missing ratings.

    Attributes:
        rows: for each pair, the index of its row.
        sizes: for each pair, the absolute difference of the metric's two scores.
        right: for each pair, whether the metric orders it as the ratings do.
        right_if_tied: for each pair, whether its two ratings are equal. If so, a tie of the metric
            is right.
    """

    rows: NDArray[np.int64]
    sizes: Values
    right: NDArray[np.bool_]
    right_if_tied: NDArray[np.bool_]


def pairs_of(x: Values, y: Values) -> Pairs:
    """Return all pairs of ratings within rows.

    `x` has the scores of a metric, and `y` has the human ratings. Both have the shape (n_rows,
    n_scores).
    """
    first, second = np.triu_indices(x.shape[1], 1)
    by_x, by_y = x[:, second] - x[:, first], y[:, second] - y[:, first]
    present = ~np.isnan(by_y)
    rows = np.repeat(np.arange(len(x)), present.sum(axis=1))
    by_x, by_y = by_x[present], by_y[present]
    return Pairs(rows, np.abs(by_x), np.sign(by_x) == np.sign(by_y), by_y == 0)


def calibrate(x: Values, y: Values) -> tuple[float, float | None]:
    """Return the tie threshold that maximizes the mean pairwise accuracy of rows, and the maximum.

    `x` has the scores of a metric, and `y` has the human ratings. Both have the shape (n_rows,
    n_scores). If no row has two ratings, the results are 0 and None.
    """
    thresholds, values = calibration_curve(x, y)
    if not len(values):
        return 0.0, None
    best = int(np.argmax(values))
    return float(thresholds[best]), float(values[best])


def calibration_curve(x: Values, y: Values) -> tuple[Values, Values]:
    """Return all possible tie thresholds, and for each the mean pairwise accuracy of the rows.

    `x` has the scores of a metric, and `y` has the human ratings. The thresholds are 0 and every
    absolute difference of two scores within a row of `x`.
    """
    pairs = pairs_of(x, y)
    if not len(pairs.rows):
        return np.array([]), np.array([])
    _, rows, counts = np.unique(pairs.rows, return_inverse=True, return_counts=True)
    right = np.bincount(rows, weights=pairs.right).astype(np.int64)
    order = np.argsort(pairs.sizes, kind="stable")
    sizes, in_order = pairs.sizes[order], rows[order]
    gains = pairs.right_if_tied[order].astype(np.int64) - pairs.right[order]
    # Number of pairs ordered correctly in the row of each pair, before and after it becomes a tie.
    by_row = np.argsort(in_order, kind="stable")
    ends = np.cumsum(counts)
    running = np.cumsum(gains[by_row])
    before_row = np.concatenate([[0], running[ends[:-1] - 1]])
    after = np.empty(len(order), dtype=np.int64)
    after[by_row] = running - np.repeat(before_row, counts)
    after += right[in_order]
    before = after - gains
    # A running sum: each step subtracts the row's old accuracy and adds its new accuracy.
    steps = np.empty(2 * len(order))
    steps[0::2] = -(before / counts[in_order])
    steps[1::2] = after / counts[in_order]
    start = np.cumsum(right / counts)[-1]
    sums = np.cumsum(np.concatenate([[start], steps]))[0::2]
    last = np.flatnonzero(np.append(sizes[1:] != sizes[:-1], True))
    thresholds, totals = sizes[last], sums[1:][last]
    if sizes[0] != 0:
        thresholds, totals = np.append(0.0, thresholds), np.append(start, totals)
    return thresholds, totals / len(counts)


# Tests of whether the second metric agrees better: PERM-BOTH (Deutsch, Dror and Roth 2021,
# https://arxiv.org/abs/2104.00054), and a test that swaps comparisons


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """Number of trials of a permutation test, and the generator of its random draws.

    After every `block` trials, a test stops if its p-value is below 0.02 or above 0.5.
    """

    trials: int
    random: np.random.RandomState
    block: int = 1000


@dataclass(frozen=True, slots=True)
class Swaps:
    """Result of a one-sided test of two metrics.

    A small p-value means that the second metric agrees better with the human ratings.
    """

    p_value: float
    difference: float
    trials: int
    n_extreme: int


def z_scores(x: Values) -> Values:
    """Return scores normalized to mean 0 and standard deviation 1.

    If all scores are equal, all results are 0.
    """
    deviation = x.std()
    if deviation == 0 or np.all(x == x.ravel()[0]):
        return np.zeros_like(x)
    scores: Values = (x - x.mean()) / deviation
    return scores


def swap_scores(
    first: Values,
    second: Values,
    statistic: Callable[[Values], float],
    draws: Draws,
) -> Swaps:
    """Return the result of a permutation test that swaps the z-scores of two metrics.

    Each trial swaps the two z-scores of each output with probability 1/2. `first` and `second` are
    the scores of the two metrics. `statistic` computes a coefficient of agreement with the human
    ratings from the scores of a metric.
    """
    a, b = z_scores(first), z_scores(second)
    observed = statistic(b) - statistic(a)
    extreme = 0
    for trial in range(1, draws.trials + 1):
        own = draws.random.binomial(1, 0.5, len(a)) == 1
        scores, opposite = np.where(own, a, b), np.where(own, b, a)
        extreme += bool(statistic(opposite) - statistic(scores) >= observed)
        if trial % draws.block == 0 and not EARLY_MIN <= extreme / trial <= EARLY_MAX:
            break
    return Swaps(extreme / trial, observed, trial, int(extreme))


def swap_comparisons(
    first: Values,
    second: Values,
    y: Values,
    thresholds: tuple[float, float],
    draws: Draws,
) -> Swaps:
    """Return the result of a permutation test that swaps two metrics' results for pairs of ratings.

    A metric's result for a pair is whether the metric orders it as the human ratings `y` do. Pairs
    are formed within rows. Each trial swaps the two metrics' results for each pair with probability
    1/2. `thresholds` has the fixed tie threshold of each metric. `first` and `second` are the
    scores of the two metrics. They and `y` have the shape (n_rows, n_scores).
    """
    sizes, tables = [], []
    for row, opposite, ratings in zip(first, second, y, strict=True):
        present = ~np.isnan(ratings)
        if present.any():
            by_y = _signs(ratings[present], 0.0)
            right = _signs(row[present], thresholds[0]) == by_y
            right_opposite = _signs(opposite[present], thresholds[1]) == by_y
            sizes.append(len(by_y))
            tables.append((right, right_opposite))
    right, opposite = (_padded([pair[i] for pair in tables], max(sizes)) for i in (0, 1))
    observed = _accuracy(opposite, sizes) - _accuracy(right, sizes)
    extreme = 0
    for trial in range(1, draws.trials + 1):
        own = _symmetric_draws(draws.random, sizes)
        swapped = np.where(own, right, opposite), np.where(own, opposite, right)
        if _accuracy(swapped[1], sizes) - _accuracy(swapped[0], sizes) >= observed:
            extreme += 1
            # As in mt-metrics-eval, check the p-value only after an extreme trial.
            if trial % draws.block == 0 and not EARLY_MIN <= extreme / trial <= EARLY_MAX:
                break
    return Swaps(extreme / trial, observed, trial, extreme)


def _symmetric_draws(random: np.random.RandomState, sizes: list[int]) -> NDArray[np.bool_]:
    if len(set(sizes)) == 1:
        drawn = random.binomial(1, 0.5, (len(sizes), sizes[0], sizes[0])) == 1
    else:
        drawn = _padded([random.binomial(1, 0.5, (size, size)) == 1 for size in sizes], max(sizes))
    upper = np.triu(drawn)
    symmetric: NDArray[np.bool_] = upper | upper.transpose(0, 2, 1)
    return symmetric


def _padded(tables: list[NDArray[np.bool_]], size: int) -> NDArray[np.bool_]:
    padded = np.zeros((len(tables), size, size), dtype=bool)
    for i, table in enumerate(tables):
        padded[i, : len(table), : len(table)] = table
    return padded


def _accuracy(right: NDArray[np.bool_], sizes: list[int]) -> float:
    numbers = np.array(sizes)
    pairs = numbers * (numbers - 1) // 2
    counts = np.count_nonzero(np.triu(right, 1), axis=(1, 2))
    shares = counts[pairs > 0] / pairs[pairs > 0]
    return float(np.average(shares)) if len(shares) else 0.0


def _signs(x: Values, threshold: float) -> Values:
    differences = x[None, :] - x[:, None]
    signs: Values = np.where(np.abs(differences) <= threshold, 0.0, np.sign(differences))
    return signs
