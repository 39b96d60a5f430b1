"""Columns and tables of other libraries, passed without conversion."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tests.requirements import optional_module, require_module
from truebleu import (
    BLEU,
    CER,
    CHRF,
    GLEU,
    METEOR,
    ROUGE,
    TER,
    WER,
    Columns,
    ColumnStream,
    EmbeddingSimilarity,
    InputError,
    References,
    compare,
    from_columns,
    pairwise,
)
from truebleu._native import Column
from truebleu.inputs.arrow import column_of
from truebleu.metrics.base.metric import Metric

duckdb = optional_module("duckdb")
pd = optional_module("pandas")
pl = optional_module("polars")

datasets = require_module("datasets")

MT = ["the cat sat on the mat", "it rained all day long", "ça va très bien ici", ""]
OTHER = ["a cat sits on the mat", "it rained all day", "ça va bien", "nothing"]
FIRST = ["the cat sat on a mat", "it rained all day", "ça va bien ici", "nothing at all"]
SECOND = ["a cat sat on the mat", "rain fell all day", "tout va très bien ici", "no"]
BOTH = [list(pair) for pair in zip(FIRST, SECOND, strict=True)]
DATA: dict[str, Any] = {"mt": MT, "other": OTHER, "a": FIRST, "b": SECOND, "both": BOTH}
DATA["id"] = [1, 2, 3, 4]
WANTED = BLEU().corpus_score(MT, References.streams([FIRST, SECOND]))

COLUMNS: dict[str, Callable[[list[str]], Any]] = {
    "pyarrow array": pa.array,
    "pyarrow chunked array": lambda texts: pa.chunked_array([texts[:1], texts[1:]]),
    "polars": pl.Series,
    "polars categorical": lambda texts: pl.Series(texts, dtype=pl.Categorical),
    "polars enum": lambda texts: pl.Series(texts, dtype=pl.Enum(list(dict.fromkeys(texts)))),
    "polars part": lambda texts: pl.Series(["", *texts, "x"])[1:-1],
    "pandas": pd.Series,
    "pandas string[pyarrow]": lambda texts: pd.Series(texts, dtype="string[pyarrow]"),
    "pandas ArrowDtype": lambda texts: pd.Series(texts, dtype=pd.ArrowDtype(pa.string())),
    "pandas large ArrowDtype": lambda texts: pd.Series(
        texts, dtype=pd.ArrowDtype(pa.large_string())
    ),
    "pandas category": lambda texts: pd.Series(texts, dtype="category"),
    "datasets": lambda texts: datasets.Dataset.from_dict({"text": texts})["text"],
    "datasets, chosen rows": lambda texts: datasets.Dataset.from_dict(
        {"text": ["", *texts]}
    ).select(range(1, len(texts) + 1))["text"],
    "DuckDB": lambda texts: duckdb.from_arrow(pa.table({"text": texts})).project("text"),
}


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
def test_a_column_is_not_copied(make: Callable[[list[str]], Any]) -> None:
    found = column_of(make(MT), "hypotheses", text=True)
    assert isinstance(found, Column)
    assert list(found) == MT


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
def test_every_method_accepts_columns(make: Callable[[list[str]], Any]) -> None:
    references = References.streams([make(FIRST), make(SECOND)])
    for metric in (BLEU(), CHRF()):
        expected = metric.corpus_score(MT, References.streams([FIRST, SECOND]))
        assert metric.corpus_score(make(MT), references) == expected
        assert metric.corpus_score(MT, references) == expected
        assert metric.corpus_score(make(MT), References.streams([FIRST, SECOND])) == expected
        scores = metric.segment_scores(MT, FIRST)
        np.testing.assert_array_equal(metric.segment_scores(make(MT), make(FIRST)), scores)
        rows = metric.statistics(MT, FIRST)
        np.testing.assert_array_equal(metric.statistics(make(MT), make(FIRST)), rows)
        accumulator = metric.accumulator()
        accumulator.update(make(MT), make(FIRST))
        assert accumulator.sum().tolist() == rows.sum(axis=0).tolist()


@pytest.mark.parametrize("make", COLUMNS.values(), ids=COLUMNS)
def test_compare_accepts_columns(make: Callable[[list[str]], Any]) -> None:
    wanted = compare({"x": MT, "y": OTHER}, FIRST)
    found = compare({"x": make(MT), "y": make(OTHER)}, make(FIRST))
    assert found.to_json() == wanted.to_json()


class Letters:
    """Sentence encoder that counts some letters."""

    def encode(self, texts: list[str], **_: Any) -> Any:
        return np.array([[1.0, *map(text.count, "abcdefgh")] for text in texts])


OTHERS: list[Metric[Any]] = [
    ROUGE("L"),
    TER(),
    GLEU(),
    WER(),
    CER(),
    METEOR(synonyms={"cat": ["mat"]}),
    EmbeddingSimilarity(Letters(), name="letters", revision="1"),
]


@pytest.mark.parametrize("metric", OTHERS, ids=lambda metric: metric.name)
def test_metrics_of_every_kind_accept_columns(metric: Metric[Any]) -> None:
    table = pa.table({"mt": MT, "a": FIRST, "b": [*SECOND[:3], None]})
    data = from_columns(table, hypothesis="mt", references=["a", "b"], nulls="missing")
    references = [*zip(FIRST[:3], SECOND[:3], strict=True), FIRST[3:]]
    lists = References.per_segment([list(each) for each in references])
    expected = metric.corpus_score(MT, lists)
    assert metric.corpus_score(data.hypotheses, data.references) == expected
    for make in (pa.array, pl.Series):
        np.testing.assert_array_equal(
            metric.segment_scores(make(MT), make(FIRST)), metric.segment_scores(MT, FIRST)
        )
        assert metric.statistics(make(MT), make(FIRST)).dtype == np.int64
        parts = metric.accumulator()
        parts.update(make(MT[:1]), make(FIRST[:1]))
        parts.update(make(MT[1:]), make(FIRST[1:]))
        assert parts.compute() == metric.corpus_score(MT, FIRST)


def test_pairwise_accepts_columns() -> None:
    wanted = pairwise(MT, FIRST)
    np.testing.assert_array_equal(pairwise(pa.array(MT), pl.Series(FIRST)), wanted)


def test_pandas_objects_are_iterated_over() -> None:
    column = pd.Series(MT, dtype=object)
    assert column_of(column, "hypotheses", text=True) is None
    score = BLEU().corpus_score(column, pd.Series(FIRST, dtype=object))
    assert score == BLEU().corpus_score(MT, FIRST)


def test_transforms_of_a_dataset_are_applied() -> None:
    dataset = datasets.Dataset.from_dict({"text": MT})
    dataset.set_transform(lambda rows: {"text": [text.upper() for text in rows["text"]]})
    upper = [text.upper() for text in MT]
    assert BLEU().corpus_score(dataset["text"], FIRST) == BLEU().corpus_score(upper, FIRST)
    table = from_columns(dataset, hypothesis="text", references="text")
    assert table.hypotheses == upper


def test_a_dataset_of_several_splits_is_refused() -> None:
    parts = datasets.DatasetDict({"test": datasets.Dataset.from_dict({"text": MT})})
    with pytest.raises(InputError, match=r"has several splits. Pass one, .* dataset\['test'\]"):
        from_columns(parts, hypothesis="text", references="text")


def parquet_dataset(tmp_path: Path) -> Any:
    path = str(tmp_path / "data.parquet")
    datasets.Dataset.from_dict(DATA).to_parquet(path)
    return datasets.Dataset.from_parquet(path, cache_dir=str(tmp_path))


TABLES: dict[str, Callable[[Path], Any]] = {
    "pyarrow": lambda _: pa.table(DATA),
    "pyarrow batch": lambda _: pa.record_batch(DATA),
    "pyarrow part": lambda _: pa.concat_tables([pa.table(DATA)] * 2)[2:6].take([2, 3, 0, 1]),
    "pyarrow batch, part": lambda _: pa.record_batch(
        {name: [cells[0], *cells] for name, cells in DATA.items()}
    ).slice(1),
    "polars": lambda _: pl.DataFrame(DATA),
    "pandas": lambda _: pd.DataFrame(DATA),
    "pandas of Arrow": lambda _: pa.table(DATA).to_pandas(types_mapper=pd.ArrowDtype),
    "datasets": lambda _: datasets.Dataset.from_dict(DATA),
    "datasets, shuffled": lambda _: datasets.Dataset.from_dict(DATA).select([0, 1, 2, 3]),
    "datasets of Parquet": parquet_dataset,
    "DuckDB": lambda _: duckdb.from_arrow(pa.table(DATA)),
    "dict": lambda _: dict(DATA),
}


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_tables_of_every_library(make: Callable[[Path], Any], tmp_path: Path) -> None:
    data = from_columns(make(tmp_path), hypothesis="mt", references=["a", "b"])
    assert isinstance(data, Columns)
    assert data.score(BLEU()) == WANTED
    assert data.score() == WANTED
    assert BLEU().corpus_score(data.hypotheses, data.references) == WANTED
    assert len(data) == 4
    lists = from_columns(make(tmp_path), hypothesis="mt", references="both")
    assert lists.score() == WANTED
    with_one_reference = from_columns(make(tmp_path), hypothesis="mt", references=["a"])
    np.testing.assert_array_equal(
        with_one_reference.segment_scores(CHRF()), CHRF().segment_scores(MT, FIRST)
    )
    np.testing.assert_array_equal(
        with_one_reference.statistics(CHRF()), CHRF().statistics(MT, FIRST)
    )


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_a_wrong_name_suggests_the_nearest(make: Callable[[Path], Any], tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no column 'othr'. Did you mean 'other'\?"):
        from_columns(make(tmp_path), hypothesis="othr", references=["a"])
    with pytest.raises(InputError, match=r"has no column 'zzz'\. It has 'mt', 'other', 'a'"):
        from_columns(make(tmp_path), hypothesis="mt", references=["a", "zzz"])


@pytest.mark.parametrize("kind", ["pyarrow", "polars", "datasets", "DuckDB"])
def test_a_column_of_numbers_is_refused(kind: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="column 'id' has type int64"):
        from_columns(TABLES[kind](tmp_path), hypothesis="mt", references=["id"])


def test_numbers_of_pandas_are_refused() -> None:
    with pytest.raises(InputError, match=r"column 'id' is a column of type int64\. Use text"):
        from_columns(pd.DataFrame(DATA), hypothesis="mt", references=["id"])


OUT: dict[str, Callable[[Any], list[float]]] = {
    "pyarrow array": lambda numbers: pa.array(numbers).to_pylist(),
    "pyarrow chunked array": lambda numbers: pa.chunked_array(numbers).to_pylist(),
    "polars": lambda numbers: pl.Series(numbers).to_list(),
    "numpy": lambda numbers: np.asarray(numbers).tolist(),
    "pandas": lambda numbers: pd.Series(numbers).tolist(),
    "DuckDB": lambda numbers: (
        duckdb.from_arrow(pa.table([pa.array(numbers)], ["x"])).fetchnumpy()["x"].tolist()
    ),
}


@pytest.mark.parametrize("take", OUT.values(), ids=OUT)
def test_scores_are_exported_as_a_column(take: Callable[[Any], list[float]]) -> None:
    data = from_columns(pa.table(DATA), hypothesis="mt", references=["a"])
    numbers = data.segment_scores(BLEU())
    expected = BLEU().segment_scores(MT, FIRST).tolist()
    assert take(numbers) == expected
    assert take(numbers) == expected  # the column can be exported again
    assert len(numbers) == 4
    assert numbers.to_numpy().dtype == np.float64


def test_an_array_of_another_type_is_a_copy() -> None:
    numbers = from_columns(DATA, hypothesis="mt", references=["a"]).segment_scores(BLEU())
    assert numbers.__array__(copy=False) is numbers.__array__(np.float64) is numbers.to_numpy()
    assert numbers.__array__(copy=True) is not numbers.to_numpy()
    assert numbers.__array__(np.float32).dtype == np.float32
    with pytest.raises(ValueError, match="copy=False: an array of type float32 is a copy"):
        numbers.__array__(np.float32, copy=False)


def test_statistics_are_exported_as_a_table() -> None:
    data = from_columns(pl.DataFrame(DATA), hypothesis="mt", references=["a"])
    numbers = data.statistics(BLEU())
    expected = BLEU().statistics(MT, FIRST)
    names = list(BLEU().layout.names)
    table = pa.table(numbers)
    assert table.column_names == names
    assert table.schema.types == [pa.int64()] * len(names)
    assert [list(row.values()) for row in table.to_pylist()] == expected.tolist()
    frame = pl.DataFrame(numbers)
    assert frame.columns == names
    assert frame.to_numpy().tolist() == expected.tolist()
    assert pa.record_batch(numbers).num_rows == 4
    assert numbers.names == tuple(names)
    assert [row.tolist() for row in numbers] == [numbers[at].tolist() for at in range(4)]
    assert repr(numbers).startswith("<Numbers of 4 segments: hypothesis_length, reference_length, ")
    sums = duckdb.from_arrow(table).aggregate("sum(hypothesis_length)").fetchall()
    assert sums == [(expected[:, 0].sum(),)]


def test_scores_can_be_added_to_a_table() -> None:
    table = pa.table(DATA)
    scores = from_columns(table, hypothesis="mt", references=["a"]).segment_scores()
    expected = BLEU().segment_scores(MT, FIRST).tolist()
    assert table.append_column("bleu", [scores])["bleu"].to_pylist() == expected
    frame = pl.DataFrame(DATA).with_columns(pl.Series(scores))
    assert frame["BLEU"].to_list() == expected
    assert pd.DataFrame(DATA).assign(bleu=scores)["bleu"].tolist() == expected


def test_a_streaming_dataset() -> None:
    dataset = datasets.Dataset.from_dict(DATA).to_iterable_dataset(num_shards=2)
    data = from_columns(dataset, hypothesis="mt", references=["a", "b"])
    assert isinstance(data, ColumnStream)
    assert data.score() == WANTED
    assert data.score() == WANTED
    with pytest.raises(InputError, match="Did you mean 'mt'"):
        from_columns(dataset, hypothesis="mtt", references=["a"]).score()


def test_columns_can_be_sent_to_another_process() -> None:
    data = from_columns(pa.table(DATA), hypothesis="mt", references=["a", "b"])
    again = pickle.loads(pickle.dumps(data))
    assert again.score() == WANTED
    assert repr(again) == "<Columns of 4 segments, <References: 2 streams of 4 segments>>"
    assert again.references == data.references == References.streams([FIRST, SECOND])
    assert hash(again.references) == hash(data.references)
    numbers = pickle.loads(pickle.dumps(data.statistics()))
    assert pa.table(numbers) == pa.table(data.statistics())


def test_memory_is_freed() -> None:
    texts = [f"ein Satz nº {n}, der lang genug ist" for n in range(20_000)]
    gc.collect()
    before = pa.total_allocated_bytes()
    for layout in (pa.string(), pa.string_view()):
        table = pa.table({"mt": pa.array(texts, layout), "ref": pa.array(texts, layout)})
        data = from_columns(table, hypothesis="mt", references=["ref"])
        part = data.hypotheses[5:7]
        scores = pa.array(data.segment_scores())
        del table, data
        assert list(part) == texts[5:7]  # a slice keeps its column alive
        assert len(scores) == 20_000
        del part, scores
        gc.collect()
        assert pa.total_allocated_bytes() == before
    # Capsules that no consumer takes free their memory.
    numbers = from_columns({"a": ["x"], "b": ["x"]}, hypothesis="a", references="b").statistics()
    assert numbers.__arrow_c_array__()
    assert numbers.__arrow_c_stream__()
    assert numbers.__arrow_c_schema__()
