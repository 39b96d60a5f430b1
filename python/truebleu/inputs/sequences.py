"""Any ordered collection that a user may hold texts in, as what the border takes.

Libraries are recognised by what their objects can do, never by importing them: columns of Arrow
hand over their memory (see `arrow`), other things of Arrow have `to_pylist`, pandas' and polars'
columns `to_list`, NumPy's arrays and PyTorch's tensors `tolist`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from truebleu import _native
from truebleu.errors import InputError, TrueBleuError

if TYPE_CHECKING:
    Segments: TypeAlias = list[Any] | tuple[Any, ...] | _native.Column

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
                return _with_none(found)
    try:
        return list(value)
    except TypeError:
        raise InputError(
            f"{what} should be a list, not {type(value).__name__}: a list, tuple, array, column "
            f"or iterator with one element for each segment"
        ) from None


def is_null(cell: object) -> bool:
    """Return whether a cell of Python's objects is what pandas calls missing."""
    if cell is None or type(cell).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(cell, float) and cell != cell  # noqa: PLR0124  NaN alone is not itself


def _with_none(cells: list[Any] | tuple[Any, ...]) -> list[Any] | tuple[Any, ...]:
    """Return the cells of a column with None for NaN and NA, as a column of Arrow has them."""
    if set(map(type, cells)) <= {str, type(None)}:
        return cells
    return [None if is_null(cell) else cell for cell in cells]


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


# Columns of Arrow, read where they lie: no Python string is made of a text that is only counted


ADVICE = "text is needed: string, large_string, string_view, a dictionary of them, or lists of them"


def column_of(value: Any, what: str, *, text: bool) -> _native.Column | None:
    """The texts of a column of Arrow, or lists of them; None for what is no such column.

    `what` names the value in messages. Raises `InvalidUnicode` for a text that is not UTF-8, with
    its row, and, where `text` is needed, `InputError` for a column of numbers.
    """
    value = _of_datasets(value)
    if not has_arrow(value):
        return None
    reader = open_reader(value, what)
    if reader is None or len(reader.fields) != 1:
        return None  # tables are complained of elsewhere
    _, kind, readable = reader.fields[0]
    if readable is not None:
        return reader.read_remaining([0], [what])[0]
    if not text or "list" in kind or kind == "struct":
        return None  # lists of token ids, for example
    raise InputError(f"{what} is a column of {described(kind)}, and {ADVICE}")


def has_arrow(value: Any) -> bool:
    """Whether a value hands over Arrow data (and its class does: no class itself)."""
    if isinstance(value, type):
        return False
    if str(getattr(value, "dtype", "")) == "object":
        return False  # pandas would make Arrow data of Python's objects first
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def open_reader(value: Any, what: str) -> _native.ArrowReader | None:
    """What reads the Arrow data of a value once; None where it can be gone through otherwise.

    Raises `InputError` where it cannot be had in any way.
    """
    try:
        return _native.ArrowReader(value)
    except TrueBleuError:
        raise
    except Exception as error:  # whatever a library raises: a query that fails, a missing package
        if hasattr(value, "to_list") or hasattr(value, "to_pylist"):
            return None
        raise InputError(f"{what}: the Arrow data cannot be had: {error}") from error


def described(kind: str) -> str:
    """A type by its name, with what to do where that is known."""
    if "binary" in kind:
        return (
            f"{kind}, which is bytes: decode it where it is made, for example by a cast to string"
        )
    if kind == "run_end_encoded":
        return f"{kind}: decode it where it is made"
    return kind


def _of_datasets(value: Any) -> Any:
    """The Arrow data behind a column of Hugging Face's datasets, which has no method for it.

    With a transform of the user's, the texts are not what is stored: the column stays.
    """
    source: Any = getattr(value, "source", None)
    name = getattr(value, "column_name", None)
    if not isinstance(name, str) or not hasattr(source, "with_format"):
        return value
    if source.format["type"] == "custom":
        return value
    return source.select_columns([name]).with_format("arrow")[:][name]
