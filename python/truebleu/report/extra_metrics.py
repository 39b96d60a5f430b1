"""Metrics beside the one that a report is about: their tests, and what the page needs of them.

The page scores a selection from sums, so of each segment it is given what adds: two counts whose
quotient is the score, chrF's counts, or the segment's number where the score is the mean. Of a
metric that is none of these it has the numbers of the segments alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truebleu.display.html import Html, element
from truebleu.display.numbers import Figures, p_value
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
"""What the filter line already knows of a system."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Other:
    """A metric beside the page's own.

    `name` is what it is called, `key` what the filter line calls it. `systems` and `comparison`
    are what `compare` says; the latter is None where there is nothing to compare. `parts` has
    for each system the arrays of segments that the page adds up to score a selection.
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
        """What a perfect score is, or what one of a rate is."""
        return self.systems[0].score.scale

    def add_columns(self, columns: Columns, number: int) -> None:
        """Put what the page needs of each segment among the columns of the report."""
        for place, parts in enumerate(self.parts):
            for column, part in enumerate(parts):
                name = f"x/{number}/{place}/{column}"
                if part.dtype == np.float64:
                    columns.add_floats(name, part)
                else:
                    columns.add_counts(name, part)

    def to_dict(self) -> dict[str, Any]:
        """What the page is told before it opens the columns."""
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
    ready = system.to_dict()
    return {"name": ready.pop("system"), **ready}


def others_of(inputs: ReportInput) -> tuple[Other, ...]:
    """Return what the page needs of each metric but its own, after which equal ones are named."""
    places = inputs.extra_metrics
    names = labels([inputs.metric, *(inputs.counted.metrics[place] for place in places)])[1:]
    return tuple(
        _other(inputs, place, name, key)
        for place, name, key in zip(places, names, keys(names, TAKEN), strict=True)
    )


def _other(inputs: ReportInput, place: int, name: str, key: str) -> Other:
    metric = inputs.counted.metrics[place]
    counted = inputs.counted.by_metric(place)
    effective = metric.uses_effective_order(sentence=True)
    values = [
        np.concatenate([np.asarray(metric.of_tokens.values(part, effective)) for part in parts])
        for parts in (system.rows[0] for system in counted)
    ]
    comparison, systems = inputs.comparison_by(place), inputs.scores_by(place)
    rows = [system.table() for system in counted]
    settings, parts = _parts(metric.page_formula, metric, rows, values)
    return Other(
        name=name,
        key=key,
        metric=metric,
        systems=systems,
        comparison=None if comparison is None else comparison[0],
        formula_settings=settings,
        parts=parts,
    )


def _parts(
    formula: PageFormula | None, metric: Metric[Any], rows: Sequence[Rows], values: Sequence[Values]
) -> tuple[dict[str, Any], list[list[NDArray[Any]]]]:
    """Return the settings of the formula, and of each system the arrays of segments that add up."""
    if formula is None or formula.name == "mean":
        return {}, [[each] for each in values]
    if formula.name == "chrf":
        return dict(formula.settings), [list(each.T) for each in rows]
    # A ratio: the last column is the denominator; what stands before it adds up to the numerator.
    unit = metric.layout[len(metric.layout) - 1].parts
    if not any((each[:, -1] % unit).any() for each in rows):
        rows = [np.column_stack([each[:, :-1], each[:, -1] // unit]) for each in rows]
        unit = 1
    parts = [[each[:, :-1].sum(axis=1), each[:, -1]] for each in rows]
    return {"unit": unit, **formula.settings}, parts


# The columns of other metrics in the table of systems: score, difference to the baseline, p


LESS = "\u2193"
"""Behind the name of a metric of which less is better."""


def beside_heads(others: Sequence[Other]) -> Iterator[tuple[str, str, str]]:
    """Yield of each column its key, its label and its class."""
    for other in others:
        name = other.name if other.metric.higher_is_better else f"{other.name} {LESS}"
        yield f"value-{other.key}", name, ""
        if other.comparison is not None:
            yield f"difference-{other.key}", f"\u0394 {other.name}", ""
            yield f"p-{other.key}", "p adj.", ""


def beside_cells(others: Sequence[Other], place: int) -> Iterator[Html]:
    """Yield the cells of the system at this place."""
    for other in others:
        yield _score(other, place)
        if other.comparison is not None:
            yield from _difference(other, place)


def beside_words(others: Sequence[Other]) -> str:
    """What the caption says of these columns."""
    if any(not other.metric.higher_is_better for other in others):
        return f" {LESS}: less is better."
    return ""


def _figures(other: Other) -> Figures:
    return Figures(100 if other.scale == 100 else 1)


def _score(other: Other, place: int) -> Html:
    system, figures = other.systems[place], _figures(other)
    shown = printed(system.value, system.score).replace("-", "\u2212")
    ends = element("span", figures.interval(system.interval), class_="ov-ends")
    value = element("span", shown, class_="ov-score")
    return element("td", value, " ", ends, data_value=repr(system.value), class_="ov-beside")


def _difference(other: Other, place: int) -> list[Html]:
    """What parts a system from the baseline, which is the first and has nothing there."""
    if not place or other.comparison is None:
        return [element("td"), element("td")]
    pair: Pair = other.comparison.against_baseline()[place - 1]
    figures = _figures(other)
    better = pair.difference if other.metric.higher_is_better else -pair.difference
    side = "ov-plus" if better > 0 else "ov-minus" if better < 0 else None
    number = element("span", figures.signed(pair.difference), class_=side)
    ends = element("span", figures.interval(pair.interval, sign=True), class_="ov-ends")
    return [
        element("td", number, " ", ends, data_value=repr(pair.difference)),
        element("td", p_value(pair.p_adjusted), data_value=repr(pair.p_adjusted)),
    ]
