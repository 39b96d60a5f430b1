"""Evaluations as text, JSON, Markdown and LaTeX: scores, correlations and disagreements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from truebleu.display.formats import TableView
from truebleu.display.numbers import p_value
from truebleu.display.scores import Style
from truebleu.display.table import Table
from truebleu.metrics.base.score import best_first
from truebleu.wording import count, percent

if TYPE_CHECKING:
    from truebleu.evaluation.ranking import MetricRanking
    from truebleu.evaluation.results import Correlation, EvaluationResult, SegmentDisagreement

    Disagreements = tuple[str, str, Sequence[SegmentDisagreement]]
    """Names of two metrics, and the segments that the first metric ranks higher than the second."""

FORMATS = ("text", "json", "markdown", "latex")

NAMES = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall": "Kendall",
    "pairwise_accuracy": "pairwise accuracy",
    "soft_pairwise_accuracy": "SPA",
    "pairwise_difference_correlation": "difference r",
}


class EvaluationView(TableView):
    """Output formats of an evaluation.

    Args:
        result: the evaluation.
        labels: the labels of systems in tables, by system name. Other systems are shown by their
            names.
        sort: the order of systems in tables: "score" (best first) or "input" (input order).
        correlations: the correlations to show. Each item has the correlations of all metrics with
            one column of ratings, at system level or at segment level.
        rankings: the rankings of metrics to show.
        task: whether to show the table of the WMT metrics task instead of the tables of scores and
            correlations. It requires two items of `correlations`: first system level, then segment
            level.
        disagreements: the disagreements to show (segments that two metrics rank differently).
    """

    formats = FORMATS

    def __init__(
        self,
        result: EvaluationResult,
        *,
        labels: Mapping[str, str] | None = None,
        sort: str = "score",
        correlations: Sequence[Sequence[Correlation]] | None = None,
        rankings: Sequence[MetricRanking] = (),
        task: bool = False,
        disagreements: Sequence[Disagreements] | None = None,
    ) -> None:
        super().__init__(result)
        self.labels = labels or {}
        self.sort = sort
        self.correlations = correlations
        self.rankings = rankings
        self.task = task
        self.disagreements = disagreements

    def data(self) -> dict[str, Any]:
        """Return the evaluation as JSON-serializable data.

        The data includes the correlations, rankings and disagreements that the constructor got.
        """
        data: dict[str, Any] = self.value.to_dict()
        if self.correlations is not None:
            data["correlations"] = [
                correlation.to_dict()
                for by_metric in self.correlations
                for correlation in by_metric
            ]
        if self.rankings:
            data["rankings"] = [ranking.to_dict() for ranking in self.rankings]
        if self.disagreements is not None:
            data["disagreements"] = [
                {"high": high, "low": low, "segments": [segment.to_dict() for segment in segments]}
                for high, low, segments in self.disagreements
            ]
        return data

    def tables(self) -> Iterator[Table]:
        """Yield the tables of scores, correlations, rankings and disagreements."""
        if self.task and self.correlations:
            by_system, by_segment = self.correlations
            table = task_table(by_system, by_segment, self.rankings)
            yield replace(table, notes=[*table.notes, *self._signatures(computed=True)])
        else:
            yield self._scores()
            yield from map(correlation_table, self.correlations or ())
        for ranking in self.rankings:
            yield from RankingView(ranking).tables()
        for high, low, segments in self.disagreements or ():
            yield self._segments(high, low, segments)

    def _label(self, name: str) -> str:
        return self.labels.get(name, name)

    def _order(self) -> list[int]:
        """Return the indices of the systems in the order of the tables.

        If `sort` is "score", the best system is first. Systems are compared by the aggregate of all
        metrics. Without an aggregate, they are compared by the first metric.
        """
        result = self.value
        if self.sort == "input":
            return list(range(len(result.systems)))
        if result.aggregate is not None:
            higher = result.aggregate.kind != "ranked"
            return best_first(result.aggregated, higher_is_better=higher)
        first = result.metrics[0]
        values = [score.value for score in first.scores]
        return best_first(values, higher_is_better=first.sign > 0)

    def _signatures(self, *, computed: bool = False) -> list[tuple[str, str]]:
        style = Style()
        return [
            (f"{metric.name} signature", style.signature(metric.scores[0].signature))
            for metric in self.value.metrics
            if not computed or metric.metric.row_source != "column"
        ]

    def _scores(self) -> Table:
        style, result, order = Style(), self.value, self._order()
        columns = ["system", *(metric.name for metric in result.metrics)]
        notes = self._signatures()
        rows = []
        for i in order:
            scores = (metric.scores[i] for metric in result.metrics)
            name = self._label(result.systems[i])
            rows.append([name, *(style.format_score(score.value, score) for score in scores)])
        for metric in result.metrics:
            missing = result.segments - int(metric.rated().sum())
            if missing:
                text = f"{missing} of {result.segments} segments, left out of its scores"
                notes.append((f"{metric.name} missing", text))
        if result.aggregate is not None:
            columns.append(result.aggregate.kind)
            places = 2 if result.aggregate.kind == "ranked" else 4
            for row, i in zip(rows, order, strict=True):
                row.append(f"{result.aggregated[i]:.{places}f}")
            signature = str(result.aggregate.signature(len(result.systems)))
            notes.append((f"{result.aggregate.kind} signature", signature))
        return Table(columns, rows, left=frozenset({0}), notes=notes)

    def _segments(self, high: str, low: str, segments: Sequence[SegmentDisagreement]) -> Table:
        first, second = self.value.metric(high), self.value.metric(low)
        style = Style()
        names = [first.name, second.name]
        columns = ["system", "segment", *names, *(f"{name} percentile" for name in names)]
        rows = [
            [
                self._label(segment.system),
                str(segment.segment),
                style.format_score(segment.first, first.scores[0]),
                style.format_score(segment.second, second.scores[0]),
                f"{segment.first_percentile:.0%}",
                f"{segment.second_percentile:.0%}",
            ]
            for segment in segments
        ]
        notes = [("percentile", "percentile rank among all segments of all systems")]
        return Table(columns, rows, left=frozenset({0}), notes=notes)


def correlation_table(correlations: Sequence[Correlation]) -> Table:
    """Return a table with one row per metric, and one column per correlation coefficient.

    Each cell has a coefficient and its confidence interval. All `correlations` use the same column
    of ratings and the same level (system or segment).
    """
    first = correlations[0]
    names = list(first.coefficients)
    columns = ["metric", *(NAMES[name] for name in names)]
    rows = []
    level = f"{first.by}-level correlation"
    if first.average is not None:
        level += f", mean over {first.average}s"
    notes = [(f"{level} with", first.column)]
    if first.form is not None:
        notes.append(("form", first.form))
    for correlation in correlations:
        cells = [_cell(*correlation.coefficients[name]) for name in names]
        rows.append([correlation.metric, *cells])
        if correlation.tie_threshold is not None:
            threshold = f"{correlation.tie_threshold:.4g}"
            notes.append((f"tie threshold, {correlation.metric}", threshold))
    notes += missing_notes(correlations)
    return Table(columns, rows, left=frozenset({0}), notes=notes)


def task_table(
    by_system: Sequence[Correlation],
    by_segment: Sequence[Correlation],
    rankings: Sequence[MetricRanking] = (),
) -> Table:
    """Return the table of the WMT metrics task: two accuracies per metric, and their mean.

    The accuracies are system-level soft pairwise accuracy (in `by_system`) and segment-level
    pairwise accuracy (in `by_segment`). `rankings` are the rankings of metrics by each accuracy.
    With rankings, the metric's cluster is printed before each accuracy.
    """
    names = ("soft_pairwise_accuracy", "pairwise_accuracy")
    clusters = [{each.metric: each.cluster for each in ranking.metrics} for ranking in rankings]
    rows = []
    for pair in zip(by_system, by_segment, strict=True):
        metric = pair[0].metric
        estimates = [one.coefficients[name] for one, name in zip(pair, names, strict=True)]
        cells = [_cell(*estimate) for estimate in estimates]
        if clusters:
            cells = [f"{of[metric]}  {cell}" for of, cell in zip(clusters, cells, strict=True)]
        values = [value for value, _ in estimates if value is not None]
        mean = sum(values) / 2 if len(values) == 2 else None
        rows.append((mean, metric, cells))
    rows.sort(key=lambda row: (-(row[0] or 0.0), row[1]))
    table = [[name, "-" if mean is None else f"{mean:.3f}", *cells] for mean, name, cells in rows]
    columns = ["metric", "average", "SPA", "pairwise accuracy"]
    notes = _task_notes(by_system[0], by_segment[0], clusters=bool(clusters))
    return Table(columns, table, left=frozenset({0}), notes=notes)


def _task_notes(
    by_system: Correlation, by_segment: Correlation, *, clusters: bool
) -> list[tuple[str, str]]:
    used = [
        f"{each.segments} of {each.segments + each.missing}" for each in (by_system, by_segment)
    ]
    segments = used[0] if used[0] == used[1] else f"{used[0]} (SPA), {used[1]} (accuracy)"
    notes = [
        ("ratings", by_segment.column),
        ("segments with ratings", segments),
        ("average", "mean of system-level SPA and segment-level accuracy with calibrated ties"),
    ]
    if clusters:
        notes.append(("clusters", "before the values, 1 is best"))
    if by_segment.form is not None:
        notes.append(("form", by_segment.form))
    return notes


class RankingView(TableView):
    """Output formats of a ranking of metrics."""

    formats = FORMATS

    def tables(self) -> Iterator[Table]:
        """Yield two tables: the metrics, and the significance tests of all pairs of metrics."""
        yield ranking_table(self.value)
        yield pairs_table(self.value)


def ranking_table(ranking: MetricRanking) -> Table:
    """Return a table of metrics, best first.

    Each row has the cluster of a metric, its name, its correlation and the confidence interval.
    """
    interval = f"{percent(ranking.confidence)} CI"
    columns = ["cluster", "metric", NAMES[ranking.coefficient], interval]
    rows = [
        [
            str(metric.cluster),
            metric.metric,
            "-" if metric.value is None else f"{metric.value:.3f}",
            _interval(metric.interval),
        ]
        for metric in ranking.metrics
    ]
    level = f"{ranking.by}-level {NAMES[ranking.coefficient]}"
    if ranking.average is not None:
        level += f", mean over {ranking.average}s"
    used = f"{count(ranking.systems, 'system')}, {count(ranking.segments, 'segment')}"
    if ranking.missing:
        used += f" of {ranking.segments + ranking.missing}"
    notes = [(f"{level} with", f"{ranking.column} ({used})")]
    notes += [
        (f"tie threshold, {metric.metric}", f"{metric.tie_threshold:.4g}")
        for metric in ranking.metrics
        if metric.tie_threshold is not None
    ]
    return Table(columns, rows, left=frozenset({1}), notes=notes)


def pairs_table(ranking: MetricRanking) -> Table:
    """Return a table of the significance tests, with one row per pair of metrics."""
    columns = [
        "better",
        "worse",
        "diff",
        f"diff {percent(ranking.confidence)} CI",
        "p",
        "p adj.",
    ]
    rows = []
    for pair in ranking.pairs:
        p = p_value(pair.p_value) + (" (exact)" if pair.exact else "")
        difference = "-" if pair.difference is None else f"{pair.difference:.3f}"
        interval = _interval(pair.interval)
        rows.append([pair.first, pair.second, difference, interval, p, p_value(pair.p_adjusted)])
    return Table(columns, rows, left=frozenset({0, 1}), notes=[("test", _test_text(ranking))])


def _test_text(ranking: MetricRanking) -> str:
    sides = "two-sided" if ranking.form is None else "one-sided, as mt-metrics-eval"
    adjusted = f"p adj. is corrected for {count(len(ranking.pairs), 'test')} (Holm)"
    if ranking.form is not None:
        adjusted += "; clusters use p"
    if ranking.test == "williams":
        return f"Williams, {sides}; {adjusted}"
    trials = [pair.trials for pair in ranking.pairs if pair.trials is not None and not pair.exact]
    number = f", {max(trials):,} trials, seed {ranking.seed}" if trials else ""
    swapped = f"{ranking.swap}"
    if ranking.by == "system" and ranking.coefficient != "soft_pairwise_accuracy":
        swapped = "scores of systems"
    return f"permutation of {swapped}{number}, {sides}; {adjusted}"


def _interval(interval: tuple[float, float] | None) -> str:
    return "-" if interval is None else f"[{interval[0]:.3f}, {interval[1]:.3f}]"


def missing_notes(correlations: Sequence[Correlation]) -> list[tuple[str, str]]:
    """Return notes that say how many segments were left out because ratings are missing.

    A note is a pair of title and text, such as ("segments with ratings", "1900 of 2000").
    Correlations with equal notes share one note. If nothing was left out, there is no note.
    """
    texts = {}
    for correlation in correlations:
        text = f"{correlation.segments} of {correlation.segments + correlation.missing}"
        if correlation.missing_ratings:
            text += f", without {correlation.missing_ratings} missing ratings"
        if correlation.missing or correlation.missing_ratings:
            texts[text] = ("segments with ratings", text)
    return list(texts.values())


def _cell(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None:
        return "-"
    if interval is None:
        return f"{value:.3f}"
    return f"{value:.3f} {_interval(interval)}"
