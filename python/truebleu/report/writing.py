"""A report as a file."""

from __future__ import annotations

from truebleu.io.writing import check_writable, write_whole
from truebleu.report.page import page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from truebleu.report.data import ReportData

__all__ = ["write_page"]


def write_page(
    path: str, data: ReportData, tell: Callable[[int, int], object] | None = None
) -> None:
    """Write the page, whole or not at all. `tell` hears how many chunks of how many are written.

    Raises `InputError` if it cannot be written.
    """
    check_writable(path, ())
    write_whole(path, page(data, tell))
