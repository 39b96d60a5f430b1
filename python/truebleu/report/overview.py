"""The overview: what a reader sees first, and all that one sees without JavaScript."""

from __future__ import annotations

from truebleu.report.elements import Html, element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from truebleu.report.data import ReportData

__all__ = ["overview"]


def overview(data: ReportData) -> Html:
    """The overview as the page's main element."""
    heading = element("h1", data.meta["title"])
    return element("main", heading, id="overview")
