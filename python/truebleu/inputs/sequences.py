"""Conversion of ordered collections of texts to lists and Arrow columns.

This module does not import pandas, PyArrow or other libraries of collections. Arrow columns are
recognized because they export their memory. Other objects are recognized by a method: Arrow objects
have `to_pylist`, pandas and Polars columns have `to_list`, NumPy arrays and PyTorch tensors have
`tolist`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from truebleu import _native
from truebleu.errors import InputError, of_type
from truebleu.inputs.arrow import column_of, has_arrow
from truebleu.inputs.ids import Ids, read_array, read_arrays
from truebleu.inputs.runs import Runs

if TYPE_CHECKING:
    Segments: TypeAlias = list[Any] | tuple[Any, ...] | _native.Column | _native.IdRows

CONVERTERS = ("to_pylist", "to_list", "tolist")
BYTES = (bytes, bytearray, memoryview)
LISTS = (list, tuple)
SEGMENTS = (list, tuple, _native.Column, _native.IdRows)
TOKEN_LISTS = (list, tuple, _native.IdRows)
OF_RUNS = (
    "is a Runs object, which only compare() and confidence_interval() accept. Pass the hypotheses "
    "of one run."
)


def as_segments(value: Any, name: str) -> Segments:
    """Return a collection as a list, tuple, Arrow column or array of token ids.

    Arrow columns and arrays of token ids are read in place. `name` is the name of the value in
    error messages.

    Raises:
        InputError: the value is a str, bytes, a set, a mapping, a table, or not iterable.
        InvalidUnicode: the text of an Arrow column is not UTF-8.
    """
    if isinstance(value, SEGMENTS):
        return value
    rows = as_id_rows(value)
    if rows is not None:
        return rows
    if isinstance(value, str) and name.startswith(("hypotheses", "references")):
        raise InputError(
            f"{name} is a str, not a list of segments. For one segment use "
            'corpus_score(["a hypothesis"], ["its reference"]) or '
            'sentence_score("a hypothesis", "its reference").'
        )
    column = _column(value, name, text=True)
    return _convert(value, name) if column is None else column


def as_list(value: Any, name: str) -> list[Any] | tuple[Any, ...]:
    """Return a list or tuple unchanged; return any other ordered collection or iterator as a list.

    `name` is the name of the value in error messages. Raises `InputError` for a str, bytes, a set,
    a mapping, a table, or a value that is not iterable.
    """
    if isinstance(value, LISTS):
        return value
    column = _column(value, name, text=False)
    return _convert(value, name) if column is None else list(column)


def as_number_list(value: Any, name: str) -> list[Any] | tuple[Any, ...]:
    """Return an ordered collection of numbers as a list or tuple; the numbers are not checked.

    The arguments and errors are those of `as_list`.
    """
    if isinstance(value, str):
        raise InputError(f"{name} is a str, not a list of numbers. Pass a list of numbers.")
    return as_list(value, name)


def _convert(value: Any, name: str) -> list[Any] | tuple[Any, ...]:
    check_ordered(value, name)
    for method in CONVERTERS:
        convert = getattr(value, method, None)
        if callable(convert):
            converted = convert()
            if isinstance(converted, (list, tuple)):
                return _with_none(converted)
    try:
        items = iter(value)
    except TypeError:
        raise InputError(
            f"{name} is {of_type(value)}, not a list. Pass a list, tuple, array, column or "
            "iterator with one element per segment."
        ) from None
    return list(items)


def check_ordered(value: Any, name: str) -> None:
    """Raise `InputError` for a str, bytes, a set, a mapping or a table; `name` is its name."""
    problem = _problem(value)
    if problem:
        raise InputError(f"{name} {problem}{_hint(value, name)}")


def is_null(cell: object) -> bool:
    """Return whether an object is a missing value: None, NaN, or pandas' NA or NaT."""
    if cell is None or type(cell).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(cell, float) and cell != cell  # noqa: PLR0124  NaN alone is not itself


def _with_none(cells: list[Any] | tuple[Any, ...]) -> list[Any] | tuple[Any, ...]:
    """Return the cells of a column, with NaN and pandas' NA replaced by None."""
    if set(map(type, cells)) <= {str, type(None)}:
        return cells
    return [None if is_null(cell) else cell for cell in cells]


def as_lists(items: Segments, name: str) -> list[Any] | tuple[Any, ...]:
    """Convert each item that is a collection of texts to a list or tuple.

    If all items are lists or tuples, `items` is returned without copying. Items that are not
    collections stay unchanged. `name` is the name of an item in error messages.
    """
    return _convert_items(items, name, as_list, LISTS)


def as_segment_lists(items: Segments, name: str) -> list[Any] | tuple[Any, ...]:
    """Convert each item that is a collection of texts to a list, tuple or Arrow column.

    Arrow columns are read in place. `name` is the name of an item in error messages.
    """
    return _convert_items(items, name, as_segments, SEGMENTS)


def as_id_rows(value: Any) -> _native.IdRows | None:
    """Return an `Ids` or an array of token ids as rows; return None for other values."""
    if isinstance(value, _native.IdRows):
        return value
    return value.rows if isinstance(value, Ids) else read_array(value)


def as_texts(value: Any, name: str, item: str) -> Segments:
    """Return a collection of texts or of token lists as a list.

    Arrays of token ids are read in place. In error messages, `name` is the name of the collection
    and `item` is the name of one element.
    """
    rows = as_id_rows(value)
    if rows is not None:
        return rows
    items = as_list(value, name)
    rows = read_arrays(items)
    return as_lists(items, item) if rows is None else rows


def as_token_lists(items: Segments, name: str) -> Segments:
    """Return a collection of token lists, with each token list converted to a list or tuple.

    Arrays of token ids are read in place and not converted. `name` is the name of one token list in
    error messages.
    """
    if isinstance(items, _native.IdRows):
        return items
    rows = read_arrays(items)
    return as_lists(items, name) if rows is None else rows


def as_nested_token_lists(items: Segments, name: str) -> Segments:
    """Return collections of token lists, with each collection converted to a list or tuple.

    Arrays of token ids are read in place and not converted. `name` is the name of one collection in
    error messages.
    """
    if isinstance(items, _native.IdRows):
        return items
    rows = read_arrays(items)
    return _convert_items(items, name, _as_tokens, TOKEN_LISTS) if rows is None else rows


def _as_tokens(value: Any, name: str) -> Segments:
    """Return a collection of token lists as a list or tuple.

    A two-dimensional array of token ids, with one row per text, is read in place and not converted.
    """
    if isinstance(value, TOKEN_LISTS):
        return value
    segments = as_segments(value, name)
    return list(segments) if isinstance(segments, _native.Column) else segments


def _convert_items(
    items: Segments, name: str, convert: Callable[[Any, str], Segments], types: tuple[type, ...]
) -> list[Any] | tuple[Any, ...]:
    if isinstance(items, LISTS) and set(map(type, items)) <= set(types):
        return items
    return [
        convert(item, f"{name} {number}") if is_collection(item) else item
        for number, item in enumerate(items, 1)
    ]


def is_collection(value: object) -> bool:
    """Return whether `value` is a collection, such as a list or an array.

    The result is False for a str, bytes or a class.
    """
    if isinstance(value, (str, *BYTES, type)) or getattr(value, "shape", None) == ():
        return False  # a class, or an array that is one number
    return hasattr(value, "__iter__") or hasattr(value, "__getitem__") or has_arrow(value)


def _column(value: Any, name: str, *, text: bool) -> _native.Column | _native.IdRows | None:
    """Return the Arrow column of a value; return None for a table and for other values.

    The result is None even for a table with only one column. The exception is a DuckDB relation,
    because DuckDB represents a column as a relation.
    """
    columns = _columns(value)
    if columns is not None and not (len(columns) == 1 and hasattr(value, "fetchall")):
        return None
    return column_of(value, name, text=text)


def _problem(value: Any) -> str | None:
    """Return why a value is not accepted as a list, and how to fix it; None if it is accepted."""
    if isinstance(value, str):
        return "is a str, not a list of texts. Pass a list of str."
    if isinstance(value, BYTES):
        return (
            f"is {type(value).__name__}, not text. Decode it and split it into segments, for "
            'example data.decode("utf-8").split("\\n").'
        )
    if isinstance(value, (set, frozenset)):
        return "is a set, which has no order. Pass a list."
    columns = _columns(value)
    if columns is not None:
        first = columns[0] if columns else "text"
        return f"is a table. Pass one of its columns, for example table[{first!r}]"
    if hasattr(value, "keys") and not any(hasattr(value, name) for name in CONVERTERS):
        return (
            f"is of type {type(value).__name__}, a mapping. Pass its values in the order of the "
            "segments, for example list(data.values())."
        )
    return OF_RUNS if isinstance(value, Runs) else None


def _hint(value: Any, name: str) -> str:
    """Return the end of the error message for a table that was passed instead of a column.

    For other values, return "".
    """
    columns = _columns(value)
    if columns is None:
        return ""
    if name != "references" or len(columns) < 2:
        return "."
    first_columns = ", ".join(f"table[{column!r}]" for column in columns[:2])
    more = ", ..." if len(columns) > 2 else ""
    return f", or several: References.streams([{first_columns}{more}])."


def _columns(value: Any) -> Sequence[Any] | None:
    """Return the column names of a table; return None if the value is not a table."""
    if isinstance(value, type):
        return None
    for name in ("column_names", "columns"):
        columns = getattr(value, name, None)
        if columns is not None and not callable(columns):
            return [str(column) for column in columns]
    return None
