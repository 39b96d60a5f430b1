"""What a comparison says of one system and of two, as frozen values."""

from __future__ import annotations

from truebleu.frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu.scores import Score

    Interval = tuple[float, float]

__all__ = ["Histogram", "Pair", "PeerResult", "SystemScore"]


class SystemScore(Record):
    """A system: its score, how sure it is, and its cluster (1 is the best).

    `value` is the score, the mean over the runs where there are several. `runs` are the scores
    of the runs; `score` is the only one's, or with several runs that of the sums of all of them,
    whose counts are therefore those of all runs together.

    `interval` is the percentile interval (low, high) of `value` over other test sets, in the scale
    of the metric; `bca` the BCa interval, None where it is not defined. `s_sel` is the standard
    deviation over other test sets, from the bootstrap, averaged over the runs (None with a single
    resample), `s_opt` that over the runs (None with a single run): Clark et al., "Better
    Hypothesis Testing for Statistical Machine Translation" (2011).
    """

    __slots__ = ()
    names = ("name", "score", "interval", "bca", "cluster", "runs", "s_sel", "s_opt")

    name: str
    score: Score
    interval: Interval
    bca: Interval | None
    cluster: int
    runs: tuple[Score, ...]
    s_sel: float | None
    s_opt: float | None

    @property
    def value(self) -> float:
        """The score, in the scale of the metric: the mean over the runs."""
        from truebleu.resampling.runs import mean

        return mean([run.value for run in self.runs])

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON; what is not defined is None."""
        return {
            "system": self.name,
            **self.score.to_dict(),
            "value": self.value,
            "interval": list(self.interval),
            "bca": None if self.bca is None else list(self.bca),
            "cluster": self.cluster,
            "runs": [run.value for run in self.runs],
            "s_sel": self.s_sel,
            "s_opt": self.s_opt,
        }


class Histogram(Record):
    """How often resampled values fell into equal steps from `low` to `high`.

    A value on the border of two steps is in the upper one, `high` in the last. There is one step
    where all values are the same.
    """

    __slots__ = ()
    names = ("low", "high", "counts")

    low: float
    high: float
    counts: tuple[int, ...]

    def steps(self) -> list[tuple[float, float, int]]:
        """Each step: where it starts, where it ends, how many values it has."""
        width = (self.high - self.low) / len(self.counts)
        edges = [self.low + width * number for number in range(len(self.counts))]
        return list(zip(edges, [*edges[1:], self.high], self.counts, strict=True))

    def reversed(self) -> Histogram:
        """The same of the values with the other sign."""
        return Histogram(-self.high, -self.low, self.counts[::-1])

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        return {"low": self.low, "high": self.high, "counts": list(self.counts)}


class Pair(Record):
    """Two systems: `difference` is the score of `second` less that of `first`.

    `interval` and `bca` are its bootstrap intervals (as in `SystemScore`). `p_value` is that of
    the test, `holm` the same after Holm's correction for all tests that were asked for together.
    `reached` of `trials` trials differed as much as observed; with `exact` these were all
    assignments that there are, else 1 is added to both. `differing` is on how many units
    (segments, or documents; with `swap="runs"` those of each run) the two systems' counts differ
    at all.

    `standard_error` is that of the difference over other test sets of the same size.
    `detectable` is the smallest difference, of either sign, that a test set like this shows with
    the power asked for (0.8), and `needed` how many units would show the difference that there is;
    None where no number would. `agreement` is the share of differences as large as this, from 0.5
    to 1, that people see the same way (Kocmi et al. 2024); None where that is not known, and
    `MetricComparison.agreement_note` says why. `histogram` is how the difference varies over the
    resamples.
    """

    __slots__ = ()
    names = (
        "first",
        "second",
        "difference",
        "interval",
        "bca",
        "p_value",
        "holm",
        "reached",
        "trials",
        "exact",
        "differing",
        "standard_error",
        "detectable",
        "needed",
        "agreement",
        "histogram",
    )

    first: str
    second: str
    difference: float
    interval: Interval
    bca: Interval | None
    p_value: float
    holm: float
    reached: int
    trials: int
    exact: bool
    differing: int
    standard_error: float
    detectable: float
    needed: int | None
    agreement: float | None
    histogram: Histogram

    def to_dict(self, *, histogram: bool = False) -> dict[str, Any]:
        """All parts, ready for JSON; the histogram only when it is asked for."""
        ready = dict(zip(self.names, self._parts, strict=True))
        bins: Histogram = ready.pop("histogram")
        ready = {name: list(part) if type(part) is tuple else part for name, part in ready.items()}
        return {**ready, "histogram": bins.to_dict()} if histogram else ready

    def with_holm(self, holm: float) -> Pair:
        """The same pair among other tests."""
        return self._with(holm=holm)

    def reversed(self) -> Pair:
        """The same pair the other way round."""

        def turned(interval: Interval | None) -> Interval | None:
            return None if interval is None else (-interval[1], -interval[0])

        return self._with(
            first=self.second,
            second=self.first,
            difference=-self.difference,
            interval=turned(self.interval),
            bca=turned(self.bca),
            histogram=self.histogram.reversed(),
        )

    def _with(self, **changed: Any) -> Pair:
        return Pair(*[changed.get(name, getattr(self, name)) for name in self.names])


class PeerResult(Record):
    """What sacreBLEU has for a system.

    `p_value` is None for the baseline; `mean` and `ci` (the half-width of its interval) are None
    under randomization.
    """

    __slots__ = ()
    names = ("name", "p_value", "mean", "ci")

    name: str
    p_value: float | None
    mean: float | None
    ci: float | None

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        return dict(zip(self.names, self._parts, strict=True))
