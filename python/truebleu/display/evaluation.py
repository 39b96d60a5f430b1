"""Evaluations of many metrics: scores, correlations, and segments that metrics rank apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.display.formats import TableView
from truebleu.display.scores import Style
from truebleu.display.table import Table
from truebleu.metrics.base.score import best_first

if TYPE_CHECKING:
    from truebleu.evaluation.results import Correlation, Disagreement, EvaluationResult

    Apart = tuple[str, str, Sequence[Disagreement]]
    """Two metrics, and the segments that the first finds better than the second."""

FORMATS = ("text", "json", "markdown", "latex")

NAMES = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall": "Kendall",
    "accuracy": "accuracy",
    "soft_accuracy": "soft accuracy",
}


class EvaluationView(TableView):
    """An evaluation, with what was correlated and ranked apart, if anything was.

    `labels` are what tables call systems, by their names; `sort` is their order ("score" or
    "input").
    """

    formats = FORMATS

    def __init__(
        self,
        result: EvaluationResult,
        *,
        labels: Mapping[str, str] | None = None,
        sort: str = "score",
        correlations: Sequence[Sequence[Correlation]] | None = None,
        apart: Sequence[Apart] | None = None,
    ) -> None:
        super().__init__(result)
        self.labels = labels or {}
        self.sort = sort
        self.correlations = correlations
        self.apart = apart

    def data(self) -> dict[str, Any]:
        """Return everything; lists of what was correlated and ranked apart, where asked for."""
        ready: dict[str, Any] = self.value.to_dict()
        if self.correlations is not None:
            ready["correlations"] = [one.to_dict() for found in self.correlations for one in found]
        if self.apart is not None:
            ready["disagreements"] = [
                {"high": high, "low": low, "segments": [one.to_dict() for one in segments]}
                for high, low, segments in self.apart
            ]
        return ready

    def tables(self) -> Iterator[Table]:
        """Yield the scores, then the correlations, then the segments."""
        yield self._scores()
        yield from map(correlation_table, self.correlations or ())
        for high, low, segments in self.apart or ():
            yield self._segments(high, low, segments)

    def _label(self, name: str) -> str:
        return self.labels.get(name, name)

    def _order(self) -> list[int]:
        """The places of the systems: the best first by the aggregate, or by the first metric."""
        result = self.value
        if self.sort == "input":
            return list(range(len(result.systems)))
        if result.aggregate is not None:
            higher = result.aggregate.kind != "ranked"
            return best_first(result.aggregated, higher_is_better=higher)
        first = result.metrics[0]
        values = [score.value for score in first.scores]
        return best_first(values, higher_is_better=first.sign > 0)

    def _scores(self) -> Table:
        """A row for each system, a column for each metric; the signatures below."""
        style, result, order = Style(), self.value, self._order()
        columns = ["system", *(one.name for one in result.metrics)]
        notes = [
            (f"signature, {one.name}", style.signature(one.scores[0].signature))
            for one in result.metrics
        ]
        rows = []
        for place in order:
            scores = (one.scores[place] for one in result.metrics)
            name = self._label(result.systems[place])
            rows.append([name, *(style.for_people(score.value, score) for score in scores)])
        if result.aggregate is not None:
            columns.append(result.aggregate.kind)
            places = 2 if result.aggregate.kind == "ranked" else 4
            for row, place in zip(rows, order, strict=True):
                row.append(f"{result.aggregated[place]:.{places}f}")
            signature = str(result.aggregate.signature(len(result.systems)))
            notes.append((f"signature, {result.aggregate.kind}", signature))
        return Table(columns, rows, left=frozenset({0}), notes=notes)

    def _segments(self, high: str, low: str, segments: Sequence[Disagreement]) -> Table:
        """A row for each segment that one metric finds better than the other."""
        columns = ["system", "segment", high, low, f"{high} above", f"{low} above"]
        rows = [
            [
                self._label(one.system),
                str(one.segment),
                f"{one.first:.4g}",
                f"{one.second:.4g}",
                f"{one.first_rank:.0%}",
                f"{one.second_rank:.0%}",
            ]
            for one in segments
        ]
        notes = [("above", "the share of all segments that are no better")]
        return Table(columns, rows, left=frozenset({0}), notes=notes)


def correlation_table(found: Sequence[Correlation]) -> Table:
    """Return a row for each metric, a column for each coefficient with its interval."""
    names = list(found[0].coefficients)
    columns = ["metric", *(NAMES[name] for name in names)]
    rows = [[one.metric, *(_cell(*one.coefficients[name]) for name in names)] for one in found]
    notes = [("agreement with", f"{found[0].column}, by {found[0].by}")]
    notes += [(f"tie, {one.metric}", f"{one.tie:.4g}") for one in found if one.tie is not None]
    return Table(columns, rows, left=frozenset({0}), notes=notes)


def _cell(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None:
        return "-"
    if interval is None:
        return f"{value:.3f}"
    return f"{value:.3f} [{interval[0]:.3f}, {interval[1]:.3f}]"
