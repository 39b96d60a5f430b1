"""The same texts in every Arrow layout for strings, and bytes that are not text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa

Texts = Sequence[str | None]


def of_dictionary(index: pa.DataType, values: pa.DataType) -> Callable[[Texts], pa.Array]:
    """Return a function that builds dictionary arrays with an unused and duplicated entry."""

    def make(texts: Texts) -> pa.Array:
        entries = ["unused", *dict.fromkeys(text for text in texts if text is not None), "unused"]
        indices = [None if text is None else entries.index(text, 1) for text in texts]
        return pa.DictionaryArray.from_arrays(pa.array(indices, index), pa.array(entries, values))

    return make


def with_offset(texts: Texts) -> pa.Array:
    """Return a slice of a longer array."""
    return pa.array(["before", None, *texts, "behind"], pa.string())[2 : 2 + len(texts)]


def without_null_counts(texts: Texts) -> pa.Array:
    """Return an array with an unknown number of nulls."""
    array = pa.array(texts, pa.string())
    return pa.Array.from_buffers(pa.string(), len(array), array.buffers(), null_count=-1)


LAYOUTS: dict[str, Callable[[Texts], Any]] = {
    "string": lambda texts: pa.array(texts, pa.string()),
    "large_string": lambda texts: pa.array(texts, pa.large_string()),
    "string_view": lambda texts: pa.array(texts, pa.string_view()),
    "part of a string_view": lambda texts: pa.array(["é" * 20, *texts], pa.string_view())[1:],
    "dictionary": of_dictionary(pa.int32(), pa.string()),
    "dictionary of int8": of_dictionary(pa.int8(), pa.large_string()),
    "dictionary of uint16": of_dictionary(pa.uint16(), pa.string()),
    "dictionary of uint64": of_dictionary(pa.uint64(), pa.string()),
    "part of a dictionary": lambda texts: of_dictionary(pa.int64(), pa.string())(
        [*texts[:1], *texts]
    )[len(texts[:1]) :],
    "part of a string": with_offset,
    "nulls not counted": without_null_counts,
    "chunks": lambda texts: pa.chunked_array(
        [pa.array(texts[:1], pa.string()), pa.array([], pa.string()), pa.array(texts[1:], "string")]
    ),
    "chunks of views": lambda texts: pa.chunked_array(
        [pa.array([text], pa.string_view()) for text in texts], pa.string_view()
    ),
    "chunks of dictionaries": lambda texts: pa.chunked_array(
        [
            of_dictionary(pa.int8(), pa.string())(texts[start : start + 2])
            for start in range(0, len(texts), 2)
        ],
        pa.dictionary(pa.int8(), pa.string()),
    ),
}

LISTS: dict[str, Callable[[Sequence[Texts | None]], Any]] = {
    "list": lambda lists: pa.array(lists, pa.list_(pa.string())),
    "large_list": lambda lists: pa.array(lists, pa.large_list(pa.large_string())),
    "list of views": lambda lists: pa.array(lists, pa.list_(pa.string_view())),
    "list_view": lambda lists: pa.array(lists, pa.list_view(pa.string())),
    "large_list_view": lambda lists: pa.array(lists, pa.large_list_view(pa.string())),
    "part of a list": lambda lists: pa.array([["é"], *lists, ["x", "y"]], pa.list_(pa.string()))[
        1 : 1 + len(lists)
    ],
    "list of dictionaries": lambda lists: pa.array(
        lists, pa.list_(pa.dictionary(pa.int16(), pa.string()))
    ),
    "chunks of lists": lambda lists: pa.chunked_array(
        [pa.array([each], pa.list_(pa.string())) for each in lists], pa.list_(pa.string())
    ),
}

NOT_TEXT = {
    "a byte that is never text": b"ab\xffcd",
    "a byte inside a character alone": b"\x80",
    "half a character at the end": "ça".encode()[:-1] + "é".encode()[:1],
    "a surrogate": b"a\xed\xa0\x80",
    "a longer way to write zero": b"\xc0\x80",
    "beyond the last character": b"\xf4\x90\x80\x80",
    "Latin-1": "déjà vu, longer than a view holds".encode("latin-1"),
}


def of_bytes(rows: Sequence[bytes | None], kind: pa.DataType) -> pa.Array:
    """Return an array with a string type whose bytes may be invalid UTF-8."""
    wide = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary()}
    return pa.array(rows, wide.get(kind, pa.binary_view())).view(kind)


def lists_of_bytes(lists: Sequence[Sequence[bytes]]) -> pa.Array:
    """Return an array of lists with a string type whose bytes may be invalid UTF-8."""
    flat = of_bytes([row for rows in lists for row in rows], pa.string())
    ends = [0]
    for rows in lists:
        ends.append(ends[-1] + len(rows))
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), flat)
