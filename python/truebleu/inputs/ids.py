"""Arrays of token ids, which are read in place: no Python int is created for a token.

Array libraries are not imported here. NumPy arrays are read through `__array_interface__`, PyTorch
and JAX arrays through `__dlpack__`, and Arrow columns through the Arrow C interface. Other buffers
are copied once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, inspected
from truebleu.inputs.arguments import as_integer, check_count
from truebleu.inputs.arrow import column_of, has_arrow
from truebleu.wording import count


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Ids:
    """Array of token ids, accepted wherever a list of token lists is accepted.

    The array has two dimensions, one row per text. By default, all ids of a row are tokens of the
    text. If rows are padded, pass one of `lengths`, `pad`, `end` or `mask` to mark where each text
    ends.

    >>> import numpy as np
    >>> ids = Ids(np.array([[5, 6, 7, 0], [5, 8, 0, 0]]), pad=0)
    >>> ids
    <Ids: 2 rows, 5 tokens>
    >>> ids.tolist()
    [[5, 6, 7], [5, 8]]
    >>> from truebleu import BLEU
    >>> BLEU(max_ngram_order=2).segment_scores(ids, [[5, 6, 7], [8, 5]]).round(1).tolist()
    [100.0, 70.7]

    Arrays are not copied, except buffers: each use of this object reads the array's memory. The end
    of each text is computed once, at construction. Do not modify the array while you use this
    object.

    Args:
        array: integers of 8 to 64 bits with any strides: a NumPy array, a PyTorch or JAX array on
            the CPU, or a buffer such as a `memoryview`. A buffer is copied. An Arrow column of
            lists of integers is also accepted; each list is a row.
        lengths: the number of tokens of each row; a list or array of integers.
        pad: the padding id. It is ignored at the end of a row; elsewhere, it is a token.
        end: the end-of-sequence id. This id and all ids after it are ignored.
        mask: an array of 1s and 0s with the shape of `array`. The ids at the 1s are tokens. In each
            row, all 1s come before all 0s.

    Raises:
        InputError: the values are not integers, the memory is not on the CPU, or a row is invalid.
            For an invalid row, the attribute `segment` of the error is the row number.
        ConfigurationError: more than one of `lengths`, `pad`, `end` and `mask` is passed, or `pad`
            or `end` is not an integer.
    """

    rows: _native.IdRows
    """Rows in the form that the Rust core reads."""

    def __init__(
        self,
        array: Any,
        *,
        lengths: Any = None,
        pad: int | None = None,
        end: int | None = None,
        mask: Any = None,
    ) -> None:
        options = {"lengths": lengths, "pad": pad, "end": end, "mask": mask}
        used = [name for name, value in options.items() if value is not None]
        if len(used) > 1:
            raise ConfigurationError(
                f"Ids() got {' and '.join(used)}. Use one of lengths, pad, end and mask."
            )
        rows = _rows_of(array)
        if lengths is not None:
            rows = rows.with_lengths(_numbers(lengths, "Ids: lengths"), "Ids")
        elif pad is not None:
            rows = rows.without_padding(_check_id("pad", pad))
        elif end is not None:
            rows = rows.before(_check_id("end", end))
        elif mask is not None:
            rows = rows.masked(_memory(mask, "Ids: mask"), "Ids")
        object.__setattr__(self, "rows", rows)

    @classmethod
    def ragged(cls, values: Any, offsets: Any) -> Ids:
        """Create rows of different lengths: row i is `values[offsets[i]:offsets[i + 1]]`.

        >>> import numpy as np
        >>> Ids.ragged(np.array([5, 6, 7, 5, 8]), [0, 3, 5]).tolist()
        [[5, 6, 7], [5, 8]]

        Args:
            values: one-dimensional array of integers, of any type that `Ids` accepts.
            offsets: a list or array of non-decreasing integers; n + 1 offsets define n rows.

        Raises:
            InputError: an offset is invalid, or an argument is not an array of integers. For an
                invalid offset, the message has the row number.
        """
        numbers = _numbers(offsets, "Ids: offsets")
        return Ids(_native.IdRows.ragged(_memory(values, "Ids: values"), numbers, "Ids"))

    def repeat(self, times: int) -> Ids:
        """Return the ids with each row repeated `times` times consecutively. No ids are copied.

        Raises:
            ConfigurationError: `times` is not an integer, is negative, or gives more rows than
                memory can hold.
        """
        return Ids(repeated_rows(self.rows, check_count("times", times, smallest=0)))

    def tolist(self) -> list[list[int]]:
        """Return the ids as a list of lists of int."""
        return list(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> list[int]: ...
    @overload
    def __getitem__(self, index: slice) -> Ids: ...
    def __getitem__(self, index: int | slice) -> list[int] | Ids:
        part: Any = self.rows[index]
        return Ids(part) if isinstance(index, slice) else part

    def __iter__(self) -> Iterator[list[int]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<Ids: {count(len(self), 'row')}, {count(self.rows.tokens, 'token')}>"


def repeated_rows(rows: _native.IdRows, times: int) -> _native.IdRows:
    """Return rows of token ids with each row repeated `times` times consecutively.

    Raises `ConfigurationError` if the rows do not fit in memory.
    """
    total = len(rows) * times
    if total > _CHECKED_ROWS:
        # The Rust core would abort the process, so try the allocation in Python first. The memory
        # of a large bytes object is not written, so this takes no time.
        try:
            bytes(total * _ROW_BYTES)
        except (MemoryError, OverflowError):
            raise ConfigurationError(
                f"times={inspected(times)} gives {total} rows, more than memory can hold. Use a "
                "smaller number."
            ) from None
    return rows.repeated(times)


_CHECKED_ROWS = 1 << 24
"""Number of rows above which `repeated_rows` checks whether memory can hold them."""

_ROW_BYTES = 64
"""Maximum memory of a row in the Rust core: 32 bytes, in a vector that doubles when it grows."""


def read_array(value: Any) -> _native.IdRows | None:
    """Return the rows of a two-dimensional array of token ids; return None for other values."""
    if len(getattr(value, "shape", ())) != 2 or not _exports_memory(value):
        return None
    if _is_masked(type(value)):
        return None
    try:
        return _native.IdRows.of_array(value, "the array")
    except InputError:
        return None  # of another type or device: it is read as a list


def read_arrays(items: Sequence[Any]) -> _native.IdRows | None:
    """Return one-dimensional arrays of token ids as rows, one row per array.

    Return None if the items are not such arrays.
    """
    first = next((item for item in items if item is not None), None)
    if isinstance(first, (list, tuple)) or not _exports_memory(first):
        return None
    if len(getattr(first, "shape", ())) != 1 or any(map(_is_masked, set(map(type, items)))):
        return None
    return _native.IdRows.of_arrays(items)


def _rows_of(array: Any) -> _native.IdRows:
    if isinstance(array, (Ids, _native.IdRows)):
        return array if isinstance(array, _native.IdRows) else array.rows
    if has_arrow(array):
        column = column_of(array, "Ids: the array", text=False)
        if isinstance(column, _native.IdRows):
            return column
        raise InputError(
            "Ids: the Arrow column does not have lists of integers. Pass a list, large_list or "
            "fixed_size_list of integers of 8 to 64 bits."
        )
    fix = "Pass an array of NumPy, PyTorch or JAX, or pass lists of int to the metric itself."
    return _native.IdRows.of_array(_memory(array, "Ids: the array", fix=fix), "Ids: the array")


def _memory(value: Any, name: str, *, fix: str = "Pass an array of NumPy, PyTorch or JAX.") -> Any:
    """Return a value whose memory the Rust core can read: `value`, or a copy of a buffer.

    Columns of pandas and Polars are converted to NumPy arrays. `fix` is the end of the message for
    a value that is no array; `name` is its start.
    """
    if _is_masked(type(value)):
        raise InputError(f"{name} is a masked array. Pass its data, and mask= or lengths=.")
    if _exports_memory(value):
        return value
    if hasattr(value, "to_numpy"):
        return value.to_numpy()
    try:
        view = memoryview(value)
    except TypeError:
        raise InputError(
            f"{name} is of type {type(value).__name__}, not an array of integers. {fix}"
        ) from None
    kind = _KINDS.get(view.format.lstrip("@=" + _NATIVE_ORDER))
    if kind is None:
        raise InputError(
            f"{name} is a buffer of format {view.format!r}. Use integers of 8 to 64 bits, such as "
            'array.array("q").'
        )
    return view.tobytes(), f"{kind}{view.itemsize}", list(view.shape or ())


_NATIVE_ORDER = "<" if sys.byteorder == "little" else ">"
_KINDS = {**dict.fromkeys("bhilqn", "i"), **dict.fromkeys("BHILQN", "u"), "?": "b"}
"""Signed (i), unsigned (u) or bool (b), by the type codes of `struct` and NumPy."""


def _numbers(values: Any, name: str) -> Any:
    if isinstance(values, (list, tuple)):
        return list(values)
    return _memory(values, name, fix="Pass a list or an array of them.")


def _exports_memory(value: Any) -> bool:
    return hasattr(value, "__dlpack__") or hasattr(value, "__array_interface__")


def _is_masked(kind: type) -> bool:
    """Return whether a type is a masked array of NumPy.

    Masked arrays must not be read in place, because their memory includes the masked elements.
    """
    return hasattr(kind, "mask") and hasattr(kind, "fill_value")


def _check_id(name: str, value: Any) -> int:
    number = as_integer(value)
    if number is None or not -(1 << 63) <= number < 1 << 64:
        raise ConfigurationError(
            f"{name}={inspected(value)} is not a token id. Use an integer of at most 64 bits."
        )
    return number
