"""The results of comparisons: of all systems, of each one, and of each pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from os import PathLike
from typing import Any

from truebleu.errors import ConfigurationError, allowed
from truebleu.metrics.base.score import Score, best_first, places_of, printed
from truebleu.metrics.base.signature import Signature
from truebleu.results import Data, Result, upper
from truebleu.significance.options import CompareOptions, as_argument, plain_settings
from truebleu.significance.systems import CountedSystems, mean
from truebleu.wording import percent

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricComparison(Result):
    """What one metric says: the `systems`, the baseline first, and all `pairs` of them.

    `sacrebleu` is what sacreBLEU says of the systems; empty unless it was asked for.
    `human_agreement_note` says why the pairs have no `human_agreement`; empty where they have one.
    """

    metric: str
    signature: Signature
    systems: tuple[SystemScore, ...]
    pairs: tuple[Pair, ...]
    sacrebleu: tuple[PeerResult, ...] = ()
    human_agreement_note: str = ""

    @property
    def weights_note(self) -> str:
        """Which weights resamples are scored by; empty for a metric without weights of a corpus."""
        from truebleu.metrics.nist import NOTE

        return NOTE if "nist" in self.signature else ""

    def system(self, name: str) -> SystemScore:
        """The system of this name. Raises `ConfigurationError` with the names there are."""
        for system in self.systems:
            if system.name == name:
                return system
        raise ConfigurationError(allowed("system", name, [one.name for one in self.systems]))

    def pair(self, first: str, second: str) -> Pair:
        """Two systems, in the order in which they were compared or the other way round."""
        self.system(first)
        self.system(second)
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
            if (pair.second, pair.first) == (first, second):
                return pair.reversed()
        raise ConfigurationError(f"{first!r} is not compared with itself: the difference is 0")

    @property
    def higher_is_better(self) -> bool:
        """Whether more is better."""
        return self.systems[0].score.higher_is_better

    def best_first(self) -> tuple[SystemScore, ...]:
        """Return the systems from the best score to the worst; equal scores keep their order."""
        values = [system.value for system in self.systems]
        order = best_first(values, higher_is_better=self.higher_is_better)
        return tuple(self.systems[i] for i in order)

    def renamed(self, names: Mapping[str, str]) -> MetricComparison:
        """Return this comparison with other names; systems that `names` lacks keep theirs."""
        return replace(
            self,
            systems=tuple(system.renamed(names) for system in self.systems),
            pairs=tuple(pair.renamed(names) for pair in self.pairs),
            sacrebleu=tuple(peer.renamed(names) for peer in self.sacrebleu),
        )

    def against_baseline(self) -> tuple[Pair, ...]:
        """The pairs with the baseline alone: Holm's correction is for these tests only."""
        from truebleu.significance.multiple_testing import holm

        pairs = [pair for pair in self.pairs if pair.first == self.systems[0].name]
        adjusted = holm([pair.p_value for pair in pairs])
        return tuple(replace(pair, p_adjusted=p) for pair, p in zip(pairs, adjusted, strict=True))

    def p_matrix(self, *, adjusted: bool = True) -> list[list[float]]:
        """P-values of all pairs, symmetric, 1 on the diagonal; `adjusted`: Holm's."""
        places = {system.name: place for place, system in enumerate(self.systems)}
        matrix = [[1.0] * len(places) for _ in places]
        for pair in self.pairs:
            value = pair.p_adjusted if adjusted else pair.p_value
            first, second = places[pair.first], places[pair.second]
            matrix[first][second] = matrix[second][first] = value
        return matrix

    def to_dict(self, *, histogram: bool = False) -> dict[str, Any]:
        """All parts, ready for JSON; the pairs' histograms only when they are asked for."""
        ready = {
            "metric": self.metric,
            "signature": str(self.signature),
            "systems": [system.to_dict() for system in self.systems],
            "pairs": [pair.to_dict(histogram=histogram) for pair in self.pairs],
            "against_baseline": [pair.to_dict() for pair in self.against_baseline()],
            "p_matrix": self.p_matrix(),
            "tests": {"against_baseline": len(self.systems) - 1, "all_pairs": len(self.pairs)},
        }
        if self.human_agreement_note:
            ready["human_agreement_note"] = self.human_agreement_note
        if self.weights_note:
            ready["weights_note"] = self.weights_note
        if self.sacrebleu:
            ready["sacrebleu"] = [result.to_dict() for result in self.sacrebleu]
        return ready


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Result):
    """Systems compared, by one metric or several. Behaves as a sequence of `MetricComparison`.

    `settings` says how: test, trials, resamples, bootstrap, confidence, seed and the rest, enough
    to get the same numbers again. `counted` are the systems with their texts, for those who want
    to see the segments behind the numbers; they are neither compared nor pickled.
    """

    metrics: tuple[MetricComparison, ...]
    settings: Signature
    counted: CountedSystems | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Callable[[], Comparison], tuple[()]]:
        return partial(Comparison, metrics=self.metrics, settings=self.settings), ()

    def __len__(self) -> int:
        return len(self.metrics)

    def __iter__(self) -> Iterator[MetricComparison]:
        return iter(self.metrics)

    def __getitem__(self, place: int) -> MetricComparison:
        return self.metrics[place]

    @property
    def options(self) -> CompareOptions:
        """The settings as `compare` takes them."""
        return CompareOptions.from_signature(self.settings)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Limits of these settings: too few trials for a small p-value, resamples for an interval.

        `compare` raises each as a Python warning, too.
        """
        return self.warnings_as(as_argument)

    def warnings_as(self, spell: Callable[[str, int], str]) -> tuple[str, ...]:
        """Return the warnings with settings as another interface spells them."""
        exact = all(pair.exact for metric in self.metrics for pair in metric.pairs)
        return self.options.warnings(len(self.metrics[0].systems), exact=exact, spell=spell)

    def renamed(self, names: Mapping[str, str]) -> Comparison:
        """Return the same comparison with other names: `{"system.a.txt": "a"}`.

        It holds no texts. Systems that `names` does not have keep theirs.
        """
        return replace(
            self, metrics=tuple(metric.renamed(names) for metric in self.metrics), counted=None
        )

    def to_dict(self, *, histogram: bool = False) -> dict[str, Any]:
        """All numbers in full, and the signatures, ready for JSON.

        `histogram=True` adds to each of the `pairs` how its difference varies over the resamples.
        """
        ready: dict[str, Any] = {
            "settings": plain_settings(self.settings),
            "metrics": [metric.to_dict(histogram=histogram) for metric in self.metrics],
        }
        if self.warnings:
            ready["warnings"] = list(self.warnings)
        return ready

    def to_json(self, *, histogram: bool = False) -> str:
        """`to_dict()` as JSON text."""
        text: str = upper("display.formats").json_text(self.to_dict(histogram=histogram))
        return text

    def to_text(self, *, sort: str = "score", explain_columns: bool = False) -> str:
        """Return the tables of each metric as text.

        Args:
            sort: "score" (best first) or "input" (the baseline first, then input order).
            explain_columns: whether notes explain the columns MDD, n required and human agr.
        """
        return self._render("text", sort=sort, explain_columns=explain_columns)

    def to_markdown(self, *, sort: str = "score", explain_columns: bool = False) -> str:
        """Return the tables of each metric as Markdown; arguments are those of `to_text`."""
        return self._render("markdown", sort=sort, explain_columns=explain_columns)

    def to_latex(
        self, *, sort: str = "score", intervals: bool = False, tabular: bool = False
    ) -> str:
        r"""Return one `table` of all metrics that can be pasted into a paper.

        It needs the package booktabs. Exact p-values and the like stand above it as comments.

        Args:
            sort: "score" (best first, by the first metric) or "input".
            intervals: whether a table of several metrics has their confidence intervals.
            tabular: the `tabular` alone, without a float and its caption.
        """
        return self._render("latex", sort=sort, intervals=intervals, tabular=tabular)

    def report(self, path: str | PathLike[str], **options: Any) -> None:
        """Write a page that shows the sentences behind the scores: one file that needs no other.

        `options` are keywords of `truebleu.write_report`: source, title, text, ... The comparison
        is of these systems by BLEU, and holds their texts: it comes from `truebleu.compare`. The
        file is there whole, or as it was before. Raises `ConfigurationError` where there are no
        texts or no BLEU, `InputError` if the file cannot be written.
        """
        upper("report.report").write_compared(path, self, **options)

    def explore(
        self, n: int = 500, height: int = 640, theme: str | None = None, **options: Any
    ) -> Any:
        """The report inside a notebook: in a frame of so many pixels, in its own sandbox.

        Numbers are of all segments, texts of the `n` with most influence and a sample, or of
        fewer, so that the page stays below 2 MB. `theme` is "light" or "dark", else the system's.
        `options` are those of `report` but `text`; what is raised is what it raises.
        """
        return upper("report.notebook").Exploration(self, n, height, theme, **options)

    def __str__(self) -> str:
        return self.to_text()


# What a comparison says of one system and of two, as frozen values


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemScore(Data):
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
        return mean([run.value for run in self.runs])

    def renamed(self, names: Mapping[str, str]) -> SystemScore:
        """Return this system with another name, if `names` has one for it."""
        return replace(self, name=names.get(self.name, self.name))

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram(Data):
    """How often resampled values fell into equal steps from `low` to `high`.

    A value on the border of two steps is in the upper one, `high` in the last. There is one step
    where all values are the same.
    """

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
        return Histogram(low=-self.high, high=-self.low, counts=self.counts[::-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(Data):
    """A pair of systems: `difference` is the score of `second` minus the score of `first`.

    `interval` and `bca` are the bootstrap intervals of the difference (as in `SystemScore`).
    `p_value` is the p-value of the test, `p_adjusted` the p-value after Holm's correction for all
    tests that were requested together. `n_extreme` of `trials` trials were at least as extreme as
    the observed difference. With `exact` these are all permutations, otherwise the p-value adds 1
    to both numbers. `n_differing` is the number of units (segments or documents; with `swap="runs"`
    of all runs) on which the statistics of the two systems differ.

    `standard_error` is the standard error of the difference, from sampling the test set.
    `min_detectable_difference` (MDD) is the smallest difference, of either sign, that such a test
    set detects with the requested power (0.8). It is None if too few units differ for any p-value
    to reach the level (fewer than 6 for 0.05). `n_required` is the number of units required to
    detect the observed difference; None if no number suffices. `human_agreement` is the share of
    differences of this size, from 0.5 to 1, that agree with human judgments (pairwise accuracy,
    Kocmi et al. 2024). It is None where it is unknown, and `MetricComparison.human_agreement_note`
    gives the reason. `histogram` is the bootstrap distribution of the difference.
    """

    first: str
    second: str
    difference: float
    interval: Interval
    bca: Interval | None
    p_value: float
    p_adjusted: float
    n_extreme: int
    trials: int
    exact: bool
    n_differing: int
    standard_error: float
    min_detectable_difference: float | None
    n_required: int | None
    human_agreement: float | None
    histogram: Histogram

    def to_dict(self, *, histogram: bool = False) -> dict[str, Any]:
        """Return all parts, ready for JSON; the histogram only when it is asked for."""
        values = Data.to_dict(self)
        if not histogram:
            del values["histogram"]
        return values

    def reversed(self) -> Pair:
        """The same pair the other way round."""

        def turned(interval: Interval) -> Interval:
            return -interval[1], -interval[0]

        return replace(
            self,
            first=self.second,
            second=self.first,
            difference=-self.difference,
            interval=turned(self.interval),
            bca=None if self.bca is None else turned(self.bca),
            histogram=self.histogram.reversed(),
        )

    def renamed(self, names: Mapping[str, str]) -> Pair:
        """Return this pair with other names; systems that `names` does not have keep theirs."""
        first, second = names.get(self.first, self.first), names.get(self.second, self.second)
        return replace(self, first=first, second=second)


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerResult(Data):
    """What sacreBLEU has for a system.

    `p_value` is None for the baseline; `mean` and `ci` (the half-width of its interval) are None
    under randomization.
    """

    name: str
    p_value: float | None
    mean: float | None
    ci: float | None

    def renamed(self, names: Mapping[str, str]) -> PeerResult:
        """Return this result with another name, if `names` has one for its system."""
        return replace(self, name=names.get(self.name, self.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceInterval(Result):
    """A score and its interval over other test sets of the same kind.

    `low` and `high` are the ends of the percentile interval, `bca` the BCa interval (low, high),
    None where it is not defined. `value` is the score in the scale of the metric, `score` the score
    itself. `settings` says how the interval was drawn, enough to get the same numbers again.
    """

    value: float
    low: float
    high: float
    bca: tuple[float, float] | None
    score: Score
    settings: Signature

    def to_dict(self) -> dict[str, Any]:
        """Return all parts, ready for JSON."""
        return {
            **self.score.to_dict(),
            "value": self.value,
            "interval": [self.low, self.high],
            "bca": None if self.bca is None else list(self.bca),
            "resampling": str(self.settings),
        }

    def __str__(self) -> str:
        places = places_of(self.score.scale)
        value = printed(self.value, self.score)
        confidence = percent(float(self.settings["confidence"]))
        ends = f"[{self.low:.{places}f}, {self.high:.{places}f}]"
        return f"{self.score.metric} = {value} {ends} ({confidence} CI)"
