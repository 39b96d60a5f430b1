"""A segment token by token, in lines that need no colour."""

from __future__ import annotations

from truebleu.hygiene.excerpts import visible
from truebleu.views.table import display_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from truebleu.explanation.values import SegmentMarks, TokenMark

__all__ = ["marked"]

WIDTH = 96
INVENTED = "-"
CLIPPED = "!"


def marked(marks: SegmentMarks, *, references: bool = True) -> Iterator[str]:
    """The tokens with their marks below, then the references, what is not produced in brackets."""
    pairs = [(visible(str(mark.token)), _mark(mark)) for mark in marks.tokens]
    if not pairs:
        yield "hypothesis: (no tokens)"
    for place, line in enumerate(_lines(pairs)):
        widths = [max(display_width(token), len(mark)) for token, mark in line]
        head = "hypothesis" if place == 0 else ""
        yield f"{head:<12}{_row((token for token, _ in line), widths)}"
        yield f"{'':<12}{_row((mark for _, mark in line), widths)}"
    for place, reference in enumerate(marks.references if references else (), start=1):
        pieces = ((visible(str(token)), there) for token, there in reference)
        words = (token if there else f"[{token}]" for token, there in pieces)
        head = "reference" if len(marks.references) == 1 else f"reference {place}"
        yield f"{head:<12}{' '.join(words)}".rstrip()


def _mark(mark: TokenMark) -> str:
    clipped = CLIPPED if mark.status == "clipped" else ""
    if mark.longest:
        return f"{mark.longest}{clipped}"
    return clipped or INVENTED


def _lines(pairs: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """As many tokens as fit on a line."""
    line: list[tuple[str, str]] = []
    used = 0
    for pair in pairs:
        width = max(map(display_width, pair)) + 1
        if line and used + width > WIDTH:
            yield line
            line, used = [], 0
        line.append(pair)
        used += width
    if line:
        yield line


def _row(cells: Iterable[str], widths: Iterable[int]) -> str:
    padded = (
        cell + " " * (width - display_width(cell))
        for cell, width in zip(cells, widths, strict=True)
    )
    return " ".join(padded).rstrip()
