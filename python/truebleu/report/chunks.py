r"""Texts by segment, in chunks that are packed alone, so that a page unpacks what it shows.

A segment is some lines: the source, the references, the systems, and where the page cannot
tokenize, the tokens of all but the source. A line feed inside a text is written `\n`, a carriage
return `\r`, a backslash `\\`, and a reference that is missing is `\-`.
"""

from __future__ import annotations

from zlib import compress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["CHUNK", "MISSING", "Chunks", "escaped"]

CHUNK = 256
"""Segments of a chunk."""

MISSING = "\\-"
LEVEL = 6


class Chunks:
    """The texts of all segments, by field: `fields` are lists as long as there are segments.

    `kept` are the segments, counted from 0 and in order, whose texts are held; None: all.
    """

    def __init__(
        self, fields: Sequence[Sequence[Any]], segments: int, kept: Sequence[int] | None = None
    ) -> None:
        self._fields = fields
        self._segments = segments
        self._kept = kept
        self.count = -(-segments // CHUNK)

    def text(self, number: int) -> str:
        """The lines of a chunk, each with its line feed."""
        cut = slice(number * CHUNK, min((number + 1) * CHUNK, self._segments))
        parts = [_lines(field[cut]) for field in self._fields]
        rows = list(zip(*parts, strict=True))
        if self._kept is not None:
            rows = [rows[segment - cut.start] for segment in self._kept_in(cut)]
        return "".join(f"{line}\n" for row in rows for line in row)

    def packed(self, number: int) -> bytes:
        """A chunk as one stream of zlib."""
        return compress(self.text(number).encode(errors="replace"), LEVEL)

    def _kept_in(self, cut: slice) -> Sequence[int]:
        from bisect import bisect_left

        kept = self._kept or ()
        return kept[bisect_left(kept, cut.start) : bisect_left(kept, cut.stop)]


def _lines(cells: Sequence[Any]) -> Sequence[str]:
    """Some texts of a field, escaped; most need no look at each of them."""
    if None not in cells:
        joined = "\n".join(cells)
        if "\\" not in joined and "\r" not in joined and joined.count("\n") < len(cells):
            return cells
    return [MISSING if cell is None else escaped(cell) for cell in cells]


def escaped(text: str) -> str:
    r"""A text as one line.

    >>> print(escaped("a\\b\nc"))
    a\\b\nc
    """
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
