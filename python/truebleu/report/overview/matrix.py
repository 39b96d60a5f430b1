"""All pairs of systems: the p-value, and which of the two is better."""

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
    """A cell for each pair: its row against its column; None for fewer than three systems."""
    found = data.comparison
    if found is None or data.settings is None or len(found.systems) < 3:
        return None
    alpha = level(data.settings)
    names = [system.name for system in found.systems]
    head = element(
        "tr",
        element("th", "row against column", scope="col", class_="ov-text ov-faint"),
        *(element("th", system_name(name), scope="col") for name in names),
    )
    pairs = {(pair.first, pair.second): pair for pair in found.pairs}
    pairs |= {(pair.second, pair.first): pair.reversed() for pair in found.pairs}
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
        element("p", _about(len(found.pairs), alpha), class_="ov-about"),
        _patterns(),
        scrolling("All pairs of systems", table(head, rows, class_="ov-matrix")),
        class_="ov-pairs",
        aria_labelledby="pairs",
    )


def _about(tests: int, level: float) -> str:
    return (
        "Each cell: the difference of its row to its column, and below it p after Holm’s "
        f"correction for {tests} tests. ▲ and rising lines: the row is better, ▼ and falling "
        f"lines: it is worse, both at the level {level:g}; a plain cell: no significant difference."
    )


def _patterns() -> Html:
    """The lines that cells are filled with."""
    return element(
        "svg", hatching("plus", RISING), hatching("minus", FALLING), width=0, height=0,
        class_="ov-patterns", aria_hidden="true",
    )  # fmt: skip


def _cell(pair: Pair | None, level: float, figures: Figures) -> Html:
    """A row against a column; nothing where a system would stand against itself."""
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
    """Whether the row is better or worse for sure."""
    if pair.p_adjusted > level or not pair.difference:
        return "even"
    return "plus" if pair.difference > 0 else "minus"
