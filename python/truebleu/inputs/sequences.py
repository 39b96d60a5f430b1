"""Any ordered collection that a user may hold texts in, as what the border takes.

Libraries are recognised by what their objects can do, never by importing them: columns of Arrow
hand over their memory (see `arrow`), other things of Arrow have `to_pylist`, pandas' and polars'
columns `to_list`, NumPy's arrays and PyTorch's tensors `tolist`.
"""

from __future__ import annotations

from truebleu import _native
from truebleu.arrow import column_of, has_arrow
from truebleu.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    Segments: TypeAlias = list[Any] | tuple[Any, ...] | _native.Column

__all__ = [
    "SEGMENTS",
    "as_list",
    "as_lists",
    "as_segment_lists",
    "as_segments",
    "is_collection",
]

CONVERTERS = ("to_pylist", "to_list", "tolist")
BYTES = (bytes, bytearray, memoryview)


LISTS = (list, tuple)
SEGMENTS = (list, tuple, _native.Column)


def as_segments(value: Any, what: str) -> Segments:
    """As `as_list`, but a column of Arrow is one that is read in place.

    Raises what `as_list` raises, and `InvalidUnicode` for what is not UTF-8 in a column.
    """
    if isinstance(value, SEGMENTS):
        return value
    column = _column(value, what, text=True)
    return _listed(value, what) if column is None else column


def as_list(value: Any, what: str) -> list[Any] | tuple[Any, ...]:
    """A list or tuple as it is, any other ordered collection or iterator as a new list.

    `what` names the value in messages. Raises `InputError` for a str, bytes, sets, mappings,
    tables and what cannot be gone through at all.
    """
    if isinstance(value, LISTS):
        return value
    column = _column(value, what, text=False)
    return _listed(value, what) if column is None else list(column)


def _listed(value: Any, what: str) -> list[Any] | tuple[Any, ...]:
    complaint = _complaint(value)
    if complaint:
        raise InputError(f"{what} {complaint}{_hint(value, what)}")
    for name in CONVERTERS:
        convert = getattr(value, name, None)
        if callable(convert):
            found = convert()
            if isinstance(found, (list, tuple)):
                return found
    try:
        return list(value)
    except TypeError:
        raise InputError(
            f"{what} should be a list, not {type(value).__name__}: a list, tuple, array, column "
            f"or iterator with one element for each segment"
        ) from None


def as_lists(items: Segments, what: str) -> list[Any] | tuple[Any, ...]:
    """The same items, each collection among them a list or tuple. `what` names one in messages.

    The object itself comes back where all are lists or tuples. What is no collection stays:
    whoever looks at the items next complains of it.
    """
    return _each_made(items, what, as_list, LISTS)


def as_segment_lists(items: Segments, what: str) -> list[Any] | tuple[Any, ...]:
    """As `as_lists`, but columns of Arrow among them are read in place."""
    return _each_made(items, what, as_segments, SEGMENTS)


def _each_made(
    items: Segments, what: str, make: Callable[[Any, str], Segments], ready: tuple[type, ...]
) -> list[Any] | tuple[Any, ...]:
    if not isinstance(items, _native.Column) and set(map(type, items)) <= set(ready):
        return items
    return [
        make(item, f"{what} {place}") if is_collection(item) else item
        for place, item in enumerate(items, 1)
    ]


def is_collection(value: object) -> bool:
    """Whether the value holds others (a list, an array, ...) and is no text."""
    if isinstance(value, (str, *BYTES, type)) or getattr(value, "shape", None) == ():
        return False  # a class, or an array that is one number
    return hasattr(value, "__iter__") or hasattr(value, "__getitem__") or has_arrow(value)


def _column(value: Any, what: str, *, text: bool) -> _native.Column | None:
    """The column of Arrow that a value is; no table is one, however few columns it has.

    A query's columns are queries themselves (DuckDB's relations): these may have one column.
    """
    columns = _columns(value)
    if columns is not None and not (len(columns) == 1 and hasattr(value, "fetchall")):
        return None
    return column_of(value, what, text=text)


def _complaint(value: Any) -> str | None:
    """What is wrong with a value that could be gone through and must not be."""
    if isinstance(value, str):
        return (
            "is a plain str where a list of segments belongs. For one segment put it into a list: "
            'corpus_score(["a hypothesis"], ["its reference"]), or call '
            'sentence_score("a hypothesis", "its reference")'
        )
    if isinstance(value, BYTES):
        return (
            f"is {type(value).__name__}, not text: decode it and split it into segments, "
            'for example data.decode("utf-8").split("\\n")'
        )
    if isinstance(value, (set, frozenset)):
        return "is a set, which has no order: hand over a list, so that each segment has its place"
    columns = _columns(value)
    if columns is not None:
        first = columns[0] if columns else "text"
        return f"is a table: hand over one column of it, for example table[{first!r}]"
    if hasattr(value, "keys") and not any(hasattr(value, name) for name in CONVERTERS):
        return (
            f"is a {type(value).__name__}, a mapping: hand over its values in the order of the "
            "segments, for example list(data.values())"
        )
    return None


def _hint(value: Any, what: str) -> str:
    """A table of references may have a column for each translator."""
    columns = _columns(value)
    if what != "references" or columns is None or len(columns) < 2:
        return ""
    some = ", ".join(f"table[{name!r}]" for name in columns[:2])
    more = ", ..." if len(columns) > 2 else ""
    return f"; of several columns of references, References.streams([{some}{more}])"


def _columns(value: Any) -> Sequence[Any] | None:
    """The names of a table's columns, or None for what is no table."""
    if isinstance(value, type):
        return None
    for name in ("column_names", "columns"):
        columns = getattr(value, name, None)
        if columns is not None and not callable(columns):
            return [str(column) for column in columns]
    return None
