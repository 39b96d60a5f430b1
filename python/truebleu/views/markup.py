"""Pieces of HTML, safe by the way they are made: what is not markup already is escaped."""

from __future__ import annotations

from html import escape

from truebleu.hygiene.excerpts import visible

__all__ = ["Markup", "element", "name_of", "note", "table"]

LONGEST_NAME = 60


class Markup(str):
    """Text that is HTML; any other text is escaped before it stands in a page."""

    __slots__ = ()


def element(tag: str, *children: str, **attributes: object) -> Markup:
    """An element. Attributes that are None are left out; `_` in their names stands for `-`.

    >>> element("b", "<i>", element("i", "x"), title='"')
    '<b title="&quot;">&lt;i&gt;<i>x</i></b>'
    """
    opened = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(visible(str(value)))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{tag}{opened}>{''.join(map(_ready, children))}</{tag}>")


def _ready(child: str) -> str:
    return child if isinstance(child, Markup) else escape(visible(child))


def name_of(text: str) -> Markup:
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
) -> Markup:
    """A table; the first cell of a row names it. `left` are the columns that hold words.

    It says itself what it looks like: hosts drop style sheets, and have their own for cells.
    """
    return element(
        "table",
        element("caption", caption, style="text-align:left"),
        element("thead", _row(columns, left, head=True)),
        element("tbody", *(_row(row, left) for row in rows)),
        cellpadding=4,
        style="font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap",
    )


def _row(cells: list[str], left: frozenset[int], *, head: bool = False) -> Markup:
    made = []
    for place, cell in enumerate(cells):
        scope = "col" if head else None if place else "row"
        side = "text-align:left" if place in left else None
        made.append(element("th" if scope else "td", cell, scope=scope, style=side))
    return element("tr", *made)


def note(title: str, text: str) -> Markup:
    """A line under a table: a title, and words that are copied as they are."""
    return element("p", f"{title}: ", element("code", text, style="overflow-wrap:anywhere"))
