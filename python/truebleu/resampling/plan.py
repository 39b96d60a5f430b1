"""How to compare systems: the settings of the tests, checked."""

from __future__ import annotations

from math import ceil

from truebleu import _native
from truebleu.metrics.settings import (
    check_choice,
    check_count,
    check_progress,
    check_seed,
    check_share,
    check_threads,
)
from truebleu.signature import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Counted = Callable[[int, int], object]

__all__ = [
    "BOOTSTRAPS",
    "COMPATIBLE",
    "SWAPS",
    "TESTS",
    "Plan",
    "fewest_resamples",
    "fewest_trials",
]

TESTS = ("ar", "bootstrap")
BOOTSTRAPS = ("multinomial", "poisson")
COMPATIBLE = ("sacrebleu",)
SWAPS = ("segments", "runs")
POWER = 0.8
MOST_TRIALS = 10**9
BEYOND = 5  # resamples beyond each end of an interval, which place it to about 1 / sqrt(5)


class Plan:
    """How to test, checked. The keywords are those of `truebleu.compare`."""

    def __init__(
        self,
        *,
        seed: Any,
        test: Any,
        trials: Any,
        resamples: Any,
        confidence: Any,
        threads: Any,
        bootstrap: Any,
        swap: Any,
        power: Any,
        compatible: Any,
        progress: Counted | None,
    ) -> None:
        self.seed = check_seed(seed)
        self.test = check_choice("test", test, TESTS)
        self.trials = check_count("trials", trials, MOST_TRIALS)
        self.resamples = check_count("resamples", resamples, MOST_TRIALS)
        self.confidence = check_share("confidence", confidence, "0.95")
        self.level = round(1 - self.confidence, 12)
        self.threads = check_threads(threads)
        self.bootstrap = check_choice("bootstrap", bootstrap, BOOTSTRAPS)
        self.swap = check_choice("swap", swap, SWAPS)
        self.power = check_share("power", power, "0.8")
        self.compatible = (
            None if compatible is None else check_choice("compatible", compatible, COMPATIBLE)
        )
        check_progress(progress)
        self.progress = progress

    def signature(
        self, segments: int, units: Sequence[int] | None, runs: Sequence[int]
    ) -> Signature:
        """All that is needed to get the numbers again; `runs` are those of each system."""
        fields = [("test", self.test)]
        if self.test == "ar":
            fields.append(("trials", str(self.trials)))
        fields += [
            ("resamples", str(self.resamples)),
            ("bootstrap", self.bootstrap),
            ("confidence", repr(self.confidence)),
            ("seed", str(self.seed)),
            ("segments", str(segments)),
        ]
        if units is not None:
            fields.append(("documents", str(max(units) + 1)))
        if max(runs) > 1:
            same = len(set(runs)) == 1
            fields.append(("runs", str(runs[0]) if same else ",".join(map(str, runs))))
            if self.test == "ar":
                fields.append(("swap", self.swap))
        if self.power != POWER:
            fields.append(("power", repr(self.power)))
        if self.compatible:
            fields.append(("compatible", self.compatible))
        return Signature([*fields, ("version", f"truebleu-{_native.__version__}")])


def fewest_trials(level: float, pairs: int) -> int:
    """How many trials it takes for a p-value that can fall to the level, Holm's of so many pairs.

    A sample of trials gives at least 1 / (trials + 1), which Holm's correction multiplies by the
    number of pairs.

    >>> fewest_trials(0.05, 1), fewest_trials(0.05, 3)
    (19, 59)
    """
    return ceil(round(pairs / level, 6)) - 1


def fewest_resamples(confidence: float) -> int:
    """How many resamples it takes for an interval whose ends mean something.

    So many that 5 lie beyond each end. The share beyond it then has a standard error of 45 % of
    itself (a binomial's); with fewer the ends are those of a few extreme resamples.

    >>> fewest_resamples(0.95), fewest_resamples(0.99)
    (200, 1000)
    """
    return ceil(round(2 * BEYOND / (1 - confidence), 6))
