r"""The encoding of a report's texts and numbers.

Texts are stored in chunks of 256 segments. Each chunk is compressed separately, so the page
decompresses only the chunks that it shows. A segment has one line for the source, then one for each
reference, then one for each system. After these, there is a line with token boundaries for each
reference and for each system. In texts, a line feed is written `\n`, a carriage return `\r` and a
backslash `\\`. A missing reference is written `\-`.
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
"""Number of segments per chunk."""
MISSING = "\\-"
LEVEL = 6


class Chunks:
    """The texts of a report, in chunks of `CHUNK` segments.

    `fields` are the source, the references, the systems and their token boundaries. Each field has
    one text per segment. `segments` is the number of segments. `included` has the sorted indices of
    the segments whose texts are in the report; None means all segments.
    """

    def __init__(
        self, fields: Sequence[Field], segments: int, included: Sequence[int] | None = None
    ) -> None:
        self._fields = fields
        self._segments = segments
        self._included = included
        self.count = -(-segments // CHUNK)

    def text(self, number: int) -> str:
        """Return all lines of a chunk as one string. Each line ends with a line feed.

        `number` is the index of the chunk.
        """
        cut = slice(number * CHUNK, min((number + 1) * CHUNK, self._segments))
        parts = [_lines(field[cut]) for field in self._fields]
        rows = list(zip(*parts, strict=True))
        if self._included is not None:
            rows = [rows[segment - cut.start] for segment in self._included_in(cut)]
        return "".join(f"{line}\n" for row in rows for line in row)

    def compressed(self, number: int) -> bytes:
        """Return the chunk with the index `number` as a zlib stream."""
        return compress(self.text(number).encode(errors="replace"), LEVEL)

    def _included_in(self, cut: slice) -> Sequence[int]:
        from bisect import bisect_left

        included = self._included or ()
        return included[bisect_left(included, cut.start) : bisect_left(included, cut.stop)]


def _lines(cells: Sequence[Any]) -> Sequence[str]:
    """Return each text as one line, with escaped backslashes and line ends."""
    if None not in cells:
        joined = "\n".join(cells)
        if "\\" not in joined and "\r" not in joined and joined.count("\n") < len(cells):
            return cells
    return [MISSING if cell is None else escaped(cell) for cell in cells]


def escaped(text: str) -> str:
    r"""Return the text as one line, with escaped backslashes and line ends.

    >>> print(escaped("a\\b\nc"))
    a\\b\nc
    """
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


# Columns of numbers, little-endian, for typed arrays of the browser


DTYPES = {"u8": "<u1", "u16": "<u2", "u32": "<u4", "f32": "<f4", "f64": "<f8"}
"""NumPy's name of each data type that a column can have."""
ALIGNED = 8
COLUMN_LEVEL = 6


class Columns:
    """Named columns of numbers, with one value per segment.

    Integers are stored in the smallest type that can hold the largest value. Columns with equal
    values are stored once.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._offsets: dict[tuple[str, bytes], int] = {}
        self.entries: list[dict[str, Any]] = []

    def add_counts(self, name: str, values: NDArray[np.int64]) -> None:
        """Add a column of non-negative integers.

        Values of 2**32 or more are stored as doubles, which are exact up to 2**53.
        """
        largest = int(values.max(initial=0))
        kind = next(
            (kind for kind, limit in (("u8", 8), ("u16", 16), ("u32", 32)) if largest < 1 << limit),
            "f64",
        )
        self._add(name, kind, values)

    def add_floats(self, name: str, values: NDArray[np.float64]) -> None:
        """Add a column of floats, stored in double precision."""
        self._add(name, "f64", values)

    def compressed(self) -> bytes:
        """Return all columns as a zlib stream."""
        return compress(b"".join(self._parts), COLUMN_LEVEL)

    def _add(self, name: str, kind: str, values: NDArray[Any]) -> None:
        content = np.ascontiguousarray(values.astype(DTYPES[kind])).tobytes()
        offset = self._offsets.get((kind, content))
        if offset is None:
            offset = self._append(content)
        self._offsets[kind, content] = offset
        self.entries.append({"name": name, "dtype": kind, "offset": offset, "length": len(values)})

    def _append(self, content: bytes) -> int:
        offset = self._size
        padded = content + b"\0" * (-len(content) % ALIGNED)
        self._parts.append(padded)
        self._size += len(padded)
        return offset
