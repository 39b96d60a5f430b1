"""Functions that build HTML elements. They escape text, but not markup of the class `Html`.

>>> print(element("p", "1 < 2", title='"'))
<p title="&quot;">1 &lt; 2</p>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from truebleu.wording import visible

VOID = frozenset({"br", "col", "meta", "wbr"})
# Python's module `html` is not used, because importing it loads 2,231 entities.
IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
IN_ATTRIBUTE = IN_TEXT | str.maketrans({'"': "&quot;", "'": "&#x27;"})


class Html(str):
    """HTML markup. The functions of this module do not escape it again."""

    __slots__ = ()


def element(name: str, /, *children: str | None, **attributes: object) -> Html:
    """Return an HTML element.

    Children of the class `Html` are inserted unchanged, and other text is escaped. None is omitted.
    In names of attributes, underscores become hyphens. A trailing underscore is dropped, as in
    `class_`. An attribute with the value None or False is omitted. An attribute with the value True
    is written as its name alone. Other values are escaped.
    """
    head = "".join([f"<{name}", *(_attribute(key, value) for key, value in attributes.items())])
    if name in VOID:
        return Html(f"{head}>")
    return Html(f"{head}>{joined(*children)}</{name}>")


def joined(*children: str | None) -> Html:
    """Join the children of an HTML element. Text is escaped, and None is omitted."""
    return Html("".join(map(_child, children)))


def _child(child: str | None) -> str:
    if child is None:
        return ""
    return child if isinstance(child, Html) else child.translate(IN_TEXT)


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{str(value).translate(IN_ATTRIBUTE)}"'


# Tables in the overview of the report


SEAM = re.compile(r"(?<=[._/:@-])(?=[^\s._/:@-])")
"""Positions where a name may break into two lines: after punctuation inside the name."""
FIELD = re.compile(r"(?<=\|)")


def table(head: Html, rows: Iterable[Html], *caption: str, class_: str | None = None) -> Html:
    """Return an HTML table with a header row. `caption` is the content of its caption, if any."""
    title = element("caption", *caption) if caption else None
    body = element("tbody", *rows)
    return element("table", title, element("thead", head), body, class_=class_)


def scrolling(label: str, inside: Html) -> Html:
    """Return a scrollable `<div>` that can have the keyboard focus.

    `label` is the description for screen readers. `inside` is the content.
    """
    return element(
        "div", inside, class_="ov-table-scroll", tabindex="0", role="region", aria_label=label
    )


def system_name(name: str) -> Html:
    """Return a system's name for a table, with visible control characters.

    The name is isolated, so a right-to-left name does not reorder the text around it. Line breaks
    are allowed after punctuation.
    """
    return element("bdi", *breakable(visible(name), SEAM), class_="ov-name")


def signature_code(text: str) -> Html:
    """Return a signature as HTML code. Line breaks are allowed between its fields."""
    return element("code", *breakable(text, FIELD))


def breakable(text: str, seam: re.Pattern[str]) -> list[str]:
    """Split a text at each match of `seam`, and insert `<wbr>` between the pieces.

    `<wbr>` is a position where the browser may break the line.
    """
    first, *rest = seam.split(text)
    return [first, *(part for word in rest for part in (element("wbr"), word))]


# Tables and notes for notebooks, which remove style sheets


LONGEST_NAME = 60


def name_of(text: str) -> Html:
    """Return a system's name for a notebook, with visible control characters.

    The name is isolated, so a right-to-left name does not reorder the text around it. If the name
    has more than 60 characters, its middle is left out.
    """
    text = visible(text)
    if len(text) > LONGEST_NAME:
        n_kept = (LONGEST_NAME - 1) // 2
        text = f"{text[:n_kept]}…{text[-n_kept:]}"
    return element("bdi", text)


def html_table(
    caption: str | None,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    left: frozenset[int] = frozenset(),
) -> Html:
    """Return an HTML table for notebooks.

    `left` are the indices of the left-aligned columns. The first cell of each row is a header cell.
    Styles are inline, because notebooks remove style sheets.
    """
    content = element(
        "table",
        caption and element("caption", caption, style="text-align:left"),
        element("thead", _row(columns, left, head=True)),
        element("tbody", *(_row(row, left) for row in rows)),
        cellpadding=4,
        style="font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap",
    )
    return element("div", content, style="overflow-x:auto")


def _row(cells: Sequence[str], left: frozenset[int], *, head: bool = False) -> Html:
    elements = []
    for i, cell in enumerate(cells):
        scope = "col" if head else None if i else "row"
        side = "text-align:left" if i in left else None
        elements.append(element("th" if scope else "td", cell, scope=scope, style=side))
    return element("tr", *elements)


def note(title: str, text: str) -> Html:
    """Return an HTML paragraph for a note below a table: a title, and a text formatted as code."""
    return element(
        "p", f"{title}: ", element("code", visible(text), style="overflow-wrap:anywhere")
    )
