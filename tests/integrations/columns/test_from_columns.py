"""Errors of `from_columns`, and its handling of nulls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tests.integrations.columns.layouts import of_bytes
from tests.requirements import optional_module
from truebleu import (
    BLEU,
    ConfigurationError,
    InputError,
    InvalidUnicode,
    References,
    ROUGEVariants,
    ScoreColumn,
    from_columns,
)

pd = optional_module("pandas")
pl = optional_module("polars")

MT = ["the cat sat", "it rained", "good"]
REF: list[str | None] = ["the cat sat down", None, "good day"]
SECOND = ["a cat sat", "rain fell", None]
TABLE = pa.table({"mt": MT, "ref": REF, "second": SECOND, "gone": [None, "x", "y"]})


def make_table(kind: str) -> Any:
    """Return the table, as Arrow data or as Python objects."""
    columns = {name: TABLE[name].to_pylist() for name in TABLE.column_names}
    kinds: dict[str, Callable[[], Any]] = {
        "pyarrow": lambda: TABLE,
        "polars": lambda: pl.DataFrame(columns),
        "pandas objects": lambda: pd.DataFrame(columns, dtype=object),
        "pandas": lambda: pd.DataFrame(columns),
        "dict": lambda: columns,
        "dict with NaN": lambda: {
            name: [float("nan") if cell is None else cell for cell in cells]
            for name, cells in columns.items()
        },
    }
    return kinds[kind]()


KINDS = ["pyarrow", "polars", "pandas objects", "pandas", "dict", "dict with NaN"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_null_is_an_error_that_names_its_row(kind: str) -> None:
    with pytest.raises(InputError, match=r"row 2 of column .ref. is null\. .*missing") as e:
        from_columns(make_table(kind), hypothesis="mt", references=["ref"])
    assert e.value.segment == 2
    with pytest.raises(InputError, match="row 1 of column 'gone' is null") as e:
        from_columns(make_table(kind), hypothesis="gone", references=["mt"])
    assert "missing" not in str(e.value)


@pytest.mark.parametrize("kind", KINDS)
def test_a_null_can_be_an_empty_text(kind: str) -> None:
    data = from_columns(make_table(kind), hypothesis="gone", references=["ref"], nulls="empty")
    filled = [text or "" for text in REF]
    assert data.score() == BLEU().corpus_score(["", "x", "y"], filled)
    assert list(data.hypotheses) == ["", "x", "y"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_null_can_be_a_missing_reference(kind: str) -> None:
    data = from_columns(
        make_table(kind), hypothesis="mt", references=["ref", "second"], nulls="missing"
    )
    assert data.score() == BLEU().corpus_score(MT, References.streams([REF, SECOND]))
    assert data.score().signature["nrefs"] == "var"
    alone = from_columns(make_table(kind), hypothesis="mt", references=["ref"], nulls="missing")
    with pytest.raises(InputError, match="segment 2 has no reference"):
        alone.score()
    with pytest.raises(InputError, match="row 1 of column 'gone' is null, and only references"):
        from_columns(make_table(kind), hypothesis="gone", references=["ref"], nulls="missing")


@pytest.mark.parametrize("make", [pa.table, pl.DataFrame, dict])
def test_nulls_in_lists(make: Any) -> None:
    lists = [["the cat", None], ["it"], ["good", "day"]]
    table = make({"mt": MT, "refs": lists})
    with pytest.raises(InputError, match="row 1 of column 'refs' is null"):
        from_columns(table, hypothesis="mt", references="refs")
    data = from_columns(table, hypothesis="mt", references="refs", nulls="missing")
    expected = [["the cat"], ["it"], ["good", "day"]]
    assert data.score() == BLEU().corpus_score(MT, References.per_segment(expected))
    data = from_columns(table, hypothesis="mt", references="refs", nulls="empty")
    expected = [["the cat", ""], ["it"], ["good", "day"]]
    assert data.score() == BLEU().corpus_score(MT, References.per_segment(expected))
    none = make({"mt": MT, "refs": [["a"], None, ["b"]]})
    for nulls in ("missing", "empty"):
        data = from_columns(none, hypothesis="mt", references="refs", nulls=nulls)
        with pytest.raises(InputError, match="segment 2 has no reference"):
            data.score()


def test_cells_that_are_not_text_are_refused_with_column_and_row() -> None:
    table = pa.table({"mt": of_bytes([b"a", b"\xff", b"b"], pa.string()), "ref": MT})
    with pytest.raises(InvalidUnicode, match="column 'mt', row 2: the text is not UTF-8"):
        from_columns(table, hypothesis="mt", references=["ref"])
    # A column that is not used is not checked.
    from_columns(table, hypothesis="ref", references=["ref"])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"hypothesis": ["a", "b"], "references": ["ref"]}, "from_columns.* once per system"),
        ({"hypothesis": "mt", "references": []}, "are not column names"),
        ({"hypothesis": "mt", "references": [1]}, "are not column names"),
        ({"hypothesis": "mt", "references": "ref", "nulls": "empt"}, "Did you mean 'empty'?"),
    ],
)
def test_invalid_settings(settings: Any, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        from_columns(TABLE, **settings)


@pytest.mark.parametrize("stream", [False, True])
def test_values_that_are_no_metric_of_texts_are_refused(stream: bool) -> None:
    for metric in ("bleu", BLEU, ROUGEVariants(["1", "L"]), ScoreColumn("x", {"mt": [1.0] * 3})):
        for method in ("score", "segment_scores", "statistics"):
            table: Any = iter([TABLE]) if stream else TABLE
            data = from_columns(table, hypothesis="mt", references="mt")
            with pytest.raises(ConfigurationError, match=r"Choose from: BLEU\(\), CHRF\(\)"):
                getattr(data, method)(metric)
    with pytest.raises(ConfigurationError, match=r"metrics='bleu' is a name"):
        from_columns(iter([TABLE]), hypothesis="mt", references="mt").scores("bleu")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (pl.DataFrame({"mt": MT, "ref": MT}).lazy(), r"LazyFrame: .*\.collect\(\) \(Polars\)"),
        (pa.array(MT), "single column without a name"),
        (7, "type int"),
        ([{"mt": "a", "ref": "a"}], "type list.* Make a DataFrame of its rows"),
        ({"mt": MT, "ref": MT[:2]}, "different lengths: 'mt' has 3, 'ref' has 2"),
        (pa.table([MT, MT, MT], ["mt", "ref", "ref"]), "2 columns named 'ref'"),
        (pa.table({"mt": [MT], "ref": [MT]}), "column 'mt' contains lists, not texts"),
        (pa.table({"mt": MT, "ref": [b"a", b"b", b"c"]}), r"type binary \(bytes: decode"),
        (pa.table({"mt": MT, "ref": [{"a": 1}] * 3}), "column 'ref' has type struct"),
        (
            pa.table([pa.array(MT), pa.RunEndEncodedArray.from_arrays([3], ["a"])], ["mt", "ref"]),
            r"type run_end_encoded \(decode it first",
        ),
        (pa.table({"mt": MT, "ref": [[1]] * 3}), "column 'ref' has type list of int64"),
    ],
)
def test_tables_that_cannot_be_scored(table: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        from_columns(table, hypothesis="mt", references=["ref"])


def test_a_text_among_lists_is_one_reference() -> None:
    columns = from_columns(
        {"mt": MT, "ref": [["a", "b"], "c", ["d"]]}, hypothesis="mt", references="ref"
    )
    assert columns.references == References.per_segment([["a", "b"], ["c"], ["d"]])


def test_lists_must_be_the_only_references() -> None:
    table = pa.table({"mt": MT, "a": MT, "all": [["x"]] * 3})
    with pytest.raises(InputError, match=r"column .all. contains lists, .*the only references"):
        from_columns(table, hypothesis="mt", references=["a", "all"])


def test_a_column_can_be_used_twice() -> None:
    data = from_columns(TABLE, hypothesis="mt", references=["mt", "mt"])
    assert data.score() == BLEU().corpus_score(MT, References.streams([MT, MT]))


def test_a_table_without_rows() -> None:
    empty = from_columns(TABLE[:0], hypothesis="mt", references=["ref"])
    assert len(empty) == 0
    assert len(empty.segment_scores()) == 0
    with pytest.raises(InputError, match="nothing to score"):
        empty.score()


class Raises:
    """Table whose Arrow export fails."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        raise RuntimeError("the query failed")


class Twice:
    """Column that exports the same capsule twice."""

    def __init__(self) -> None:
        self.capsule = pa.chunked_array([MT]).__arrow_c_stream__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.capsule


def test_errors_of_libraries_are_quoted() -> None:
    with pytest.raises(InputError, match="hypotheses: cannot read the Arrow data: the query"):
        BLEU().corpus_score(Raises(), MT)
    with pytest.raises(InputError, match="the table: cannot read the Arrow data: the query"):
        from_columns(Raises(), hypothesis="mt", references="ref")
    once = Twice()
    assert BLEU().corpus_score(once, MT).totals == (6, 3, 1, 0)
    with pytest.raises(InputError, match="was read already"):
        BLEU().corpus_score(once, MT)


class Listed(Raises):
    """Column whose Arrow export fails, but which can be iterated over."""

    def to_list(self) -> list[str]:
        return MT

    def __iter__(self) -> Iterator[str]:
        return iter(MT)

    def __len__(self) -> int:
        return len(MT)


def test_a_failed_export_is_replaced_by_iteration() -> None:
    assert BLEU().corpus_score(Listed(), MT) == BLEU().corpus_score(MT, MT)


def test_a_stream_that_ends_with_an_error() -> None:
    def batches() -> Any:
        yield pa.record_batch({"mt": MT, "ref": MT})
        raise RuntimeError("the disk is gone")

    schema = pa.schema({"mt": pa.string(), "ref": pa.string()})
    reader = pa.RecordBatchReader.from_batches(schema, batches())
    with pytest.raises(InputError, match="the disk is gone"):
        from_columns(_Wrapped(reader), hypothesis="mt", references="ref")


class _Wrapped:
    """Reader that is no iterator."""

    def __init__(self, reader: Any) -> None:
        self.reader = reader

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.reader.__arrow_c_stream__()


class OnlyArray:
    """Batch that exports a single array."""

    def __init__(self, array: pa.Array) -> None:
        self.array = array

    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        return self.array.__arrow_c_array__(requested_schema)


def in_chunks(array: pa.Array) -> pa.ChunkedArray:
    """Return the array in two chunks."""
    return pa.chunked_array([array[:1], array[1:]])


@pytest.mark.parametrize("wrap", [OnlyArray, lambda array: array, in_chunks])
def test_an_array_of_structs_is_a_table(wrap: Any) -> None:
    rows = [{"n": 1, "mt": mt, "refs": [mt, "x"]} for mt in MT]
    padded = pa.array([rows[0], *rows, rows[1]])
    data = from_columns(wrap(padded[1:-1]), hypothesis="mt", references="refs")
    assert list(data.hypotheses) == MT
    assert data.score() == BLEU().corpus_score(MT, [[mt, "x"] for mt in MT])
    with pytest.raises(InputError, match="null as a whole"):
        from_columns(wrap(pa.array([rows[0], None])), hypothesis="mt", references="refs")


def test_a_str_of_numpy_is_a_text() -> None:
    texts = list(np.array(["the cat sat on"]))
    data = from_columns({"mt": texts, "ref": texts}, hypothesis="mt", references="ref")
    assert data.score().value == 100
