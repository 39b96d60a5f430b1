"""Tables and notes as pieces of HTML that hold without style sheets."""

from __future__ import annotations

from truebleu.hygiene.excerpts import visible
from truebleu.report.elements import Html, element

__all__ = ["name_of", "note", "table"]

LONGEST_NAME = 60


def name_of(text: str) -> Html:
    """The name of something, apart from what stands around it; a long one without its middle."""
    shown = visible(text)
    if len(shown) > LONGEST_NAME:
        half = (LONGEST_NAME - 1) // 2
        shown = f"{shown[:half]}…{shown[-half:]}"
    return element("bdi", shown)


def table(
    caption: str,
    columns: list[str],
    rows: list[list[str]],
    left: frozenset[int] = frozenset(),
) -> Html:
    """A table; the first cell of a row names it. `left` are the columns that hold words.

    It says itself what it looks like: hosts drop style sheets, and have their own for cells.
    """
    made = element(
        "table",
        element("caption", caption, style="text-align:left"),
        element("thead", _row(columns, left, head=True)),
        element("tbody", *(_row(row, left) for row in rows)),
        cellpadding=4,
        style="font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap",
    )
    return element("div", made, style="overflow-x:auto")  # wide ones scroll by themselves


def _row(cells: list[str], left: frozenset[int], *, head: bool = False) -> Html:
    made = []
    for place, cell in enumerate(cells):
        scope = "col" if head else None if place else "row"
        side = "text-align:left" if place in left else None
        made.append(element("th" if scope else "td", cell, scope=scope, style=side))
    return element("tr", *made)


def note(title: str, text: str) -> Html:
    """A line under a table: a title, and words that are copied as they are."""
    return element(
        "p", f"{title}: ", element("code", visible(text), style="overflow-wrap:anywhere")
    )
