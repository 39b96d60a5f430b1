"""The additional metrics of a report: their scores, their tests and the data for the page.

A user of the page can select segments. For some metrics, the page computes the corpus score of the
selection from sums over its segments. If a metric's corpus score is a ratio, the page sums
numerators and denominators. For chrF, it sums the n-gram counts. If a metric's corpus score is a
mean, it sums the segment scores. For all other metrics, the page shows only segment scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truebleu.display.html import Html, element
from truebleu.display.numbers import Figures, p_value
from truebleu.errors import InputError
from truebleu.metrics.base.metric import Metric, PageFormula
from truebleu.metrics.base.score import printed
from truebleu.metrics.registry import keys, labels
from truebleu.significance.results import MetricComparison, Pair, SystemScore

Rows = NDArray[np.int64]
Values = NDArray[np.float64]

if TYPE_CHECKING:
    from truebleu.report.encoding import Columns
    from truebleu.report.input import ReportInput


TAKEN = ("bleu", "len", "ratio", "influence", "text")
"""Words that have a meaning in the page's filter line. The key of a metric must not be one of
them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExtraMetric:
    """An additional metric of a report.

    Attributes:
        name: the displayed name.
        key: the name of the metric in the page's filter line.
        metric: the metric.
        systems: the scores of the systems by this metric, with confidence intervals.
        comparison: the comparison by this metric; None if the systems were not compared.
        formula_settings: the settings of the formula with which the page computes scores.
        parts: a list of arrays for each system. An array has one value per segment. The page
            computes the score of selected segments from the sums of these values.
    """

    name: str
    key: str
    metric: Metric[Any]
    systems: Sequence[SystemScore]
    comparison: MetricComparison | None
    formula_settings: dict[str, Any]
    parts: Sequence[Sequence[NDArray[Any]]]

    @property
    def scale(self) -> float:
        """The highest possible score.

        For error rates such as TER, it is the score at a rate of 100%.
        """
        return self.systems[0].score.scale

    def add_columns(self, columns: Columns, number: int) -> None:
        """Add this metric's values of each segment to the columns of the report.

        `number` is the index of this metric among the additional metrics.
        """
        for system_index, parts in enumerate(self.parts):
            for column, part in enumerate(parts):
                name = f"x/{number}/{system_index}/{column}"
                if part.dtype == np.float64:
                    columns.add_floats(name, part)
                else:
                    columns.add_counts(name, part)

    def to_dict(self) -> dict[str, Any]:
        """Return the metric, its scores and its tests as JSON-serializable data."""
        signature, formula = self.systems[0].score.signature, self.metric.page_formula
        pairs = () if self.comparison is None else self.comparison.against_baseline()
        return {
            "name": self.name,
            "key": self.key,
            "short": str(signature),
            "signature": str(signature.full()),
            "higher_is_better": self.metric.higher_is_better,
            "scale": self.scale,
            "bounded": self.metric.bounded,
            "decimals": self.metric.decimals,
            "formula": formula.name if formula else "none",
            "settings": self.formula_settings,
            "columns": len(self.parts[0]),
            "systems": [_named(system) for system in self.systems],
            "against_baseline": [pair.to_dict() for pair in pairs],
        }


def _named(system: SystemScore) -> dict[str, Any]:
    values = system.to_dict()
    return {"name": values.pop("system"), **values}


def extra_metrics_of(inputs: ReportInput) -> tuple[ExtraMetric, ...]:
    """Return the additional metrics of a report. Their names and keys are unique."""
    indices = inputs.extra_metrics
    names = labels([inputs.metric, *(inputs.counted_systems.metrics[index] for index in indices)])[
        1:
    ]
    return tuple(
        _extra_metric(inputs, index, name, key)
        for index, name, key in zip(indices, names, keys(names, TAKEN), strict=True)
    )


def _extra_metric(inputs: ReportInput, index: int, name: str, key: str) -> ExtraMetric:
    metric = inputs.counted_systems.metrics[index]
    systems = inputs.counted_systems.by_metric(index)
    effective = metric.uses_effective_order(sentence=True)
    values = [
        np.concatenate([np.asarray(metric.of_tokens.values(part, effective)) for part in parts])
        for parts in (system.rows[0] for system in systems)
    ]
    comparison = inputs.comparison_by(index)
    rows = [system.table() for system in systems]
    if metric.row_source == "column" and not all(table[:, 0].all() for table in rows):
        raise InputError(
            f"column {name!r} has missing numbers, and a report needs one per segment and system. "
            "Leave the column out, or use Evaluation() or truebleu evaluate."
        )
    settings, parts = _parts(metric.page_formula, metric, rows, values)
    return ExtraMetric(
        name=name,
        key=key,
        metric=metric,
        systems=inputs.scores_by(index),
        comparison=None if comparison is None else comparison[0],
        formula_settings=settings,
        parts=parts,
    )


def _parts(
    formula: PageFormula | None, metric: Metric[Any], rows: Sequence[Rows], values: Sequence[Values]
) -> tuple[dict[str, Any], list[list[NDArray[Any]]]]:
    """Return the fields `formula_settings` and `parts` of an `ExtraMetric`.

    `rows` has the sufficient statistics of each system, and `values` has its segment scores.
    """
    if formula is None or formula.name == "mean":
        return {}, [[column] for column in values]
    if formula.name == "chrf":
        return dict(formula.settings), [list(table.T) for table in rows]
    # A ratio: the last column is the denominator, the sum of the others is the numerator.
    unit = metric.layout[len(metric.layout) - 1].parts
    if not any((table[:, -1] % unit).any() for table in rows):
        rows = [np.column_stack([table[:, :-1], table[:, -1] // unit]) for table in rows]
        unit = 1
    parts = [[table[:, :-1].sum(axis=1), table[:, -1]] for table in rows]
    return {"unit": unit, **formula.settings}, parts


# Columns of the system table: score, difference from the baseline, adjusted p-value


LOWER_IS_BETTER = "\u2193"
"""Arrow after the name of a metric for which a lower score is better."""


def extra_heads(others: Sequence[ExtraMetric]) -> Iterator[tuple[str, str, str]]:
    """Yield the columns of the additional metrics in the table of systems.

    A column is given by its key, its label and its CSS class.
    """
    for extra in others:
        name = extra.name if extra.metric.higher_is_better else f"{extra.name} {LOWER_IS_BETTER}"
        yield f"value-{extra.key}", name, ""
        if extra.comparison is not None:
            yield f"difference-{extra.key}", f"\u0394 {extra.name}", ""
            yield f"p-{extra.key}", "p adj.", ""


def extra_cells(others: Sequence[ExtraMetric], system_index: int) -> Iterator[Html]:
    """Yield a system's cells in the columns of the additional metrics."""
    for extra in others:
        yield _score(extra, system_index)
        if extra.comparison is not None:
            yield from _difference(extra, system_index)


def extra_caption(others: Sequence[ExtraMetric]) -> str:
    """Return a sentence that explains the arrow ↓ after the name of a metric.

    If no metric has the arrow, return "".
    """
    if any(not extra.metric.higher_is_better for extra in others):
        return f" {LOWER_IS_BETTER}: lower is better."
    return ""


def _figures(extra: ExtraMetric) -> Figures:
    return Figures(100 if extra.scale == 100 else 1)


def _score(extra: ExtraMetric, system_index: int) -> Html:
    system, figures = extra.systems[system_index], _figures(extra)
    text = printed(system.value, system.score).replace("-", "\u2212")
    ends = element("span", figures.interval(system.interval), class_="ov-ends")
    value = element("span", text, class_="ov-score")
    return element("td", value, " ", ends, data_value=repr(system.value), class_="ov-beside")


def _difference(extra: ExtraMetric, system_index: int) -> list[Html]:
    """Return two table cells: the system's difference from the baseline, and its p-value.

    For the baseline, both cells are empty.
    """
    if not system_index or extra.comparison is None:
        return [element("td"), element("td")]
    pair: Pair = extra.comparison.against_baseline()[system_index - 1]
    figures = _figures(extra)
    better = pair.difference if extra.metric.higher_is_better else -pair.difference
    side = "ov-plus" if better > 0 else "ov-minus" if better < 0 else None
    number = element("span", figures.signed(pair.difference), class_=side)
    ends = element("span", figures.interval(pair.interval, sign=True), class_="ov-ends")
    return [
        element("td", number, " ", ends, data_value=repr(pair.difference)),
        element("td", p_value(pair.p_adjusted), data_value=repr(pair.p_adjusted)),
    ]
