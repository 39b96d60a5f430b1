"""Agreement of a metric with human ratings: system-level and segment-level coefficients.

Every coefficient is also computed for bootstrap resamples of the segments. All metrics use the same
resamples, so the difference of two metrics has a confidence interval, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from truebleu.evaluation import mt_metrics_eval
from truebleu.evaluation.coefficients import AVERAGED, BY_SEGMENT, BY_SYSTEM
from truebleu.evaluation.correlation import (
    Values,
    accuracy_rows,
    difference_products,
    from_products,
    kendall,
    kendall_rows,
    pairwise_accuracy,
    pairwise_difference_correlation,
    pearson,
    pearson_rows,
    soft_pairwise_accuracy,
    spearman,
    spearman_rows,
    tie_calibration,
)
from truebleu.significance.bootstrap import percentile

Interval = tuple[float, float]
Measure = Callable[[Values, Values], "float | None"]
RowMeasure = Callable[[Values, Values], Values]

POOLED: dict[str, Measure] = {"pearson": pearson, "spearman": spearman, "kendall": kendall}
ROWS: dict[str, RowMeasure] = {
    "pearson": pearson_rows,
    "spearman": spearman_rows,
    "kendall": kendall_rows,
}

TRIALS = 1000
"""Number of trials of the permutation tests for soft pairwise accuracy."""
INTERVAL_RESAMPLES = 200
"""Number of resamples, and of trials per resample, for the interval of soft pairwise accuracy."""
ENTRIES = 1 << 22
"""Maximum number of random signs that are drawn at once."""
MAX_PAIRS = 1 << 24
"""Maximum number of segment pairs that are compared, summed over all systems."""


@dataclass(frozen=True, slots=True)
class MetricScores:
    """System scores and segment scores of a metric, or of human ratings.

    Scores are negated if lower is better. NaN marks a missing human rating.

    Attributes:
        scores: the system scores, shape (n_systems,).
        resampled: the system scores in each bootstrap resample of the segments, shape (n_resamples,
            n_systems).
        segments: the segment scores, shape (n_systems, n_segments).
    """

    scores: Values
    resampled: Values
    segments: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Validated settings for coefficients of agreement between a metric and human ratings.

    Attributes:
        by: the level of the coefficients, "system" or "segment".
        average: how segment-level coefficients are computed. None means one coefficient from all
            ratings together. "item" computes a coefficient for each segment and takes their mean.
            "system" computes a coefficient for each system and takes their mean.
        undefined: how an average treats undefined coefficients. "omit" leaves them out, and "zero"
            counts them as 0.
        form: None for truebleu's definitions, or "mt-metrics-eval" for the definitions of that
            program.
        confidence: the confidence level of the intervals.
        resamples: the number of bootstrap resamples of the segments.
        seed: the seed of the random numbers.
    """

    by: str
    average: str | None = None
    undefined: str = "omit"
    form: str | None = None
    confidence: float = 0.95
    resamples: int = 500
    seed: int = 12345

    @property
    def coefficients(self) -> tuple[str, ...]:
        """Names of the coefficients that can be computed with these settings."""
        if self.by == "system":
            return BY_SYSTEM
        return BY_SEGMENT if self.average is None else AVERAGED


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Estimate:
    """Agreement coefficient of a metric, with its value in each bootstrap resample.

    Attributes:
        value: the coefficient; None if it is undefined.
        resampled: the coefficient in each resample, NaN where it is undefined.
        rows: the number of coefficients whose mean is `value`; None if `value` is not a mean.
        tie_threshold: the largest score difference that counts as a tie; None without tie
            calibration.
    """

    value: float | None
    resampled: Values
    rows: int | None = None
    tie_threshold: float | None = None

    def interval(self, confidence: float) -> Interval | None:
        """Return the percentile bootstrap interval of the coefficient.

        Return None if the coefficient is undefined, or if it is undefined in most resamples.
        """
        return None if self.value is None else interval_of(self.resampled, confidence)


def interval_of(resampled: Values, confidence: float) -> Interval | None:
    """Return the percentile bootstrap interval of `resampled`, or None if most values are NaN."""
    defined = resampled[~np.isnan(resampled)]
    if 2 * len(defined) < len(resampled) or len(defined) < 2:
        return None
    return percentile(np.sort(defined), confidence)


class Agreement:
    """Computation of the agreement between metrics and human ratings.

    `target` has the human ratings, and `plan` has the settings. All metrics use the same bootstrap
    resamples of the segments.
    """

    def __init__(self, target: MetricScores, plan: Plan) -> None:
        self.target = target
        self.plan = plan

    def estimate(self, name: str, metric: MetricScores) -> Estimate:
        """Return the agreement coefficient `name` of a metric, with its value in each resample."""
        if name == "soft_pairwise_accuracy":
            return self._soft(metric)
        if self.plan.by == "system":
            return self._over_systems(name, metric)
        if name == "pairwise_accuracy":
            return self._accuracy(metric)
        if name == "pairwise_difference_correlation":
            return self._of_differences(metric)
        return self._pooled(name, metric) if self.plan.average is None else self._rows(name, metric)

    # System level

    def _over_systems(self, name: str, metric: MetricScores) -> Estimate:
        measure = {**POOLED, "pairwise_accuracy": pairwise_accuracy}[name]
        pairs = zip(metric.resampled, self.target.resampled, strict=True)
        value = measure(metric.scores, self.target.scores)
        return Estimate(value=value, resampled=_values([measure(*pair) for pair in pairs]))

    def _soft(self, metric: MetricScores) -> Estimate:
        x, y = metric.segments, self.target.segments
        if self.plan.form is None:
            value = soft_pairwise_accuracy(_p_values(x, [self.null_signs]), self.p_of_target)
        else:
            value = mt_metrics_eval.soft_pairwise_accuracy(x, y)
        signs = self._signs(INTERVAL_RESAMPLES)
        resampled = [
            soft_pairwise_accuracy(_p_values(x[:, drawn], signs), p_of_target)
            for drawn, p_of_target in zip(self._few_draws, self._p_of_resampled_target, strict=True)
        ]
        return Estimate(value=value, resampled=_values(resampled))

    def _signs(self, trials: int) -> list[Values]:
        return list(_signs(self.target.segments.shape[1], trials, self.plan.seed))

    @cached_property
    def null_signs(self) -> Values:
        """Random signs (1 or -1) for soft pairwise accuracy, shape (n_trials, n_segments).

        Each trial compares two systems after swapping their scores of every segment whose sign is
        -1.
        """
        return np.concatenate(self._signs(TRIALS))

    @cached_property
    def p_of_target(self) -> Values:
        """One-sided p-value of each pair of systems by the human ratings, shape (n_pairs,)."""
        return _p_values(self.target.segments, [self.null_signs])

    @cached_property
    def _p_of_resampled_target(self) -> list[Values]:
        y, signs = self.target.segments, self._signs(INTERVAL_RESAMPLES)
        return [_p_values(y[:, drawn], signs) for drawn in self._few_draws]

    # Segment level

    def _pooled(self, name: str, metric: MetricScores) -> Estimate:
        measure, y = POOLED[name], self.target.segments
        present = ~np.isnan(y)

        def of(x: Values, y: Values, present: NDArray[np.bool_]) -> float | None:
            return measure(x[present], y[present])

        x = metric.segments
        resampled = [of(x[:, drawn], y[:, drawn], present[:, drawn]) for drawn in self._draws]
        return Estimate(value=of(x, y, present), resampled=_values(resampled))

    def _rows(self, name: str, metric: MetricScores) -> Estimate:
        x, y = metric.segments, self.target.segments
        return self._averaged(lambda a, b: present_rows(ROWS[name], a, b), x, y)

    def _averaged(self, measure: RowMeasure, x: Values, y: Values) -> Estimate:
        if self.plan.average == "system":
            rows = self._without_undefined(measure(x, y), y)
            resampled = [
                _mean(self._without_undefined(measure(x[:, d], y[:, d]), y[:, d]))
                for d in self._draws
            ]
        else:
            rows = self._without_undefined(measure(x.T, y.T), y.T)
            resampled = [_mean(rows[drawn]) for drawn in self._draws]
        num_rows = int((~np.isnan(rows)).sum())
        return Estimate(value=_mean(rows), resampled=_values(resampled), rows=num_rows)

    def _without_undefined(self, rows: Values, ratings: Values) -> Values:
        if self.plan.undefined == "zero":
            enough = (~np.isnan(ratings)).sum(axis=1) > 1
            rows = np.where(np.isnan(rows) & enough, 0.0, rows)
        return rows

    def mean(self, rows: Values, ratings: Values) -> float | None:
        """Return the mean of the coefficients `rows`, or None if all coefficients are left out.

        A coefficient is NaN if it is undefined. Undefined coefficients are left out. If
        `plan.undefined` is "zero", only undefined coefficients with fewer than 2 ratings are left
        out, and other undefined coefficients count as 0. `ratings` has one row per coefficient,
        with the ratings from which the coefficient is computed.
        """
        return _mean(self._without_undefined(rows, ratings))

    def _accuracy(self, metric: MetricScores) -> Estimate:
        x, y = metric.segments, self.target.segments
        if self.has_too_many_pairs("pairwise_accuracy"):
            return Estimate(value=None, resampled=np.array([]), rows=0, tie_threshold=0.0)
        threshold, value = self.calibrate(x)
        if self.plan.average == "system":
            resampled = _resampled_accuracy(x, y, threshold, self._draws)
            num_rows = len(x)
        else:
            rows = present_rows(lambda a, b: accuracy_rows(a, b, threshold), x.T, y.T)
            resampled = [_mean(rows[drawn]) for drawn in self._draws]
            num_rows = int((~np.isnan(rows)).sum())
        return Estimate(
            value=value,
            resampled=_values(resampled),
            rows=None if self.plan.average is None else num_rows,
            tie_threshold=threshold,
        )

    def has_too_many_pairs(self, name: str) -> bool:
        """Return whether the coefficient `name` needs more than `MAX_PAIRS` pairs of segments.

        Only pairwise accuracy compares pairs of segments, and only if `plan.average` is "system".
        """
        systems, segments = self.target.segments.shape
        by_system = name == "pairwise_accuracy" and self.plan.average == "system"
        return by_system and systems * segments * (segments - 1) // 2 > MAX_PAIRS

    def calibrate(self, x: Values) -> tuple[float, float | None]:
        """Return the tie threshold that maximizes pairwise accuracy, and the maximum.

        `x` has the segment scores of a metric, shape (n_systems, n_segments). Pairwise accuracy
        compares these scores with the human ratings.
        """
        table, ratings = self.oriented(x), self.oriented(self.target.segments)
        if self.plan.form is not None:
            return mt_metrics_eval.calibrate(table, ratings)
        threshold = tie_calibration(table, ratings)
        return threshold, pairwise_accuracy(table, ratings, threshold)

    def oriented(self, table: Values) -> Values:
        """Return a table of scores, transposed unless `plan.average` is "system".

        `table` has the shape (n_systems, n_segments). Scores are compared within the rows of the
        result. A row has all scores of a system if `plan.average` is "system", otherwise all scores
        of a segment.
        """
        return table if self.plan.average == "system" else table.T

    def _of_differences(self, metric: MetricScores) -> Estimate:
        x, y = metric.segments.T, self.target.segments.T
        if np.isnan(y).any():
            value = mt_metrics_eval.pairwise_difference_correlation(x, y)
            return Estimate(value=value, resampled=np.array([]))
        products = difference_products(x, y)
        resampled = [from_products(products[drawn].sum(axis=0)) for drawn in self._draws]
        value = pairwise_difference_correlation(x, y)
        return Estimate(value=value, resampled=_values(resampled))

    @cached_property
    def _draws(self) -> Sequence[NDArray[np.int64]]:
        return _draws(self.target.segments.shape[1], self.plan.resamples, self.plan.seed)

    @cached_property
    def _few_draws(self) -> Sequence[NDArray[np.int64]]:
        return _draws(self.target.segments.shape[1], INTERVAL_RESAMPLES, self.plan.seed)


def _mean(rows: Values) -> float | None:
    defined = rows[~np.isnan(rows)]
    return float(np.average(defined)) if len(defined) else None


def present_rows(measure: RowMeasure, x: Values, y: Values) -> Values:
    """Return the coefficient of each row of `x` with the same row of `y`.

    `x` has the scores of a metric, and `y` has the human ratings. Both have the shape (n_rows,
    n_numbers). Where a rating is missing (NaN), the score is ignored. `measure` computes the
    coefficients of rows without missing ratings. A row with missing ratings gets NaN if fewer than
    2 ratings are left.
    """
    missing = np.isnan(y)
    if not missing.any():
        return measure(x, y)
    values = np.full(len(x), np.nan)
    complete = ~missing.any(axis=1)
    values[complete] = measure(x[complete], y[complete])
    for row in np.flatnonzero(~complete):
        present = ~missing[row]
        if present.sum() > 1:
            values[row] = measure(x[row : row + 1, present], y[row : row + 1, present])[0]
    return values


def _resampled_accuracy(
    x: Values, y: Values, threshold: float, draws: Sequence[NDArray[np.int64]]
) -> list[float | None]:
    segments = x.shape[1]
    if segments < 2:
        return [None] * len(draws)
    counts = np.stack([np.bincount(drawn, minlength=segments) for drawn in draws])
    weights = counts.astype(np.float32)
    right = np.zeros(len(draws))
    for row, ratings in zip(x, y, strict=True):
        by_x = row[None, :] - row[:, None]
        signs = np.where(np.abs(by_x) <= threshold, 0.0, np.sign(by_x))
        agree = (signs == np.sign(ratings[None, :] - ratings[:, None])).astype(np.float32)
        right += ((weights @ agree) * weights).sum(axis=1, dtype=np.float64) - segments
    shares: list[float | None] = (right / (segments * (segments - 1)) / len(x)).tolist()
    return shares


def _values(numbers: Sequence[float | None]) -> Values:
    return np.array([np.nan if number is None else number for number in numbers], dtype=np.float64)


def _draws(units: int, resamples: int, seed: int) -> Sequence[NDArray[np.int64]]:
    random = np.random.Generator(np.random.Philox(seed))
    return [random.integers(0, units, units) for _ in range(resamples)]


def p_values(segments: Values, trials: int, seed: int) -> Values:
    """Return the one-sided p-value of each pair of systems, shape (n_pairs,).

    A small p-value means that the first system of the pair is better. `segments` has the segment
    scores, shape (n_systems, n_segments). The test is a paired permutation test of the mean scores.
    Each trial randomly swaps the scores of the two systems, segment by segment. A trial whose
    difference equals the observed difference counts as 1/2, so equal systems get 0.5.
    """
    return _p_values(segments, list(_signs(segments.shape[1], trials, seed)))


def _p_values(segments: Values, signs: Sequence[Values]) -> Values:
    first, second = np.triu_indices(len(segments), 1)
    differences = segments[first] - segments[second]
    observed = differences.sum(axis=1)
    close = 1e-9 * np.abs(differences).sum(axis=1)  # tolerance for rounding errors
    # Subtract the mean of all systems, which could be large compared with the differences.
    centered = segments - segments.mean(axis=0)
    n_extreme = np.zeros(len(observed))
    trials = 0
    for part in signs:
        # Not `@`: synchronizing BLAS threads costs more here than it gains.
        null = np.einsum("tu,su->ts", part, centered)
        beyond = null[:, first] - null[:, second] - observed
        n_extreme += (beyond > close).sum(axis=0) + (np.abs(beyond) <= close).sum(axis=0) / 2
        trials += len(part)
    return n_extreme / trials


def _signs(units: int, trials: int, seed: int) -> Iterator[Values]:
    random = np.random.Generator(np.random.Philox(seed))
    at_once = max(1, ENTRIES // max(1, units))
    for start in range(0, trials, at_once):
        shape = (min(at_once, trials - start), units)
        drawn = random.integers(0, 2, shape, dtype=np.int8)
        yield np.multiply(drawn, 2.0, dtype=np.float64) - 1.0
