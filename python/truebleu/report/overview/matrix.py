"""The report's matrix of all pairs of systems: differences and p-values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebleu.display.cells import hatching
from truebleu.display.html import Html, element, scrolling, system_name, table
from truebleu.display.numbers import Figures, level, p_value
from truebleu.report.data import ReportData

if TYPE_CHECKING:
    from truebleu.significance.results import Pair


CELL, TALL = 74, 44
RISING, FALLING = "M0,6 L6,0", "M0,0 L6,6"


def matrix(data: ReportData) -> Html | None:
    """Return the section with the matrix of all pairs of systems.

    A cell shows the score of the system in its row minus the score of the system in its column.
    Return None for fewer than three systems.
    """
    comparison = data.comparison
    if comparison is None or data.settings is None or len(comparison.systems) < 3:
        return None
    alpha = level(data.settings)
    names = [system.name for system in comparison.systems]
    head = element(
        "tr",
        element("th", "row - column", scope="col", class_="ov-text ov-faint"),
        *(element("th", system_name(name), scope="col") for name in names),
    )
    pairs = {(pair.first, pair.second): pair for pair in comparison.pairs}
    pairs |= {(pair.second, pair.first): pair.reversed() for pair in comparison.pairs}
    figures = Figures(data.metric.scale)
    rows = [
        element(
            "tr",
            element("th", system_name(row), scope="row", class_="ov-text"),
            *(_cell(pairs.get((column, row)), alpha, figures) for column in names),
        )
        for row in names
    ]
    return element(
        "section",
        element("h2", "All pairs", id="pairs"),
        element("p", _about(len(comparison.pairs), alpha), class_="ov-about"),
        _patterns(),
        scrolling("All pairs of systems", table(head, rows, class_="ov-matrix")),
        class_="ov-pairs",
        aria_labelledby="pairs",
    )


def _about(tests: int, level: float) -> str:
    return (
        f"Each cell shows row - column and the Holm-adjusted p-value ({tests} tests). ▲ and rising "
        f"lines: the row is significantly better (alpha = {level:g}). ▼ and falling lines: it is "
        "significantly worse. Plain cell: no significant difference."
    )


def _patterns() -> Html:
    """Return the SVG patterns that mark cells with a significant difference."""
    return element(
        "svg", hatching("plus", RISING), hatching("minus", FALLING), width=0, height=0,
        class_="ov-patterns", aria_hidden="true",
    )  # fmt: skip


def _cell(pair: Pair | None, level: float, figures: Figures) -> Html:
    if pair is None:
        return element("td", class_="ov-self")
    side = _side(pair, level)
    mark = {"plus": "▲ ", "minus": "▼ ", "even": ""}[side]
    ground = element(
        "svg",
        element("rect", width="100%", height="100%", class_=f"ov-ground-{side}"),
        class_="ov-ground",
        aria_hidden="true",
    )
    return element(
        "td",
        ground if side != "even" else None,
        element("span", f"{mark}{figures.signed(pair.difference)}", class_="ov-difference"),
        element("span", p_value(pair.p_adjusted), class_="ov-p"),
        class_=f"ov-cell ov-{side}",
    )


def _side(pair: Pair, level: float) -> str:
    """Return "plus" or "minus", the sign of a significant difference.

    If the difference is not significant, return "even".
    """
    if pair.p_adjusted > level or not pair.difference:
        return "even"
    return "plus" if pair.difference > 0 else "minus"
