r"""Texts by segment, in chunks that are packed alone, so that a page unpacks what it shows.

A segment is some lines: the source, the references, the systems, and the boundaries of tokens of
all but the source (`boundaries`). A line feed inside a text is written `\n`, a carriage return
`\r`, a backslash `\\`, and a reference that is missing is `\-`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from zlib import compress

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from truebleu.report.boundaries import BoundaryField

    Field = Sequence[Any] | BoundaryField

CHUNK = 256
"""Segments of a chunk."""
MISSING = "\\-"
LEVEL = 6


class Chunks:
    """The texts of all segments, by field: `fields` are lists as long as there are segments.

    `kept` are the segments, counted from 0 and in order, whose texts are held; None: all.
    """

    def __init__(
        self, fields: Sequence[Field], segments: int, kept: Sequence[int] | None = None
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


# Columns of numbers, one behind the other, as a browser reads them


DTYPES = {"u8": "<u1", "u16": "<u2", "u32": "<u4", "f32": "<f4", "f64": "<f8"}
"""The kinds of numbers that a column may hold, with NumPy's names."""
ALIGNED = 8
COLUMN_LEVEL = 6


class Columns:
    """Columns by name: whole numbers in the smallest kind that holds them, or floats.

    A column that equals an earlier one is stored once: both have the same place.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._places: dict[tuple[str, bytes], int] = {}
        self.entries: list[dict[str, Any]] = []

    def add_counts(self, name: str, values: NDArray[np.int64]) -> None:
        """Take whole numbers; above 2**32 they are doubles, exact to 2**53."""
        largest = int(values.max(initial=0))
        kind = next(
            (kind for kind, limit in (("u8", 8), ("u16", 16), ("u32", 32)) if largest < 1 << limit),
            "f64",
        )
        self._add(name, kind, values)

    def add_floats(self, name: str, values: NDArray[np.float64]) -> None:
        """Take floats as they are, in double precision."""
        self._add(name, "f64", values)

    def compressed(self) -> bytes:
        """All columns, as one stream of zlib."""
        return compress(b"".join(self._parts), COLUMN_LEVEL)

    def _add(self, name: str, kind: str, values: NDArray[Any]) -> None:
        content = np.ascontiguousarray(values.astype(DTYPES[kind])).tobytes()
        known = self._places.get((kind, content))
        offset = self._append(content) if known is None else known
        self._places[kind, content] = offset
        self.entries.append({"name": name, "dtype": kind, "offset": offset, "length": len(values)})

    def _append(self, content: bytes) -> int:
        offset = self._size
        padded = content + b"\0" * (-len(content) % ALIGNED)
        self._parts.append(padded)
        self._size += len(padded)
        return offset
