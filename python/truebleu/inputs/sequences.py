"""Conversion of ordered collections of texts to lists and Arrow columns.

Libraries are never imported; their objects are recognized by their methods: Arrow columns export
their memory, other Arrow objects have `to_pylist`, pandas and Polars columns have `to_list`, NumPy
arrays and PyTorch tensors have `tolist`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from truebleu import _native
from truebleu.errors import InputError
from truebleu.inputs.arrow import column_of, has_arrow
from truebleu.inputs.ids import Ids, read_array, read_arrays

if TYPE_CHECKING:
    Segments: TypeAlias = list[Any] | tuple[Any, ...] | _native.Column | _native.IdRows

CONVERTERS = ("to_pylist", "to_list", "tolist")
BYTES = (bytes, bytearray, memoryview)
LISTS = (list, tuple)
SEGMENTS = (list, tuple, _native.Column, _native.IdRows)
TOKEN_LISTS = (list, tuple, _native.IdRows)


def as_segments(value: Any, name: str) -> Segments:
    """Return a list or tuple, or an Arrow column or array of token ids that is read in place.

    Raises the errors of `as_list`, and `InvalidUnicode` for column text that is not UTF-8.
    """
    if isinstance(value, SEGMENTS):
        return value
    rows = as_id_rows(value)
    if rows is not None:
        return rows
    column = _column(value, name, text=True)
    return _convert(value, name) if column is None else column


def as_list(value: Any, name: str) -> list[Any] | tuple[Any, ...]:
    """Return a list or tuple unchanged, any other ordered collection or iterator as a new list.

    `name` is the name of the value in messages. Raises `InputError` for a str, bytes, sets,
    mappings, tables and values that are not iterable.
    """
    if isinstance(value, LISTS):
        return value
    column = _column(value, name, text=False)
    return _convert(value, name) if column is None else list(column)


def _convert(value: Any, name: str) -> list[Any] | tuple[Any, ...]:
    problem = _problem(value)
    if problem:
        raise InputError(f"{name} {problem}{_hint(value, name)}")
    for method in CONVERTERS:
        convert = getattr(value, method, None)
        if callable(convert):
            items = convert()
            if isinstance(items, (list, tuple)):
                return _with_none(items)
    try:
        return list(value)
    except TypeError:
        raise InputError(
            f"{name} is a {type(value).__name__}, not a list. Pass a list, tuple, array, column or "
            "iterator with one element per segment."
        ) from None


def is_null(cell: object) -> bool:
    """Return whether a Python object is a pandas missing value."""
    if cell is None or type(cell).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(cell, float) and cell != cell  # noqa: PLR0124  NaN alone is not itself


def _with_none(cells: list[Any] | tuple[Any, ...]) -> list[Any] | tuple[Any, ...]:
    """Return the cells of a column with NaN and NA replaced by None, as in an Arrow column."""
    if set(map(type, cells)) <= {str, type(None)}:
        return cells
    return [None if is_null(cell) else cell for cell in cells]


def as_lists(items: Segments, name: str) -> list[Any] | tuple[Any, ...]:
    """Return the items with collections as lists or tuples; `name` describes an item in messages.

    If all items are lists or tuples, the original object is returned. Items that are not
    collections are not changed; later checks reject them.
    """
    return _convert_items(items, name, as_list, LISTS)


def as_segment_lists(items: Segments, name: str) -> list[Any] | tuple[Any, ...]:
    """Return the items as `as_lists` does, but read Arrow columns in place."""
    return _convert_items(items, name, as_segments, SEGMENTS)


def as_id_rows(value: Any) -> _native.IdRows | None:
    """Return the rows of `Ids` or of an array of ids; None for other values."""
    if isinstance(value, _native.IdRows):
        return value
    return value.rows if isinstance(value, Ids) else read_array(value)


def as_texts(value: Any, name: str, item: str) -> Segments:
    """Return texts or lists of tokens as `as_list` and `as_lists` do; read arrays of ids in place.

    `name` is the name of the value in messages, `item` the name of one of its elements.
    """
    rows = as_id_rows(value)
    if rows is not None:
        return rows
    items = as_list(value, name)
    rows = read_arrays(items)
    return as_lists(items, item) if rows is None else rows


def as_token_lists(items: Segments, name: str) -> Segments:
    """Return lists of tokens as `as_lists` does; read arrays of ids in place."""
    if isinstance(items, _native.IdRows):
        return items
    rows = read_arrays(items)
    return as_lists(items, name) if rows is None else rows


def as_nested_token_lists(items: Segments, name: str) -> Segments:
    """Convert (nested) collections of tokens to lists; arrays of ids are not copied."""
    if isinstance(items, _native.IdRows):
        return items
    rows = read_arrays(items)
    return _convert_items(items, name, _as_tokens, TOKEN_LISTS) if rows is None else rows


def _as_tokens(value: Any, name: str) -> Segments:
    """Return the tokens of a text as a list; read an array of ids of several texts in place."""
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
    """Return whether the value is a collection (a list, an array, ...) other than text."""
    if isinstance(value, (str, *BYTES, type)) or getattr(value, "shape", None) == ():
        return False  # a class, or an array that is one number
    return hasattr(value, "__iter__") or hasattr(value, "__getitem__") or has_arrow(value)


def _column(value: Any, name: str, *, text: bool) -> _native.Column | _native.IdRows | None:
    """Return the Arrow column of a value; None for a table, even if it has a single column.

    A DuckDB relation with one column is accepted, because a column of a relation is itself a
    relation.
    """
    columns = _columns(value)
    if columns is not None and not (len(columns) == 1 and hasattr(value, "fetchall")):
        return None
    return column_of(value, name, text=text)


def _problem(value: Any) -> str | None:
    """Return why an iterable value is rejected and how to fix it; None if it is accepted."""
    if isinstance(value, str):
        return (
            "is a str, not a list of segments. For one segment use "
            'corpus_score(["a hypothesis"], ["its reference"]) or '
            'sentence_score("a hypothesis", "its reference").'
        )
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
            f"is a {type(value).__name__}, a mapping. Pass its values in the order of the "
            f"segments, "
            "for example list(data.values())."
        )
    return None


def _hint(value: Any, name: str) -> str:
    """Return how to pass several reference columns of a table; empty for other values."""
    columns = _columns(value)
    if columns is None:
        return ""
    if name != "references" or len(columns) < 2:
        return "."
    first_columns = ", ".join(f"table[{column!r}]" for column in columns[:2])
    more = ", ..." if len(columns) > 2 else ""
    return f", or several: References.streams([{first_columns}{more}])."


def _columns(value: Any) -> Sequence[Any] | None:
    """Return the names of a table's columns, or None if the value is not a table."""
    if isinstance(value, type):
        return None
    for name in ("column_names", "columns"):
        columns = getattr(value, name, None)
        if columns is not None and not callable(columns):
            return [str(column) for column in columns]
    return None
