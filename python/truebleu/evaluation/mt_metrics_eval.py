"""Definitions of mt-metrics-eval 0.0.3 where they differ from truebleu's, with its random draws.

Soft pairwise accuracy counts tied trials in full and draws from NumPy's generator with seed 4 in
single precision. Tie calibration adds shares of rows in floating point, whose rounding may choose
among equally good thresholds. Permutation tests are one-sided, without the observed assignment,
and may stop early. NaN is a missing rating.

Source: https://github.com/google-research/mt-metrics-eval (WMT metrics task 2021 to 2025).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truebleu.evaluation.correlation import Values, from_products

TRIALS = 1000
SEED = 4
EARLY_MIN = 0.02
EARLY_MAX = 0.5


def soft_pairwise_accuracy(x: Values, y: Values) -> float | None:
    """Return soft pairwise accuracy of segment scores of shape (systems, segments)."""
    if len(x) < 2:
        return None
    pairs = np.triu_indices(len(x), 1)
    distance = np.abs(p_values(y)[pairs] - p_values(x)[pairs])
    return float(1.0 - distance.mean())


def p_values(segments: Values) -> Values:
    """Return a square array: above the diagonal the p-value that system i is better than j."""
    signs = np.rint(np.random.default_rng(SEED).random((TRIALS, segments.shape[1]), np.float32))
    signs = signs * np.float32(2) - np.float32(1)
    scores = np.ascontiguousarray(segments, dtype=np.float32)
    sums, trials = scores.sum(axis=1), signs @ scores.T
    values = np.full((len(scores), len(scores)), np.nan)
    for first, second in zip(*np.triu_indices(len(scores), 1), strict=True):
        null = trials[:, first] - trials[:, second]
        values[first, second] = np.count_nonzero(null >= sums[first] - sums[second]) / TRIALS
    return values


def pairwise_difference_correlation(x: Values, y: Values) -> float | None:
    """Return Pearson's r of all differences within rows, of ratings that are present."""
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
    """All pairs of present ratings within rows, row by row.

    `rows` has the row of each pair, `sizes` its absolute difference by the metric. `right` says
    whether the metric orders it as the ratings do, `right_if_tied` whether the ratings are a tie.
    """

    rows: NDArray[np.int64]
    sizes: Values
    right: NDArray[np.bool_]
    right_if_tied: NDArray[np.bool_]


def pairs_of(x: Values, y: Values) -> Pairs:
    """Return the pairs within the rows of two tables."""
    first, second = np.triu_indices(x.shape[1], 1)
    by_x, by_y = x[:, second] - x[:, first], y[:, second] - y[:, first]
    present = ~np.isnan(by_y)
    rows = np.repeat(np.arange(len(x)), present.sum(axis=1))
    by_x, by_y = by_x[present], by_y[present]
    return Pairs(rows, np.abs(by_x), np.sign(by_x) == np.sign(by_y), by_y == 0)


def calibrate(x: Values, y: Values) -> tuple[float, float | None]:
    """Return the tie threshold with the largest mean of row accuracies, and that mean."""
    thresholds, values = calibration_curve(x, y)
    if not len(values):
        return 0.0, None
    best = int(np.argmax(values))
    return float(thresholds[best]), float(values[best])


def calibration_curve(x: Values, y: Values) -> tuple[Values, Values]:
    """Return all thresholds, 0 and every difference, with the mean accuracy of the rows."""
    pairs = pairs_of(x, y)
    if not len(pairs.rows):
        return np.array([]), np.array([])
    _, rows, counts = np.unique(pairs.rows, return_inverse=True, return_counts=True)
    right = np.bincount(rows, weights=pairs.right).astype(np.int64)
    order = np.argsort(pairs.sizes, kind="stable")
    sizes, in_order = pairs.sizes[order], rows[order]
    gains = pairs.right_if_tied[order].astype(np.int64) - pairs.right[order]
    # The number of right pairs of each pair's row, before and after the pair becomes a tie.
    by_row = np.argsort(in_order, kind="stable")
    ends = np.cumsum(counts)
    running = np.cumsum(gains[by_row])
    before_row = np.concatenate([[0], running[ends[:-1] - 1]])
    after = np.empty(len(order), dtype=np.int64)
    after[by_row] = running - np.repeat(before_row, counts)
    after += right[in_order]
    before = after - gains
    # One sum, in which each step takes away the row's old share and adds the new one.
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


# Does the second metric agree better? PERM-BOTH (Deutsch, Dror and Roth 2021,
# https://arxiv.org/abs/2104.00054), and the test that swaps comparisons


@dataclass(frozen=True, slots=True)
class Swaps:
    """Result of a test: the one-sided p-value that the second agrees better, and the trials."""

    p_value: float
    difference: float
    trials: int
    n_extreme: int


def z_scores(x: Values) -> Values:
    """Return scores with mean 0 and standard deviation 1; 0 if all are equal."""
    deviation = x.std()
    if deviation == 0 or np.all(x == x.ravel()[0]):
        return np.zeros_like(x)
    scores: Values = (x - x.mean()) / deviation
    return scores


def swap_scores(
    first: Values,
    second: Values,
    statistic: Callable[[Values], float],
    *,
    trials: int,
    random: np.random.RandomState,
    block: int = 1000,
) -> Swaps:
    """Swap each z-score of two metrics with probability 1/2, and compare their statistics."""
    a, b = z_scores(first), z_scores(second)
    observed = statistic(b) - statistic(a)
    extreme = 0
    for trial in range(1, trials + 1):
        own = random.binomial(1, 0.5, len(a)) == 1
        scores, opposite = np.where(own, a, b), np.where(own, b, a)
        extreme += bool(statistic(opposite) - statistic(scores) >= observed)
        if trial % block == 0 and not EARLY_MIN <= extreme / trial <= EARLY_MAX:
            break
    return Swaps(extreme / trial, observed, trial, int(extreme))


def swap_comparisons(
    first: Values,
    second: Values,
    y: Values,
    thresholds: tuple[float, float],
    *,
    trials: int,
    random: np.random.RandomState,
    block: int = 1000,
) -> Swaps:
    """Swap each comparison of two ratings within a row, with fixed tie thresholds.

    `first`, `second` and `y` have the shape (rows, numbers).
    """
    tables = []
    for row, opposite, ratings in zip(first, second, y, strict=True):
        present = ~np.isnan(ratings)
        if present.any():
            by_y = _signs(ratings[present], 0.0)
            right = _signs(row[present], thresholds[0]) == by_y
            right_opposite = _signs(opposite[present], thresholds[1]) == by_y
            tables.append((right, right_opposite))

    observed = _accuracy([second for _, second in tables])
    observed -= _accuracy([first for first, _ in tables])
    extreme = 0
    for trial in range(1, trials + 1):
        swapped: tuple[list[NDArray[np.bool_]], list[NDArray[np.bool_]]] = ([], [])
        for right, right_opposite in tables:
            own = np.triu(random.binomial(1, 0.5, right.shape)) == 1
            own = own | own.T
            swapped[0].append(np.where(own, right, right_opposite))
            swapped[1].append(np.where(own, right_opposite, right))
        if _accuracy(swapped[1]) - _accuracy(swapped[0]) >= observed:
            extreme += 1
            # The program looks at the p-value after an extreme trial alone.
            if trial % block == 0 and not EARLY_MIN <= extreme / trial <= EARLY_MAX:
                break
    return Swaps(extreme / trial, observed, trial, extreme)


def _accuracy(tables: list[NDArray[np.bool_]]) -> float:
    """Return the mean over rows of the share of right comparisons, in square tables."""
    shares = [
        np.count_nonzero(np.triu(right, 1)) / (len(right) * (len(right) - 1) // 2)
        for right in tables
        if len(right) > 1
    ]
    return float(np.average(shares)) if shares else 0.0


def _signs(x: Values, threshold: float) -> Values:
    differences = x[None, :] - x[:, None]
    signs: Values = np.where(np.abs(differences) <= threshold, 0.0, np.sign(differences))
    return signs
