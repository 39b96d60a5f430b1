"""HTML elements as function calls. Text is escaped, `Html` is not.

>>> print(element("p", "1 < 2", title='"'))
<p title="&quot;">1 &lt; 2</p>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from truebleu.wording import visible

VOID = frozenset({"br", "col", "meta", "wbr"})
# Importing Python's module `html` would load 2,231 entities when a score is printed.
IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
IN_ATTRIBUTE = IN_TEXT | str.maketrans({'"': "&quot;", "'": "&#x27;"})


class Html(str):
    """Markup made by this module, which must not be escaped again."""

    __slots__ = ()


def element(name: str, /, *children: str | None, **attributes: object) -> Html:
    """Return an element with its children: text is escaped, `Html` is not, None is omitted.

    Underscores in attribute names become hyphens; a trailing one is dropped (`class_`). None and
    False omit the attribute, True gives it no value. Other values are escaped.
    """
    head = "".join([f"<{name}", *(_attribute(key, value) for key, value in attributes.items())])
    if name in VOID:
        return Html(f"{head}>")
    return Html(f"{head}>{joined(*children)}</{name}>")


def joined(*children: str | None) -> Html:
    """Concatenate text and markup."""
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


# Tables of the report's overview


SEAM = re.compile(r"(?<=[._/:@-])(?=[^\s._/:@-])")
"""Where a name may break: after punctuation inside the name."""
FIELD = re.compile(r"(?<=\|)")


def table(head: Html, rows: Iterable[Html], *caption: str, class_: str | None = None) -> Html:
    """Return a table with a header row, and a caption if there is one."""
    title = element("caption", *caption) if caption else None
    body = element("tbody", *rows)
    return element("table", title, element("thead", head), body, class_=class_)


def scrolling(label: str, inside: Html) -> Html:
    """Return a scrollable region that can be focused, with an accessible label."""
    return element(
        "div", inside, class_="ov-table-scroll", tabindex="0", role="region", aria_label=label
    )


def system_name(name: str) -> Html:
    """Return a name isolated from the surrounding text direction, with visible control characters.

    The name may break between its words.
    """
    return element("bdi", *breakable(visible(name), SEAM), class_="ov-name")


def signature_code(text: str) -> Html:
    """Return a signature as code that may break between its fields."""
    return element("code", *breakable(text, FIELD))


def breakable(text: str, seam: re.Pattern[str]) -> list[str]:
    """Return the parts of a text, with an optional line break at every match of `seam`."""
    first, *rest = seam.split(text)
    return [first, *(part for word in rest for part in (element("wbr"), word))]


# Tables and notes for notebooks, which drop style sheets


LONGEST_NAME = 60


def name_of(text: str) -> Html:
    """Return a name isolated from the surrounding text direction; long names lose their middle."""
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
    """Return a table. The first cell of each row is a header; `left` are the left-aligned columns.

    Styles are inline because notebooks drop style sheets.
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
    """Return a line for below a table: a title, and a text formatted as code."""
    return element(
        "p", f"{title}: ", element("code", visible(text), style="overflow-wrap:anywhere")
    )
