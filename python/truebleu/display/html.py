"""HTML by calls: every text is escaped unless it was made here.

>>> print(element("p", "1 < 2", title='"'))
<p title="&quot;">1 &lt; 2</p>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from truebleu.wording import visible

VOID = frozenset({"br", "col", "meta", "wbr"})
# Python's module `html` would load 2,231 entities for each score that is printed.
IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
IN_ATTRIBUTE = IN_TEXT | str.maketrans({'"': "&quot;", "'": "&#x27;"})


class Html(str):
    """Markup that was made here, and is not escaped again."""

    __slots__ = ()


def element(name: str, /, *children: str | None, **attributes: object) -> Html:
    """An element with its children: text is escaped, `Html` stays, None is nothing.

    An attribute's underscores are hyphens, one at its end is dropped (`class_`); None and False
    leave it out, True gives it no value. Its value is escaped.
    """
    head = "".join([f"<{name}", *(_attribute(key, value) for key, value in attributes.items())])
    if name in VOID:
        return Html(f"{head}>")
    return Html(f"{head}>{joined(*children)}</{name}>")


def joined(*children: str | None) -> Html:
    """Texts and markup behind each other."""
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


# Tables of the overview


SEAM = re.compile(r"(?<=[._/:@-])(?=[^\s._/:@-])")
"""Where a name may go on in the next line: behind what joins its words."""
FIELD = re.compile(r"(?<=\|)")


def table(head: Html, rows: Iterable[Html], *caption: str, class_: str | None = None) -> Html:
    """A table of a row of headings and other rows, with a caption if there is one."""
    said = element("caption", *caption) if caption else None
    body = element("tbody", *rows)
    return element("table", said, element("thead", head), body, class_=class_)


def scrolling(label: str, inside: Html) -> Html:
    """Something wide that scrolls by itself, by keys as well; `label` says what it is."""
    return element(
        "div", inside, class_="ov-table-scroll", tabindex="0", role="region", aria_label=label
    )


def system_name(name: str) -> Html:
    """A name in its own direction of writing, with nothing in it that is not seen.

    Where there is little room it breaks between its words, not in them.
    """
    return element("bdi", *breakable(visible(name), SEAM), class_="ov-name")


def signature_code(text: str) -> Html:
    """A signature as code, which breaks between its fields."""
    return element("code", *breakable(text, FIELD))


def breakable(text: str, seam: re.Pattern[str]) -> list[str]:
    """A text with a place to break a line at every seam."""
    first, *rest = seam.split(text)
    return [first, *(part for word in rest for part in (element("wbr"), word))]


# Tables and notes as pieces of HTML that hold without style sheets


LONGEST_NAME = 60


def name_of(text: str) -> Html:
    """The name of something, apart from what stands around it; a long one without its middle."""
    shown = visible(text)
    if len(shown) > LONGEST_NAME:
        half = (LONGEST_NAME - 1) // 2
        shown = f"{shown[:half]}…{shown[-half:]}"
    return element("bdi", shown)


def html_table(
    caption: str | None,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    left: frozenset[int] = frozenset(),
) -> Html:
    """A table; the first cell of a row names it. `left` are the columns that hold words.

    It says itself what it looks like: hosts drop style sheets, and have their own for cells.
    """
    made = element(
        "table",
        caption and element("caption", caption, style="text-align:left"),
        element("thead", _row(columns, left, head=True)),
        element("tbody", *(_row(row, left) for row in rows)),
        cellpadding=4,
        style="font-variant-numeric:tabular-nums;text-align:right;white-space:nowrap",
    )
    return element("div", made, style="overflow-x:auto")  # wide ones scroll by themselves


def _row(cells: Sequence[str], left: frozenset[int], *, head: bool = False) -> Html:
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
