"""Numbers that NumPy and every library with Arrow take: scores and statistics of segments."""

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
    """A column of numbers, or a table of such columns, with a row for each segment.

    `pyarrow.array(numbers)`, `polars.Series(numbers)` and `numpy.asarray(numbers)` take a column;
    `pyarrow.table(numbers)` and `polars.DataFrame(numbers)` a table. `names` are those of the
    table's columns; a column has one, that of its metric.
    """

    _array: NDArray[Any]
    """Of float64 or int64: of one dimension, or of two for a table."""
    names: tuple[str, ...]

    def to_numpy(self) -> NDArray[Any]:
        """The array: of shape (segments,), or (segments, columns) for a table. It is no copy."""
        return self._array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """What `numpy.asarray` calls."""
        import numpy as np

        found = np.asarray(self._array, dtype=dtype)
        return found.copy() if copy and found is self._array else found

    def __arrow_c_schema__(self) -> object:
        """The Arrow type, in a capsule."""
        return self._arrow().schema()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The Arrow type and the numbers, in capsules; the type is never another."""
        found = self._arrow()
        return found.schema(), found.array()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The same as a stream of one batch."""
        return self._arrow().stream()

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._array)

    def __getitem__(self, place: Any) -> Any:
        return self._array[place]

    def __repr__(self) -> str:
        return f"<Numbers of {count(len(self), 'segment')}: {', '.join(self.names)}>"

    def _arrow(self) -> _native.ArrowNumbers:
        array = self._array
        data = array.tobytes(order="F")
        return _native.ArrowNumbers(data, array.dtype.kind == "i", self.names, array.ndim == 2)
