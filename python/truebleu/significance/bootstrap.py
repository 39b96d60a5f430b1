"""Bootstrap confidence intervals of scores and of score differences.

The ends of a percentile interval are two quantiles of the resampled values. The ends of a BCa
(bias-corrected and accelerated) interval are quantiles at adjusted levels. The adjustment has two
parts. Bias correction is for resampled values whose median differs from the observed value.
Acceleration is for a standard error that changes with the true value. Sources: Efron, "Better
Bootstrap Confidence Intervals" (JASA 1987), section 4; Efron and Tibshirani, "An Introduction to
the Bootstrap" (1993), section 14.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from truebleu import _native
from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import ProgressCallback
from truebleu.significance.options import CompareOptions
from truebleu.significance.power import scaled, standard_error
from truebleu.significance.results import Histogram
from truebleu.significance.systems import CountedSystem

Interval = tuple[float, float]
Values = NDArray[np.float64]


STEPS = 40
"""Maximum number of bins of a histogram, reached with 1,000 resamples."""


class Spread:
    """Bootstrap distributions of the scores of several systems.

    For a system with several training runs, the score in a resample is the mean over the runs.

    Args:
        native: a resampler of the Rust core for all training runs, ordered by system.
        systems: the systems with their observed scores.
        options: the options of the comparison.
        progress: the progress callback, as in `compare`.

    Attributes:
        units: the number of units (segments or documents) that are resampled.
        resamples: the number of resamples with a score. A Poisson resample can be empty and then
            has no score.

    Raises:
        ConfigurationError: no resample has a score.
    """

    def __init__(
        self,
        native: _native.Resampling | _native.Shard,
        systems: Sequence[CountedSystem],
        options: CompareOptions,
        progress: ProgressCallback | None = None,
    ) -> None:
        self.units = native.units
        self._observed = [system.value for system in systems]
        self._confidence = options.confidence
        values = native.bootstrap(
            options.resamples, options.seed, options.bootstrap, options.num_threads, progress
        )
        counts = [len(system.scores) for system in systems]
        table = np.asarray(values)
        self.resamples = len(table)
        if not self.resamples:
            raise ConfigurationError(
                f"resamples={options.resamples}: all resamples are empty. Use more resamples or "
                "bootstrap='multinomial'."
            )
        runs_by_system = _by_system(table, counts)
        self._selection = [_selection(runs) for runs in runs_by_system]
        self._values = _means(runs_by_system)
        without = np.asarray(native.leave_out(options.bootstrap, options.num_threads))
        self._without = _means(_by_system(without, counts))

    def of_system(self, i: int) -> tuple[Interval, Interval | None]:
        """Return the percentile interval and the BCa interval of a system's score.

        `i` is the index of the system. The BCa interval is None if it is undefined.
        """
        return self._intervals(self._values[i], self._observed[i], self._without[i])

    def selection(self, i: int) -> float | None:
        """Return the standard deviation of a system's score over the bootstrap resamples.

        `i` is the index of the system. If the system has several training runs, return the mean of
        their standard deviations. If there is only one resample, return None.
        """
        return self._selection[i]

    def difference(self, first: int, second: int) -> float:
        """Return the observed score of system `second` minus the observed score of system `first`.

        `first` and `second` are indices of systems.
        """
        return self._observed[second] - self._observed[first]

    def n_extreme(self, first: int, second: int) -> int:
        """Return the number of resampled differences at least as extreme as the observed one.

        A difference is the score of system `second` minus the score of system `first`.
        `count_extreme` defines which differences are extreme.
        """
        return count_extreme(self._differences(first, second), self.difference(first, second))

    def of_pair(self, first: int, second: int) -> tuple[Interval, Interval | None]:
        """Return the percentile interval and the BCa interval of the difference of two systems.

        The BCa interval is None if it is undefined.
        """
        return self._intervals(
            self._differences(first, second),
            self.difference(first, second),
            self._without[second] - self._without[first],
        )

    def standard_error(self, first: int, second: int) -> float:
        """Return the jackknife standard error of the score difference of two systems."""
        return standard_error(self._without[second] - self._without[first])

    def histogram(self, first: int, second: int) -> Histogram:
        """Return a histogram of the resampled score differences of two systems.

        A difference is the score of system `second` minus the score of system `first`.
        """
        return histogram(self._differences(first, second))

    def _intervals(
        self, values: Values, observed: float, without: Values
    ) -> tuple[Interval, Interval | None]:
        ordered = np.sort(values)
        return (
            percentile(ordered, self._confidence),
            bca(ordered, observed, without, self._confidence),
        )

    def _differences(self, first: int, second: int) -> Values:
        differences: Values = self._values[second] - self._values[first]
        return differences


def histogram(values: Values) -> Histogram:
    """Return a histogram of the values with at most `STEPS` bins of equal width.

    The number of bins is 1.25 times the square root of the number of values, but at most `STEPS`.
    If all values are equal, there is one bin.

    >>> histogram(np.array([2.0, 2.0]))
    Histogram(low=2.0, high=2.0, counts=(2,))
    """
    low, high = float(values.min()), float(values.max())
    steps = min(STEPS, round(1.25 * len(values) ** 0.5))
    width = (high - low) / steps
    if not np.isfinite(width) or low + width == low or high - width == high:
        return Histogram(low=low, high=high, counts=(len(values),))
    # NumPy's own histogram takes ten times as long, for the same counts.
    edges = np.arange(1, steps) * width + low
    ends = [0, *np.sort(values).searchsorted(edges).tolist(), len(values)]
    counts = tuple(end - start for start, end in pairwise(ends))
    return Histogram(low=low, high=high, counts=counts)


def _by_system(table: Values, counts: Sequence[int]) -> list[Values]:
    """Split the columns of `table` by system.

    The columns of `table` are the training runs of all systems, ordered by system. `counts` has the
    number of runs of each system. The result has one array per system, with one row per run.
    """
    ends = np.cumsum(counts).tolist()
    by_run = table.T.copy()
    return [by_run[end - count : end] for end, count in zip(ends, counts, strict=True)]


def _means(runs_by_system: Sequence[Values]) -> list[Values]:
    return [runs[0] if len(runs) == 1 else runs.mean(axis=0) for runs in runs_by_system]


def _selection(runs: Values) -> float | None:
    return float(runs.std(axis=1, ddof=1).mean()) if runs.shape[1] > 1 else None


# Intervals and p-values from resampled values


def percentile(ordered: Values, confidence: float) -> tuple[float, float]:
    """Return the equal-tailed percentile interval of the sorted values `ordered`."""
    outside = (1 - confidence) / 2
    return quantile(ordered, outside), quantile(ordered, 1 - outside)


def quantile(ordered: Values, level: float) -> float:
    """Return the quantile of the sorted values `ordered` at `level`, a number from 0 to 1.

    The quantile is interpolated linearly between the two nearest values, as in `numpy.quantile`.

    >>> quantile(np.array([1.0, 2.0, 4.0]), 0.75)
    3.0
    """
    last = len(ordered) - 1
    position = last * level
    before = min(int(position), last)
    low, high = float(ordered[before]), float(ordered[min(before + 1, last)])
    share = position - before
    # Interpolate from the nearer value, as NumPy does.
    return low + (high - low) * share if share < 0.5 else high - (high - low) * (1 - share)


def bca(
    ordered: Values,
    observed: float,
    without_one: Values,
    confidence: float,
) -> tuple[float, float] | None:
    """Return the BCa interval of the sorted resampled values `ordered`; None if it is undefined.

    `observed` is the value without resampling. The interval is undefined if all resampled values
    are below `observed`, or if all are above it, because the bias cannot be estimated. It is also
    undefined if the acceleration is too large for the confidence level.

    `without_one` has the jackknife values. The jackknife leaves out each unit (segment, document or
    group of them) in turn and computes the value from the remaining units. If all jackknife values
    are equal, the acceleration is 0.
    """
    normal = NormalDist()
    less, at_most = (ordered.searchsorted(observed, side) for side in ("left", "right"))
    below = (less / len(ordered) + at_most / len(ordered)) / 2
    if not 0 < below < 1:
        return None
    bias = normal.inv_cdf(float(below))
    acceleration = _acceleration(without_one)
    levels = []
    for level in ((1 - confidence) / 2, (1 + confidence) / 2):
        shifted = bias + normal.inv_cdf(level)
        divisor = 1 - acceleration * shifted
        if divisor <= 0:
            return None
        levels.append(normal.cdf(bias + shifted / divisor))
    low, high = levels
    return quantile(ordered, low), quantile(ordered, high)


def _acceleration(without_one: Values) -> float:
    """Return the acceleration of a BCa interval, computed from the jackknife values.

    If d is the mean of these values minus each of them, the acceleration is sum(d**3) / (6 *
    sum(d**2)**1.5). It is 0 if all values are equal.
    """
    distances, _ = scaled(without_one.mean() - without_one)
    squared = distances * distances
    squares = float(np.sum(squared))
    if squares == 0:
        return 0.0
    # Not distances**3: NumPy's power is 20 times slower than a product.
    cubes = float(np.sum(squared * distances))
    return cubes / (6.0 * float(squares**1.5))


def count_extreme(differences: Values, observed: float) -> int:
    """Return the number of resampled differences that are at least as extreme as `observed`.

    Each difference is centered first: `observed` is subtracted from it. The mean is then about 0,
    as under the null hypothesis. A difference d is extreme if |d - observed| >= |observed|, with a
    relative tolerance of 100 epsilon, as in SciPy.
    """
    threshold = abs(observed) * (1 - 100 * float(np.finfo(np.float64).eps))
    return int(np.count_nonzero(np.abs(differences - observed) >= threshold))
