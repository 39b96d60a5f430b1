"""Tables of the overview."""

from __future__ import annotations

from truebleu.hygiene.excerpts import visible
from truebleu.report.elements import Html, element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["scrolling", "system_name", "table"]


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
    """A name in its own direction of writing, with nothing in it that is not seen."""
    return element("bdi", visible(name), class_="ov-name")
