"""Several runs of a system: what is averaged, and what changes places in a trial.

Every run is resampled as a system of its own, from the same draws, and what is said of a system is
the mean of what its runs give: so the intervals and `s_sel` are those over other test sets, with
the runs as they are, and `s_opt` is what another run would change (Clark, Dyer, Lavie and Smith,
"Better Hypothesis Testing for Statistical Machine Translation: Controlling for Optimizer
Instability", ACL 2011).

For randomization the runs of a system are one corpus, and outputs change places only with those
for the same segment. With `swap="segments"` those of all runs do so together, a coin for each
segment; systems with fewer runs than others are taken several times, so that all weigh the same.
With `swap="runs"` there is a coin for each segment and run, the test of Clark et al. and their
program MultEval: it takes the runs' outputs for a segment as independent of each other, which they
are only as far as the systems differ by chance alone.
"""

from __future__ import annotations

from math import fsum, lcm, sqrt

from truebleu import _native
from truebleu.errors import ConfigurationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from truebleu.metrics.base import Metric
    from truebleu.resampling.systems import Counted

__all__ = ["check_equal", "deviation", "each_run", "mean", "swapped"]


def mean(values: Sequence[float]) -> float:
    """The mean; the very value where there is one."""
    return values[0] if len(values) == 1 else fsum(values) / len(values)


def deviation(values: Sequence[float]) -> float | None:
    """The standard deviation of a sample, with one less than there are below; None of one value."""
    if len(values) < 2:
        return None
    middle = mean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def check_equal(runs: Mapping[str, int]) -> None:
    """Refuse different numbers of runs, which `swap="runs"` cannot pair."""
    if len(set(runs.values())) > 1:
        said = ", ".join(f"{name!r} has {number}" for name, number in runs.items())
        raise ConfigurationError(
            f'swap="runs" needs equally many runs of all systems: {said}; '
            'swap="segments" takes any numbers'
        )


def each_run(
    metric: Metric[Any], systems: Sequence[Counted], units: Sequence[int] | None
) -> _native.Resampling:
    """All runs side by side, those of the first system first."""
    rows = [run for system in systems for run in system.rows]
    return _native.Resampling(
        metric.of_tokens, metric.uses_effective_order(sentence=False), rows, units
    )


def swapped(
    metric: Metric[Any],
    systems: Sequence[Counted],
    units: Sequence[int] | None,
    segments: int,
    swap: str,
) -> _native.Resampling:
    """Systems as they are swapped: the runs of each behind each other."""
    counts = [len(system.rows) for system in systems]
    times = lcm(*counts)
    rows = [
        [part for run in system.rows for part in run] * (times // len(system.rows))
        for system in systems
    ]
    if times > 1:
        units = _stacked(range(segments) if units is None else units, times, swap)
    effective = metric.uses_effective_order(sentence=False)
    return _native.Resampling(metric.of_tokens, effective, rows, units)


def _stacked(units: Sequence[int], times: int, swap: str) -> list[int]:
    if swap == "segments":
        return [*units] * times
    step = max(units) + 1
    return [unit + step * run for run in range(times) for unit in units]
