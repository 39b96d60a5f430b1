"""Columns of numbers, one behind the other, as a browser reads them."""

from __future__ import annotations

from zlib import compress

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

__all__ = ["DTYPES", "Columns"]

DTYPES = {"u8": "<u1", "u16": "<u2", "u32": "<u4", "f32": "<f4", "f64": "<f8"}
"""The kinds of numbers that a column may hold, with NumPy's names."""

ALIGNED = 8
LEVEL = 6


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
        return compress(b"".join(self._parts), LEVEL)

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
