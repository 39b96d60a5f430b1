"""Columns of Arrow, read where they lie: no Python string is made of a text that is only counted.

Whatever has the methods of the Arrow PyCapsule interface is one: arrays and tables of pyarrow,
columns of polars and pandas, DuckDB's relations. No library is imported for it.
"""

from __future__ import annotations

from truebleu import _native
from truebleu.errors import InputError, TrueBleuError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["column_of", "described", "has_arrow", "open_reader"]

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
        return reader.rest([0], [what])[0]
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
