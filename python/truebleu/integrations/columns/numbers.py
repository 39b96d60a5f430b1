"""Segment scores and statistics as columns that NumPy and Arrow libraries can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError
from truebleu.wording import count

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Numbers:
    """Column of numbers, or table of several columns, with one row per segment.

    For one column, use `pyarrow.array(numbers)`, `polars.Series(numbers)` or
    `numpy.asarray(numbers)`. For a table, use `pyarrow.table(numbers)` or
    `polars.DataFrame(numbers)`. `names` has the names of a table's columns. For one column, it has
    the name of the metric.
    """

    _array: NDArray[Any]
    """A float64 or int64 array with one dimension, or two for a table."""
    names: tuple[str, ...]

    def to_numpy(self) -> NDArray[Any]:
        """Return the numbers as an array of shape (segments,) or (segments, columns), zero-copy."""
        return self._array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        import numpy as np

        array = np.asarray(self._array, dtype=dtype)
        if array is self._array:
            return array.copy() if copy else array
        if copy is False:
            raise ConfigurationError(
                f"copy=False: an array of type {array.dtype} is a copy of the numbers, which are "
                f"of type {self._array.dtype}. Leave out copy or dtype."
            )
        return array

    def __arrow_c_schema__(self) -> object:
        return self._arrow().schema()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        numbers = self._arrow()
        return numbers.schema(), numbers.array()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
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
