"""Segment scores and statistics as columns for NumPy and Arrow libraries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.wording import count

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Numbers:
    """Column of numbers, or table of several columns, with one row per segment.

    `pyarrow.array(numbers)`, `polars.Series(numbers)` and `numpy.asarray(numbers)` convert a
    column, `pyarrow.table(numbers)` and `polars.DataFrame(numbers)` a table. `names` are the names
    of a table's columns, or the name of the metric for a single column.
    """

    _array: NDArray[Any]
    """A float64 or int64 array with one dimension, or two for a table."""
    names: tuple[str, ...]

    def to_numpy(self) -> NDArray[Any]:
        """Return the array without a copy, shape (segments,) or (segments, columns)."""
        return self._array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the array, for `numpy.asarray`."""
        import numpy as np

        array = np.asarray(self._array, dtype=dtype)
        return array.copy() if copy and array is self._array else array

    def __arrow_c_schema__(self) -> object:
        """Return the Arrow type in a capsule."""
        return self._arrow().schema()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Return the Arrow type and the numbers in capsules; ignore `requested_schema`."""
        numbers = self._arrow()
        return numbers.schema(), numbers.array()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the numbers as a stream of one batch."""
        return self._arrow().stream()

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._array)

    def __getitem__(self, index: Any) -> Any:
        return self._array[index]

    def __repr__(self) -> str:
        return f"<Numbers of {count(len(self), 'segment')}: {', '.join(self.names)}>"

    def _arrow(self) -> _native.ArrowNumbers:
        array = self._array
        data = array.tobytes(order="F")
        return _native.ArrowNumbers(data, array.dtype.kind == "i", self.names, array.ndim == 2)
