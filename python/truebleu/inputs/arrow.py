"""Input from Arrow columns, whose texts are read in place: no Python str is created for a text."""

from __future__ import annotations

from typing import Any

from truebleu import _native
from truebleu.errors import InputError, TrueBleuError

ADVICE = "Use text: string, large_string, string_view, a dictionary of them, or lists of them"


def column_of(value: Any, name: str, *, text: bool) -> _native.Column | _native.IdRows | None:
    """Return the Arrow column of `value`; return None if there is no usable Arrow column.

    A usable column has texts, lists of texts, or lists of token ids. With `text=True`, a column of
    single values that are not texts, such as numbers, raises `InputError`. Text that is not UTF-8
    raises `InvalidUnicode`; the message states the row. `name` is the name of the column in error
    messages.
    """
    value = _of_datasets(value)
    if not has_arrow(value):
        return None
    reader = open_reader(value, name)
    if reader is None or len(reader.fields) != 1:
        return None  # the caller rejects tables
    _, kind, readable = reader.fields[0]
    if readable == "ids":
        return reader.read_ids(name)
    if readable is not None:
        return reader.read_remaining([0], [name])[0]
    if not text or "list" in kind or kind == "struct":
        return None  # lists of numbers, for example
    raise InputError(f"{name} is a column of type {describe_type(kind)}. {ADVICE}.")


def has_arrow(value: Any) -> bool:
    """Return whether an object exports Arrow data.

    Return False for a class, and for an array or column of dtype `object`.
    """
    if isinstance(value, type):
        return False
    if str(getattr(value, "dtype", "")) == "object":
        return False  # pandas would convert Python objects to Arrow data first
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def open_reader(value: Any, name: str) -> _native.ArrowReader | None:
    """Return a reader of the Arrow data of an object.

    If the data cannot be read, return None for an object with a `to_list` or `to_pylist` method.
    Raise `InputError` for any other object. `name` is the name of the object in error messages.
    """
    try:
        return _native.ArrowReader(value)
    except TrueBleuError:
        raise
    except Exception as error:  # any error of a library: a failed query, a missing package
        if hasattr(value, "to_list") or hasattr(value, "to_pylist"):
            return None
        raise InputError(f"{name}: cannot read the Arrow data: {error}") from error


def describe_type(kind: str) -> str:
    """Return the name of an Arrow type for an error message.

    For binary types and run-end encoded types, the result also says that the values must be
    decoded.
    """
    if "binary" in kind:
        return f"{kind} (bytes: decode it first, for example with a cast to string)"
    if kind == "run_end_encoded":
        return f"{kind} (decode it first)"
    return kind


def _of_datasets(value: Any) -> Any:
    """Return the Arrow data of a column of a Hugging Face dataset; return other values unchanged.

    Columns of Hugging Face datasets do not export Arrow data themselves. If the dataset has a
    user-defined transform, the column is returned unchanged, because the transform is not applied
    to the Arrow data.
    """
    source: Any = getattr(value, "source", None)
    name = getattr(value, "column_name", None)
    if not isinstance(name, str) or not hasattr(source, "with_format"):
        return value
    if source.format["type"] == "custom":
        return value
    return source.select_columns([name]).with_format("arrow")[:][name]
