"""How scores and differences vary over resamples of the test set."""

from __future__ import annotations

import numpy as np

from truebleu.resampling import power
from truebleu.resampling.intervals import bca, centred_reached, percentile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from truebleu import _native
    from truebleu.resampling.plan import Plan
    from truebleu.resampling.systems import Counted

    Interval = tuple[float, float]
    Values = NDArray[np.float64]

__all__ = ["STEPS", "Spread", "histogram"]

STEPS = 40
"""The most steps of a histogram; 1,000 resamples have as many, the highest of them some 70."""


class Spread:
    """The resampled scores of systems; of several runs, their mean.

    `native` holds all runs, those of the first system first; or the sums of parts.
    """

    def __init__(
        self, native: _native.Resampling | _native.Shard, systems: Sequence[Counted], plan: Plan
    ) -> None:
        self.units = native.units
        self._observed = [system.value for system in systems]
        self._confidence = plan.confidence
        values = native.bootstrap(
            plan.resamples, plan.seed, plan.bootstrap, plan.threads, plan.progress
        )
        counts = [len(system.scores) for system in systems]
        of_runs = _by_system(np.asarray(values), counts)
        self._selection = [_selection(each) for each in of_runs]
        self._values = _means(of_runs)
        without = np.asarray(native.leave_out(plan.bootstrap, plan.threads))
        self._without = _means(_by_system(without, counts))

    def of_system(self, i: int) -> tuple[Interval, Interval | None]:
        """The percentile and the BCa interval of a score."""
        return self._intervals(self._values[i], self._observed[i], self._without[i])

    def selection(self, i: int) -> float | None:
        """The standard deviation over resamples, averaged over the runs; None of one resample."""
        return self._selection[i]

    def difference(self, first: int, second: int) -> float:
        """The observed difference."""
        return self._observed[second] - self._observed[first]

    def reached(self, first: int, second: int) -> int:
        """In how many resamples the centred difference is as large as the observed one."""
        return centred_reached(self._differences(first, second), self.difference(first, second))

    def of_pair(self, first: int, second: int) -> tuple[Interval, Interval | None]:
        """The percentile and the BCa interval of a difference."""
        return self._intervals(
            self._differences(first, second),
            self.difference(first, second),
            self._without[second] - self._without[first],
        )

    def standard_error(self, first: int, second: int) -> float:
        """The standard error of a difference, by the jackknife."""
        return power.standard_error(self._without[second] - self._without[first])

    def histogram(self, first: int, second: int) -> tuple[float, float, tuple[int, ...]]:
        """How often a difference had which size: the ends, and counts of equal steps."""
        return histogram(self._differences(first, second))

    def _intervals(
        self, values: Values, observed: float, without: Values
    ) -> tuple[Interval, Interval | None]:
        return (
            percentile(values, self._confidence),
            bca(values, observed, without, self._confidence),
        )

    def _differences(self, first: int, second: int) -> Values:
        found: Values = self._values[second] - self._values[first]
        return found


def histogram(values: Values) -> tuple[float, float, tuple[int, ...]]:
    """The ends, and how many values fell into each of some equal steps, `STEPS` of them at most.

    Fewer values have fewer steps, and one if all are the same.

    >>> histogram(np.array([2.0, 2.0]))
    (2.0, 2.0, (2,))
    """
    low, high = float(values.min()), float(values.max())
    steps = min(STEPS, round(1.25 * len(values) ** 0.5))
    width = (high - low) / steps
    if not np.isfinite(width) or low + width == low or high - width == high:
        return low, high, (len(values),)
    counts, _ = np.histogram(values, bins=steps, range=(low, high))
    return low, high, tuple(counts.tolist())


def _by_system(table: Values, counts: Sequence[int]) -> list[Values]:
    """A table with a column for each run as one table for each system, its runs in rows."""
    ends = np.cumsum(counts).tolist()
    by_run = table.T.copy()
    return [by_run[end - count : end] for end, count in zip(ends, counts, strict=True)]


def _means(of_runs: Sequence[Values]) -> list[Values]:
    return [runs[0] if len(runs) == 1 else runs.mean(axis=0) for runs in of_runs]


def _selection(runs: Values) -> float | None:
    return float(runs.std(axis=1, ddof=1).mean()) if runs.shape[1] > 1 else None
