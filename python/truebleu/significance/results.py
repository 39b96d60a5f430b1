"""Results of comparisons, for each metric, system and pair of systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from os import PathLike
from typing import Any

from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import find_named
from truebleu.inputs.systems import displayed_names
from truebleu.metrics.base.score import Score, best_first, places_of, printed
from truebleu.metrics.base.signature import Signature
from truebleu.results import Data, Result, upper
from truebleu.significance.options import CompareOptions, as_argument, plain_settings
from truebleu.significance.systems import CountedSystems, mean
from truebleu.wording import percent

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricComparison(Result):
    """Comparison of systems by one metric.

    Attributes:
        metric: the name of the metric.
        signature: the signature of the scores.
        systems: the scores of the systems, baseline first.
        pairs: all pairs of systems, with differences and p-values.
        sacrebleu: the results of sacreBLEU's own tests; empty without `compatible="sacrebleu"`.
        human_agreement_note: the reason why the pairs have no `human_agreement`; empty if they have
            it.
        weights_note: a note on the n-gram weights in resamples; empty unless the metric computes
            these weights from the corpus.
    """

    metric: str
    signature: Signature
    systems: tuple[SystemScore, ...]
    pairs: tuple[Pair, ...]
    sacrebleu: tuple[PeerResult, ...] = ()
    human_agreement_note: str = ""
    weights_note: str = ""

    def system(self, name: str) -> SystemScore:
        """Return the score of the system with this name.

        Raises:
            ConfigurationError: there is no system with this name.
        """
        return find_named("system", self.systems, name)

    def pair(self, first: str, second: str) -> Pair:
        """Return the pair of two systems.

        Its `difference` is the score of `second` minus the score of `first`. Both orders of the
        names are possible.

        Raises:
            ConfigurationError: a system is unknown, or both names are equal.
        """
        self.system(first)
        self.system(second)
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
            if (pair.second, pair.first) == (first, second):
                return pair.reversed()
        raise ConfigurationError(f"{first!r} is not compared with itself. Pass two systems.")

    @property
    def higher_is_better(self) -> bool:
        """Whether higher scores are better."""
        return self.systems[0].score.higher_is_better

    def best_first(self) -> tuple[SystemScore, ...]:
        """Return the systems sorted by score, best first; ties keep the order of `systems`."""
        values = [system.value for system in self.systems]
        order = best_first(values, higher_is_better=self.higher_is_better)
        return tuple(self.systems[i] for i in order)

    def renamed(self, names: Mapping[str, str]) -> MetricComparison:
        """Return this comparison with renamed systems.

        `names` maps old names to new names. All other systems keep their names.
        """
        return replace(
            self,
            systems=tuple(system.renamed(names) for system in self.systems),
            pairs=tuple(pair.renamed(names) for pair in self.pairs),
            sacrebleu=tuple(peer.renamed(names) for peer in self.sacrebleu),
        )

    def against_baseline(self) -> tuple[Pair, ...]:
        """Return the pairs of the baseline with every other system.

        Their `p_adjusted` is Holm-adjusted for these pairs only, not for all pairs.
        """
        from truebleu.significance.multiple_testing import holm

        pairs = [pair for pair in self.pairs if pair.first == self.systems[0].name]
        adjusted = holm([pair.p_value for pair in pairs])
        return tuple(replace(pair, p_adjusted=p) for pair, p in zip(pairs, adjusted, strict=True))

    def worse_than_baseline(self, level: float) -> tuple[Pair, ...]:
        """Return the pairs in which a system is significantly worse than the baseline.

        `level` is the significance level. The p-values are adjusted as in `against_baseline`.
        """
        sign = 1 if self.higher_is_better else -1
        return tuple(
            pair
            for pair in self.against_baseline()
            if pair.p_adjusted <= level and sign * pair.difference < 0
        )

    def p_matrix(self, *, adjusted: bool = True) -> list[list[float]]:
        """Return the p-values of all pairs as a symmetric matrix with 1.0 on the diagonal.

        Rows and columns are in the order of `systems`. With `adjusted=True`, the p-values are
        Holm-adjusted for all pairs.
        """
        index_by_name = {system.name: i for i, system in enumerate(self.systems)}
        matrix = [[1.0] * len(index_by_name) for _ in index_by_name]
        for pair in self.pairs:
            value = pair.p_adjusted if adjusted else pair.p_value
            first, second = index_by_name[pair.first], index_by_name[pair.second]
            matrix[first][second] = matrix[second][first] = value
        return matrix

    def to_dict(self, *, histogram: bool = False) -> dict[str, Any]:
        """Return the comparison as JSON-serializable data.

        The data include the fields, the pairs with the baseline, the matrix of p-values and the
        numbers of tests. With `histogram=True`, each pair includes the bootstrap distribution of
        its difference.
        """
        data = {
            "metric": self.metric,
            "signature": str(self.signature),
            "systems": [system.to_dict() for system in self.systems],
            "pairs": [pair.to_dict(histogram=histogram) for pair in self.pairs],
            "against_baseline": [pair.to_dict() for pair in self.against_baseline()],
            "p_matrix": self.p_matrix(),
            "tests": {"against_baseline": len(self.systems) - 1, "all_pairs": len(self.pairs)},
        }
        if self.human_agreement_note:
            data["human_agreement_note"] = self.human_agreement_note
        if self.weights_note:
            data["weights_note"] = self.weights_note
        if self.sacrebleu:
            data["sacrebleu"] = [result.to_dict() for result in self.sacrebleu]
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Result):
    """Comparison of systems by one or several metrics: a sequence of `MetricComparison`.

    `settings` has all options that reproduce the numbers: test, trials, resamples, bootstrap,
    confidence, seed and others. `counted_systems` has the texts of the systems, for the report and
    for charts of segments. `==` and pickle ignore `counted_systems`.
    """

    metrics: tuple[MetricComparison, ...]
    settings: Signature
    counted_systems: CountedSystems | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Callable[[], Comparison], tuple[()]]:
        return partial(Comparison, metrics=self.metrics, settings=self.settings), ()

    def __len__(self) -> int:
        return len(self.metrics)

    def __iter__(self) -> Iterator[MetricComparison]:
        return iter(self.metrics)

    def __getitem__(self, index: int) -> MetricComparison:
        return self.metrics[index]

    @property
    def options(self) -> CompareOptions:
        """Options of the comparison, restored from `settings`."""
        return CompareOptions.from_signature(self.settings)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about too few trials or too few resamples.

        With too few trials, no p-value can be significant. With too few resamples, the ends of the
        confidence intervals are not reliable. `compare` also issues these warnings as Python
        warnings.
        """
        return self.warnings_as(as_argument)

    def warnings_as(self, spell: Callable[[str, int], str]) -> tuple[str, ...]:
        """Return the warnings about too few trials or resamples, with options written by `spell`.

        `spell(name, value)` returns an option as text, such as "--trials 100".
        """
        exact = all(pair.exact for metric in self.metrics for pair in metric.pairs)
        return self.options.warnings(len(self.metrics[0].systems), exact=exact, spell=spell)

    def renamed(self, names: Mapping[str, str]) -> Comparison:
        """Return this comparison with renamed systems.

        `names` maps old names to new names, such as `{"system.a.txt": "a"}`. All other systems keep
        their names. The result contains no texts.

        Raises:
            ConfigurationError: two systems get the same name, an old name is unknown, or a new name
                is not a str.
        """
        displayed = displayed_names([system.name for system in self.metrics[0].systems], names)
        return replace(
            self,
            metrics=tuple(metric.renamed(displayed) for metric in self.metrics),
            counted_systems=None,
        )

    def to_dict(self, *, histogram: bool = False) -> dict[str, Any]:
        """Return settings, signatures and full-precision numbers as JSON-serializable data.

        With `histogram=True`, each pair includes the bootstrap distribution of its difference.
        """
        data: dict[str, Any] = {
            "settings": plain_settings(self.settings),
            "metrics": [metric.to_dict(histogram=histogram) for metric in self.metrics],
        }
        if self.warnings:
            data["warnings"] = list(self.warnings)
        return data

    def to_json(self, *, histogram: bool = False) -> str:
        """Return `to_dict()` as JSON text."""
        text: str = upper("display.formats").json_text(self.to_dict(histogram=histogram))
        return text

    def to_text(self, *, sort: str = "score", explain_columns: bool = False) -> str:
        """Return the tables of all metrics as text.

        Args:
            sort: "score" (best first) or "input" (the baseline first, then input order).
            explain_columns: whether notes explain the columns MDD, n required and human agr.
        """
        return self._render("text", sort=sort, explain_columns=explain_columns)

    def to_markdown(self, *, sort: str = "score", explain_columns: bool = False) -> str:
        """Return the tables of all metrics as Markdown. The arguments are those of `to_text`."""
        return self._render("markdown", sort=sort, explain_columns=explain_columns)

    def to_latex(
        self, *, sort: str = "score", intervals: bool = False, tabular: bool = False
    ) -> str:
        r"""Return one LaTeX `table` for all metrics.

        The table requires the LaTeX package booktabs. LaTeX comments above the table give exact
        p-values and other details.

        Args:
            sort: "score" (best first, by the first metric) or "input" (the baseline first, then
                input order).
            intervals: whether to include confidence intervals if there are several metrics.
            tabular: whether to return only the `tabular`, without the `table` and its caption.
        """
        return self._render("latex", sort=sort, intervals=intervals, tabular=tabular)

    def report(self, path: str | PathLike[str], **options: Any) -> None:
        """Write the HTML report of this comparison to one self-contained file.

        An existing file is replaced only on success. `options` can be `source`, `show_source`,
        `title`, `text`, `reference_names`, `checks` and `threads`, as for `truebleu.write_report`.
        The comparison must include BLEU, and must come from `truebleu.compare` with texts.

        Raises:
            ConfigurationError: the comparison has no texts or no BLEU, or an option is invalid.
            InputError: the file cannot be written.
        """
        upper("report.report").write_compared(path, self, **options)

    def explore(
        self, n: int = 500, height: int = 640, theme: str | None = None, **options: Any
    ) -> Any:
        """Return the report for a notebook, in a sandboxed frame of `height` pixels.

        The numbers cover all segments. Texts are shown for at most `n` segments: the segments with
        the largest influence (leave-one-out change of the score), and a random sample. Fewer texts
        are shown if the page would otherwise exceed 2 MB. `theme` is "light", "dark" or None (the
        setting of the operating system). `options` are those of `report` except `text`. Raises the
        same errors as `report`.
        """
        return upper("report.notebook").Exploration(self, n, height, theme, **options)


# Results of single systems and of pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemScore(Data):
    """Score of a system, with its confidence interval. A run is one training run of the system.

    Source of `s_sel` and `s_opt`: Clark et al., "Better Hypothesis Testing for Statistical Machine
    Translation" (2011).

    Attributes:
        name: the name of the system.
        score: the score of the only run. With several runs, it is the score of their summed
            statistics.
        interval: the percentile confidence interval (low, high) of `value`.
        bca: the BCa confidence interval of `value`, or None if it is undefined.
        cluster: the cluster of the system; 1 is best.
        runs: the scores of the runs.
        s_sel: the bootstrap standard deviation of the score, averaged over the runs. It measures
            the sampling variability of the test set. It is None with one resample.
        s_opt: the standard deviation of the scores across runs; None with one run.
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
        """Score as a number; with several runs, the mean of their scores."""
        return mean([run.value for run in self.runs])

    def renamed(self, names: Mapping[str, str]) -> SystemScore:
        """Return this score with the system renamed.

        `names` maps old names to new names. A system without an entry keeps its name.
        """
        return replace(self, name=names.get(self.name, self.name))

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON-serializable data; undefined values are None."""
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
    """Histogram of resampled values, with bins of equal width from `low` to `high`.

    `counts` has the number of values in each bin. A value on the boundary of two bins counts in the
    upper bin. The value `high` counts in the last bin. If all values are equal, there is one bin.
    """

    low: float
    high: float
    counts: tuple[int, ...]

    def steps(self) -> list[tuple[float, float, int]]:
        """Return the start, the end and the number of values of each bin."""
        width = (self.high - self.low) / len(self.counts)
        edges = [self.low + width * i for i in range(len(self.counts))]
        return list(zip(edges, [*edges[1:], self.high], self.counts, strict=True))

    def reversed(self) -> Histogram:
        """Return the histogram with all values negated."""
        return Histogram(low=-self.high, high=-self.low, counts=self.counts[::-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(Data):
    """Pair of systems with the test of their difference.

    Units are the segments, or the documents if documents are resampled as blocks.

    Attributes:
        first: the name of one system.
        second: the name of the other system.
        difference: the score of `second` minus the score of `first`.
        interval: the percentile confidence interval (low, high) of the difference.
        bca: the BCa confidence interval of the difference, or None if it is undefined.
        p_value: the p-value of the test.
        p_adjusted: the p-value, Holm-adjusted for the tests of all pairs. In the pairs of
            `MetricComparison.against_baseline`, it is adjusted for those pairs only.
        n_extreme: the number of trials with a difference at least as extreme as the observed one.
        trials: the number of trials.
        exact: True if the trials are all permutations. If False, the p-value is (n_extreme + 1) /
            (trials + 1).
        n_differing: the number of units for which the two systems have different statistics. With
            `swap="runs"`, each run of a unit counts separately.
        standard_error: the standard error of the difference, from sampling the test set.
        min_detectable_difference: the smallest difference, of either sign, that a test set of this
            size detects with the requested power (default 0.8). It is None if so few units differ
            that no p-value can reach the significance level (fewer than 6 for 0.05).
        n_required: the number of units required to detect the observed difference. It is None if
            the difference is 0 or the number would be 10**15 or more.
        human_agreement: the estimated probability, from 0.5 to 1, that human judgments agree with a
            difference of this size (pairwise accuracy, Kocmi et al. 2024). It is None if it is
            unknown; `MetricComparison.human_agreement_note` states the reason.
        histogram: the bootstrap distribution of the difference.
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
        """Return all fields as JSON-serializable data.

        The histogram is included only with `histogram=True`.
        """
        values = Data.to_dict(self)
        if not histogram:
            del values["histogram"]
        return values

    def reversed(self) -> Pair:
        """Return this pair with the two systems swapped."""

        def negate(interval: Interval) -> Interval:
            return -interval[1], -interval[0]

        return replace(
            self,
            first=self.second,
            second=self.first,
            difference=-self.difference,
            interval=negate(self.interval),
            bca=None if self.bca is None else negate(self.bca),
            histogram=self.histogram.reversed(),
        )

    def renamed(self, names: Mapping[str, str]) -> Pair:
        """Return this pair with renamed systems.

        `names` maps old names to new names. A system without an entry keeps its name.
        """
        first, second = names.get(self.first, self.first), names.get(self.second, self.second)
        return replace(self, first=first, second=second)


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerResult(Data):
    """Result of sacreBLEU's own significance test for one system.

    `p_value` is None for the baseline. `mean` is the mean score over the resamples. `ci` is half
    the width of the confidence interval. `mean` and `ci` are None for the randomization test.
    """

    name: str
    p_value: float | None
    mean: float | None
    ci: float | None

    def renamed(self, names: Mapping[str, str]) -> PeerResult:
        """Return this result with the system renamed.

        `names` maps old names to new names. A system without an entry keeps its name.
        """
        return replace(self, name=names.get(self.name, self.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceInterval(Result):
    """Score with its bootstrap confidence interval.

    Attributes:
        score: the score, with its components.
        value: the score as a number, on the scale of the metric.
        low: the lower end of the percentile interval.
        high: the upper end of the percentile interval.
        bca: the BCa interval (low, high), or None if it is undefined.
        settings: all options that reproduce the interval.
    """

    value: float
    low: float
    high: float
    bca: tuple[float, float] | None
    score: Score
    settings: Signature

    def to_dict(self) -> dict[str, Any]:
        """Return the score, both intervals and the settings as JSON-serializable data."""
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
