"""Correlation coefficients of two arrays, or of corresponding rows of two tables.

A coefficient is undefined if there are too few numbers, or if all numbers are equal. Functions that
return a single coefficient then return None. Functions that return one coefficient per row return
NaN for such a row.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

SHORT = 40
"""Maximum row length at which all pairs of all rows are compared in one array operation."""


def pearson(x: Values, y: Values) -> float | None:
    """Return Pearson's correlation coefficient r.

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
    if np.all(x == x[0]):
        return None
    centred: Values = x - x.mean()
    centred /= np.abs(centred).max()  # so that no square overflows or vanishes
    return centred / np.sqrt(centred @ centred)


def spearman(x: Values, y: Values) -> float | None:
    """Return Spearman's rho, which is Pearson's r of the ranks."""
    return pearson(ranks(x), ranks(y)) if len(x) > 1 else None


def ranks(x: Values) -> Values:
    """Return the ranks of numbers, 1 for the smallest. Equal numbers get their mean rank.

    >>> ranks(np.array([10.0, 30, 10, 20])).tolist()
    [1.5, 4.0, 1.5, 3.0]
    """
    _, indices, counts = np.unique(x, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: Values = last - (counts - 1) / 2
    return mean[indices]


def kendall(x: Values, y: Values) -> float | None:
    """Return Kendall's tau-b (1945), a rank correlation with a correction for ties.

    Discordant pairs are counted by a merge sort in O(n log(n)^2) time.

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
    top = int(codes.max()) + 1
    size = 1 << max(len(codes) - 1, 1).bit_length()
    values = np.full(size, top, dtype=np.int64)
    values[: len(codes)] = codes
    inversions, width = 0, 1
    while width < size:
        blocks = values.reshape(-1, 2, width)
        # Add to each block an offset larger than any number, so that one search covers all blocks.
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
    """Return the share of pairs that `x` and `y` order alike, or that are ties in both.

    A pair is a tie in `x` if its numbers differ by at most `tie_threshold`. It is a tie in `y` if
    its numbers are equal. Source: Deutsch, Foster and Freitag 2023, "Ties Matter",
    https://arxiv.org/abs/2305.14324, equation 5.

    In one-dimensional arrays, all pairs of numbers are compared. In two-dimensional arrays, only
    pairs within a row are compared. For example, a row has the scores of all systems for one
    segment.

    >>> pairwise_accuracy(np.array([1.0, 2, 3]), np.array([1.0, 1, 2])).__round__(4)
    0.6667
    """
    by_x, by_y = _differences(x), _differences(y)
    if not by_x.size:
        return None
    return float(_agree(by_x, by_y, tie_threshold).mean())


def agreeing_pairs(x: Values, y: Values, tie_threshold: float) -> NDArray[np.bool_]:
    """Return whether `x` and `y` agree on each pair of numbers within a row.

    `x` and `y` agree if they order the pair alike, or if the pair is a tie in both. Ties are
    defined in `pairwise_accuracy`. The result has the shape (n_rows, n_pairs_of_columns).
    """
    return _agree(_differences(x), _differences(y), tie_threshold)


def _agree(by_x: Values, by_y: Values, tie_threshold: float) -> NDArray[np.bool_]:
    signs = np.where(np.abs(by_x) <= tie_threshold, 0.0, np.sign(by_x))
    agreement: NDArray[np.bool_] = signs == np.sign(by_y)
    return agreement


def tie_calibration(x: Values, y: Values) -> float:
    """Return the smallest tie threshold that maximizes `pairwise_accuracy`.

    Without a threshold, a metric that never gives equal scores would miss every tie in the human
    ratings. The possible thresholds are 0 and every absolute difference of two numbers within a row
    of `x`. Source: Deutsch et al. 2023, section 5.
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
    groups = np.atleast_2d(x)
    first, second = np.triu_indices(groups.shape[1], 1)
    differences: Values = groups[:, second] - groups[:, first]
    return differences


def soft_pairwise_accuracy(p_x: Values, p_y: Values) -> float | None:
    """Return soft pairwise accuracy: 1 minus the mean absolute difference of `p_x` and `p_y`.

    `p_x` and `p_y` have a one-sided p-value for each pair of systems. A small p-value means that
    the first system of the pair is better. Source: Thompson, Mathur, Deutsch and Khayrallah 2024,
    "Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft Pairwise
    Accuracy", https://arxiv.org/abs/2409.09598, equation 2.

    >>> soft_pairwise_accuracy(np.array([0.0, 0.5]), np.array([0.25, 0.5]))
    0.875
    """
    return float(1 - np.abs(p_x - p_y).mean()) if len(p_x) else None


def pairwise_difference_correlation(x: Values, y: Values) -> float | None:
    """Return Pearson's r between differences in `x` and the corresponding differences in `y`.

    A difference is taken for every pair of numbers within a row. A row has the scores of all
    systems for one segment. Differences remove effects that all systems share, such as the
    difficulty of the segment. mt-metrics-eval calls this coefficient "pairwise difference Pearson".

    >>> x, y = np.array([[1.0, 2], [8, 9]]), np.array([[30.0, 40], [5, 25]])
    >>> pairwise_difference_correlation(x, y).__round__(4)
    0.9487
    """
    return from_products(difference_products(x, y).sum(axis=0))


def difference_products(x: Values, y: Values) -> Values:
    """Return three sums of products for each row of `x` and `y`, shape (n_rows, 3).

    For each pair of columns, let a be the difference of the row's two numbers in `x`, and b the
    difference in `y`. The result has the sums of a * a, b * b and a * b over all pairs.
    `from_products` computes a correlation from the total of all rows.
    """
    a, b = np.atleast_2d(x), np.atleast_2d(y)
    # The sum over all pairs of a row is its length times the sum of centered products.
    a, b = a - a.mean(axis=1, keepdims=True), b - b.mean(axis=1, keepdims=True)
    a[_are_equal(np.atleast_2d(x))] = 0.0
    b[_are_equal(np.atleast_2d(y))] = 0.0
    sums = [(a * a).sum(axis=1), (b * b).sum(axis=1), (a * b).sum(axis=1)]
    products: Values = a.shape[1] * np.stack(sums, axis=1)
    return products


def from_products(products: Values) -> float | None:
    """Return the pairwise difference correlation, or None if it is undefined.

    `products` is the sum of the rows that `difference_products` returns, shape (3,).
    """
    of_x, of_y, of_both = products
    if of_x <= 0 or of_y <= 0:
        return None
    return float(np.clip(of_both / np.sqrt(of_x) / np.sqrt(of_y), -1, 1))


# Coefficients of each row of two tables


def pearson_rows(x: Values, y: Values) -> Values:
    """Return Pearson's r between each row of `x` and the same row of `y`.

    `x` and `y` have the shape (n_rows, n_numbers).
    """
    if x.shape[1] < 2:
        return np.full(len(x), np.nan)
    a, b = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        a /= np.abs(a).max(axis=1, keepdims=True)  # so that no square overflows or vanishes
        b /= np.abs(b).max(axis=1, keepdims=True)
        a /= np.sqrt((a * a).sum(axis=1, keepdims=True))
        b /= np.sqrt((b * b).sum(axis=1, keepdims=True))
        values: Values = np.clip((a * b).sum(axis=1), -1, 1)
    values[_are_equal(x) | _are_equal(y)] = np.nan
    return values


def _are_equal(x: Values) -> NDArray[np.bool_]:
    equal: NDArray[np.bool_] = (x == x[:, :1]).all(axis=1)
    return equal


def spearman_rows(x: Values, y: Values) -> Values:
    """Return Spearman's rho between each row of `x` and the same row of `y`.

    `x` and `y` have the shape (n_rows, n_numbers).
    """
    return pearson_rows(_rank_rows(x), _rank_rows(y))


def _rank_rows(x: Values) -> Values:
    if x.shape[1] > SHORT:
        return np.stack([ranks(row) for row in x])
    below = (x[:, None, :] < x[:, :, None]).sum(axis=2)
    equal = (x[:, None, :] == x[:, :, None]).sum(axis=2)
    mean: Values = below + (equal + 1) / 2
    return mean


def kendall_rows(x: Values, y: Values) -> Values:
    """Return Kendall's tau-b between each row of `x` and the same row of `y`.

    `x` and `y` have the shape (n_rows, n_numbers).
    """
    if x.shape[1] > SHORT:
        return _each_row(kendall, x, y)
    by_x, by_y = np.sign(_differences(x)), np.sign(_differences(y))
    in_x, in_y = (by_x != 0).sum(axis=1), (by_y != 0).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        tau = (by_x * by_y).sum(axis=1) / np.sqrt(in_x) / np.sqrt(in_y)
        values: Values = np.clip(tau, -1, 1)
    return values


def accuracy_rows(x: Values, y: Values, tie_threshold: float = 0.0) -> Values:
    """Return the `pairwise_accuracy` of each row of `x` and the same row of `y`.

    `x` and `y` have the shape (n_rows, n_numbers).
    """
    if x.shape[1] < 2:
        return np.full(len(x), np.nan)
    if x.shape[1] > SHORT:
        return _each_row(lambda a, b: pairwise_accuracy(a, b, tie_threshold), x, y)
    values: Values = agreeing_pairs(x, y, tie_threshold).mean(axis=1)
    return values


def _each_row(
    coefficient: Callable[[Values, Values], float | None], x: Values, y: Values
) -> Values:
    values = [coefficient(*pair) for pair in zip(x, y, strict=True)]
    return np.array([np.nan if value is None else value for value in values])
