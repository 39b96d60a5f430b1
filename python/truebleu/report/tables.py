"""Tables of the overview."""

from __future__ import annotations

import re

from truebleu.hygiene.excerpts import visible
from truebleu.report.elements import Html, element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["scrolling", "signature_code", "system_name", "table"]

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
