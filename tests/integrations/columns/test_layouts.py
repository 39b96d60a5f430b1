"""Arrow layouts of texts: equal values in all layouts and slices, and errors for invalid data."""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.integrations.columns.layouts import LAYOUTS, LISTS, NOT_TEXT, lists_of_bytes, of_bytes
from truebleu import BLEU, CHRF, InputError, InvalidUnicode, References
from truebleu._native import Column
from truebleu.inputs.arrow import column_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
ROWS = st.lists(TEXTS, min_size=1, max_size=12)
ROWS_WITH_NULLS = st.lists(st.none() | TEXTS, min_size=1, max_size=12)
STRINGS = [pa.string(), pa.large_string(), pa.string_view()]


def column(made: Any) -> Column:
    """Return the column that a metric reads."""
    found = column_of(made, "the column", text=True)
    assert isinstance(found, Column)
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@given(rows=ROWS_WITH_NULLS)
def test_every_layout_has_equal_texts(layout: str, rows: list[str | None]) -> None:
    texts = column(LAYOUTS[layout](rows))
    assert list(texts) == rows
    assert texts == rows
    assert texts == tuple(rows)
    assert hash(texts) == hash(tuple(rows))
    assert len(texts) == len(rows)
    assert texts.first_null() == (rows.index(None) if None in rows else None)
    assert list(texts.filled()) == [row or "" for row in rows]
    assert not texts.of_lists


@pytest.mark.parametrize("layout", LAYOUTS)
@given(rows=ROWS, data=st.data())
def test_every_layout_has_equal_counts(layout: str, rows: list[str], data: Any) -> None:
    others = data.draw(st.lists(TEXTS, min_size=len(rows), max_size=len(rows)))
    make_column = LAYOUTS[layout]
    for metric in (BLEU(), CHRF(), BLEU(tokenizer=str.split)):
        expected = metric.statistics(rows, others)
        np.testing.assert_array_equal(
            metric.statistics(make_column(rows), make_column(others)), expected
        )
        np.testing.assert_array_equal(metric.statistics(rows, make_column(others)), expected)
        np.testing.assert_array_equal(metric.statistics(make_column(rows), others), expected)


@pytest.mark.parametrize("layout", LAYOUTS)
@given(rows=ROWS_WITH_NULLS, data=st.data())
def test_slices_of_a_column(layout: str, rows: list[str | None], data: Any) -> None:
    texts = column(LAYOUTS[layout](rows))
    places = st.integers(-len(rows) - 2, len(rows) + 2)
    first, last = data.draw(places), data.draw(places)
    part, expected = texts[first:last], rows[first:last]
    assert part == expected
    assert part[1:] == expected[1:]
    assert texts[::2] == rows[::2]
    assert texts[-1] == rows[-1]
    cut = data.draw(st.integers(0, len(rows)))
    assert Column.joined([texts[cut:], part, texts[:cut]]) == [*rows[cut:], *expected, *rows[:cut]]
    with pytest.raises(IndexError):
        texts[len(rows)]


@pytest.mark.parametrize("layout", LISTS)
@given(lists=st.lists(st.none() | st.lists(st.none() | TEXTS, max_size=3), min_size=1, max_size=8))
def test_lists_in_every_layout(layout: str, lists: list[list[str | None] | None]) -> None:
    actual = column(LISTS[layout](lists))
    assert actual.of_lists
    assert list(actual) == [tuple(each or ()) for each in lists]
    is_complete = [each is not None and None not in each for each in lists]
    assert actual.first_null() == (is_complete.index(False) if False in is_complete else None)
    assert list(actual.filled()) == [tuple(text or "" for text in each or ()) for each in lists]


@pytest.mark.parametrize("layout", [*LISTS, "fixed_size_list"])
@given(data=st.data())
def test_lists_of_references_count_as_references(layout: str, data: Any) -> None:
    fixed = layout == "fixed_size_list"
    references = st.lists(TEXTS, min_size=2 if fixed else 1, max_size=2 if fixed else 3)
    lists = data.draw(st.lists(references, min_size=1, max_size=6))
    texts = data.draw(st.lists(TEXTS, min_size=len(lists), max_size=len(lists)))
    lists_in_layout = pa.array(lists, pa.list_(pa.string(), 2)) if fixed else LISTS[layout](lists)
    expected = BLEU().corpus_score(texts, References.per_segment(lists))
    assert BLEU().corpus_score(pa.array(texts), lists_in_layout) == expected
    assert BLEU().corpus_score(texts, References.per_segment(lists_in_layout)) == expected
    rows = BLEU(tokenizer=str.split).statistics(texts, References.per_segment(lists))
    np.testing.assert_array_equal(
        BLEU(tokenizer=str.split).statistics(texts, lists_in_layout), rows
    )


@pytest.mark.parametrize("cut", [1, 2, 5])
def test_a_slice_of_fixed_size_lists(cut: int) -> None:
    lists = [[f"é {n}", f"b {n}"] for n in range(6)]
    made = pa.array(lists, pa.list_(pa.string(), 2))[cut:]
    assert list(column(made)) == [tuple(each) for each in lists[cut:]]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    texts = [f"le chat nº {n} s'est assis sur le tapis" for n in range(3000)]
    others = [f"un chat nº {n} était sur le tapis rouge" for n in range(3000)]
    expected = BLEU().statistics(texts, others)
    chunks = pa.chunked_array(
        [texts[start:end] for start, end in pairwise([0, 7, 700, 2999, 3000])]
    )
    rows = BLEU().statistics(chunks, pa.array(others, pa.string_view()), threads=threads)
    np.testing.assert_array_equal(rows, expected)


@pytest.mark.parametrize("kind", STRINGS, ids=str)
@pytest.mark.parametrize("wrong", NOT_TEXT.values(), ids=NOT_TEXT)
@pytest.mark.parametrize("row", [0, 3, 6])
def test_invalid_text_is_refused_with_its_row(kind: Any, wrong: bytes, row: int) -> None:
    rows: list[bytes | None] = [f"Zeile nº {n}, lang genug".encode() for n in range(7)]
    rows[row] = wrong
    rows[(row + 1) % 7] = None
    result = of_bytes(rows, kind)
    cut = pa.chunked_array([result[:2], result[2:]])
    good = ["x"] * 7
    for invalid in (result, cut):
        for pair in ((invalid, good), (good, invalid)):
            with pytest.raises(InvalidUnicode, match=rf"row {row + 1}: the text is not UTF-8") as e:
                BLEU().corpus_score(*pair)
            assert e.value.segment == row + 1
    lists = lists_of_bytes([[b"a", invalid or b""] for invalid in rows])
    with pytest.raises(InvalidUnicode, match=f"row {row + 1}: the text is not UTF-8"):
        BLEU().corpus_score(good, lists)
    with pytest.raises(InvalidUnicode, match="reference stream 2, row"):
        BLEU().corpus_score(good, References.streams([good, result]))


def test_a_character_across_two_rows_is_invalid() -> None:
    encoded = "été".encode()
    for kind in STRINGS:
        with pytest.raises(InvalidUnicode, match="row 2: the text is not UTF-8: byte 1 is 0xc3"):
            BLEU().corpus_score(of_bytes([b"a", encoded[:1], encoded[1:]], kind), ["x"] * 3)


def test_the_entries_of_a_dictionary_are_validated() -> None:
    values = of_bytes([b"good", b"\xff"], pa.string())
    result = pa.DictionaryArray.from_arrays(pa.array([0, 0]), values)
    with pytest.raises(InvalidUnicode, match="entry 2 of its dictionary: the text is not UTF-8"):
        BLEU().corpus_score(result, ["x", "y"])


@pytest.mark.parametrize("kind", STRINGS, ids=str)
def test_unused_bytes_are_not_validated(kind: Any) -> None:
    result = of_bytes([b"\xff", b"a long enough text, \xc3\xa9", b"\x80 and more and more"], kind)
    assert list(column(result[1:2])) == ["a long enough text, é"]
    bits = pa.py_buffer(b"\x02")  # the first and the last row are null, but have bytes
    hidden = pa.Array.from_buffers(kind, 3, [bits, *result.buffers()[1:]])
    assert list(column(hidden)) == [None, "a long enough text, é", None]


def broken(kind: Any, buffers: list[bytes | None], length: int) -> pa.Array:
    """Return an array that pyarrow does not validate."""
    made = [None if each is None else pa.py_buffer(each) for each in buffers]
    return pa.Array.from_buffers(kind, length, made)


def numbers(*values: int, kind: str = "i") -> bytes:
    return array(kind, values).tobytes()


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: broken(pa.string(), [None, numbers(0, 3, 1, 4), b"abcd"], 3), "out of order"),
        (lambda: broken(pa.string(), [None, numbers(0, -1, 3), b"abcd"], 2), "out of order"),
        (
            lambda: broken(pa.large_string(), [None, numbers(0, -3, 1, kind="q"), b"abcd"], 2),
            "out of order",
        ),
        (lambda: broken(pa.string_view(), [None, numbers(20, 0, 5, 0)], 1), "outside its buffer"),
        (lambda: broken(pa.string_view(), [None, numbers(-1, 0, 0, 0)], 1), "outside its buffer"),
        (
            lambda: broken(pa.string_view(), [None, numbers(20, 0, 0, 9), b"x" * 24], 1),
            "outside its buffer",
        ),
        (
            lambda: pa.DictionaryArray.from_arrays(pa.array([0, 5]), pa.array(["a"]), safe=False),
            "not in the dictionary",
        ),
        (
            lambda: pa.DictionaryArray.from_arrays(
                pa.array([0, -1], pa.int8()), pa.array(["a"]), safe=False
            ),
            "not in the dictionary",
        ),
        (
            lambda: pa.ListArray.from_arrays(pa.array([0, 9, 2], pa.int32()), pa.array(["a", "b"])),
            "outside its array",
        ),
        (
            lambda: pa.ListArray.from_arrays(pa.array([0, 2, 1], pa.int32()), pa.array(["a", "b"])),
            "out of order",
        ),
    ],
)
def test_broken_arrays_are_refused(made: Any, why: str) -> None:
    rows = made()
    with pytest.raises(InputError, match=why):
        BLEU().corpus_score(["x"] * len(rows), rows)


@pytest.mark.parametrize("kind", [pa.int64(), pa.float32(), pa.bool_(), pa.date32(), pa.binary()])
def test_a_column_of_another_type_is_refused(kind: pa.DataType) -> None:
    type_name = {"float": "float32", "date32[day]": "date32"}.get(str(kind), str(kind))
    for result in (pa.array([None, None], kind), pa.chunked_array([[None], [None]], kind)):
        with pytest.raises(
            InputError, match=f"hypotheses is a column of type {type_name}.*Use text"
        ):
            BLEU().corpus_score(result, ["x", "y"])
        with pytest.raises(InputError, match=f"references is a column of type {type_name}"):
            BLEU().corpus_score(["x", "y"], result)


def test_columns_of_tokens_are_lists_of_tokens() -> None:
    tokens, others = [["a", "b", "c"], ["d"]], [["a", "b"], ["d", "e"]]
    expected = BLEU().corpus_score(tokens, others)
    for kind in (pa.list_(pa.string()), pa.large_list(pa.string_view())):
        assert BLEU().corpus_score(pa.array(tokens, kind), pa.array(others, kind)) == expected
    ids, more = [[1, 2, 3], [4]], [[1, 2], [4, 5]]
    assert BLEU().corpus_score(pa.array(ids), pa.array(more)) == expected


def test_nulls_are_none_without_a_setting() -> None:
    texts = ["a b", "c d"]
    with pytest.raises(InputError, match="segment 2: the hypothesis is None"):
        BLEU().corpus_score(pa.array(["a b", None]), texts)
    with pytest.raises(InputError, match="segment 1: the reference is None"):
        BLEU().corpus_score(texts, pa.array([None, "c d"]))
    streams = [pa.array(["a b", None]), pa.array([None, "c d"])]
    expected = BLEU().corpus_score(texts, References.streams([["a b", None], [None, "c d"]]))
    assert BLEU().corpus_score(texts, References.streams(streams)) == expected
    with pytest.raises(InputError, match="segment 2 has no reference"):
        BLEU().corpus_score(texts, pa.array([["a"], None]))
