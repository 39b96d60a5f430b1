"""Code that runs in Spark's workers, without Spark: memory, threads, and errors as values."""

from __future__ import annotations

import pickle
import resource
from collections.abc import Iterator
from typing import Any

import pytest

from tests.integrations.spark.corpora import columns, rows
from tests.requirements import require_module
from truebleu import BLEU, CHRF, GLEU, METEOR, ROUGE, TER, WER, References, from_columns
from truebleu.integrations.columns.cells import ColumnNames
from truebleu.metrics.base.metric import Metric

BATCHES = 60
TEXT = ColumnNames(("base", "new"), ("first", "second"), False, "missing", (0, 1, 2, 3))


@pytest.fixture(autouse=True)
def _pyspark() -> None:
    require_module("pyspark")
    require_module("pyarrow")


def batches(count: int, rows_per_batch: int = 5000) -> Iterator[Any]:
    import pyarrow as pa

    texts = columns(rows(rows_per_batch))
    arrays = [pa.array(texts[name]) for name in ("base", "new", "first", "second")]
    for number in range(count):
        ids = pa.array(range(number * rows_per_batch, (number + 1) * rows_per_batch), pa.int64())
        yield pa.RecordBatch.from_arrays([*arrays, ids], ["t0", "t1", "t2", "t3", "id"])


def options(**settings: Any) -> Any:
    from truebleu.significance.options import CompareOptions

    usual = {"trials": 50, "resamples": 50, "bootstrap": "poisson"}
    return CompareOptions(**{**usual, **settings})


@pytest.mark.parametrize(("policy", "empty"), [("missing", 1), ("empty", 0)])
def test_an_empty_text_means_what_it_means_in_tables(policy: Any, empty: int) -> None:
    import pyarrow as pa

    from truebleu.integrations.spark import tasks

    texts = {"mt": ["a b c d", "e f g h"], "a": ["a b c d e", "e f g"], "b": ["a b c", ""]}
    batch = pa.RecordBatch.from_arrays(list(map(pa.array, texts.values())), list(texts))
    where = ColumnNames(("mt",), ("a", "b"), False, "error", (0, 1, 2), policy)
    [row] = [part.to_pylist()[0] for part in tasks.summed(tasks.Task(BLEU(), where), [batch])]
    expected = from_columns(texts, hypothesis="mt", references=["a", "b"], empty_reference=policy)
    sums = tuple(row[f"c{number}"] for number in range(len(BLEU().layout)))
    assert (BLEU().score(sums).value, row["empty"]) == (expected.score().value, empty)


def test_a_row_without_a_reference_is_named() -> None:
    import pyarrow as pa

    from truebleu.integrations.spark import tasks

    batch = pa.RecordBatch.from_arrays([pa.array(["x", ""])] * 3, ["mt", "a", "b"])
    where = ColumnNames(("mt",), ("a", "b"), False, "error", (0, 1, 2), "missing")
    [part] = tasks.summed(tasks.Task(BLEU(), where), [batch])
    [error] = part.column("error").to_pylist()
    assert "row 2 of partition 0 has no reference: every cell is empty or null. Fill" in error


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def test_memory_does_not_grow_with_the_rows() -> None:
    from truebleu.integrations.spark import tasks

    task = tasks.Task(BLEU(), TEXT)
    single = tasks.Task(BLEU(), ColumnNames(("base",), ("first",), False, "missing", (0, 2)))

    def all_of_it(count: int) -> list[Any]:
        return [
            *tasks.summed(single, batches(count)),
            *tasks.compared([task], options(), batches(count)),
            *tasks.grouped(single, 1, batches(min(count, 4))),
        ]

    all_of_it(4)
    before = peak()
    parts = all_of_it(BATCHES)
    assert parts[0]["segments"].to_pylist() == [BATCHES * 5000]
    assert peak() - before < 48e6  # the texts have 60 times the size of a batch: 100 MB


def test_groups_are_emitted_before_all_are_counted() -> None:
    import pyarrow as pa

    from truebleu.integrations.spark import tasks

    task = tasks.Task(BLEU(), ColumnNames(("base",), ("first",), False, "missing", (0, 2)))
    result = pa.Table.from_batches(list(tasks.grouped(task, 1, batches(20))))
    assert result.num_rows == 100_000
    assert sum(result["segments"].to_pylist()) == 100_000
    texts = columns(rows(5000))
    expected = BLEU().statistics(texts["base"], texts["first"]).sum(axis=0) * 20
    sums = [sum(result[f"c{i}"].to_pylist()) for i in range(len(expected))]
    assert sums == expected.tolist()


METRICS: list[Metric[Any]] = [
    ROUGE("L"),
    TER(),
    CHRF(word_order=2),
    GLEU(),
    WER(),
    METEOR(synonyms={"cat": ["mat"]}),
]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_workers_count_with_metrics_of_every_kind(metric: Metric[Any]) -> None:
    from truebleu.integrations.spark import tasks

    where = ColumnNames(("new",), ("first", "second"), False, "missing", (1, 2, 3))
    task = pickle.loads(pickle.dumps(tasks.Task(metric, where)))
    texts = columns(rows(200))
    references = References.streams([texts["first"], texts["second"]])
    (sums,) = tasks.summed(task, batches(1, 200))
    expected = metric.statistics(texts["new"], references).sum(axis=0).tolist()
    assert sums["error"].to_pylist() == [None]
    assert [sums[f"c{i}"].to_pylist() for i in range(len(expected))] == [[n] for n in expected]
    (scored,) = tasks.scored(task, {"id": 4}, {"value": "score"}, batches(1, 200))
    assert scored["value"].to_pylist() == metric.segment_scores(texts["new"], references).tolist()


@pytest.mark.parametrize(
    ("spark", "ours", "expected"), [("", "", 1), ("8", "", 1), ("1", "3", 1), ("x", "-2", 1)]
)
def test_without_spark_there_is_one_thread(
    monkeypatch: pytest.MonkeyPatch, spark: str, ours: str, expected: int
) -> None:
    from truebleu.integrations.spark.tasks import num_threads

    monkeypatch.setenv("OMP_NUM_THREADS", spark)
    monkeypatch.setenv("TRUEBLEU_NUM_THREADS", ours)
    assert num_threads() == expected


def test_the_number_of_threads_is_that_of_processors_up_to_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import pyspark

    from truebleu.integrations.spark.tasks import num_threads

    class Context:
        @staticmethod
        def get() -> Context:
            return Context()

        def cpus(self) -> int:
            return 4

    monkeypatch.setattr(pyspark, "TaskContext", Context)
    for spark, ours, expected in [("", "", 4), ("2", "", 2), ("4", "3", 3), ("9", "9", 4)]:
        monkeypatch.setenv("OMP_NUM_THREADS", spark)
        monkeypatch.setenv("TRUEBLEU_NUM_THREADS", ours)
        assert num_threads() == expected


def test_another_version_is_refused() -> None:
    from truebleu.integrations.spark import tasks

    (row,) = tasks.summed(tasks.Task(BLEU(), TEXT, "0.0.1"), batches(1))
    assert row["segments"].to_pylist() == [0]
    (error,) = row["error"].to_pylist()
    assert "the driver has truebleu 0.0.1" in error
