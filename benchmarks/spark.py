"""Spark with two executors against one process of two threads; the share Spark itself takes."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import texts
from benchmarks.results import Figure

SECTION = "Spark: two executors of one processor against one process with two threads (BLEU)"
EXECUTORS = 2


@contextmanager
def session() -> Iterator[Any]:
    """Two executors that are processes of their own."""
    import importlib.util
    import os

    from pyspark.sql import SparkSession

    found = importlib.util.find_spec("pyspark")
    if found is None or found.origin is None:
        message = "the package pyspark is not installed"
        raise RuntimeError(message)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "SPARK_HOME": str(Path(found.origin).parent),
            "SPARK_WORKER_DIR": f"{folder}/work",
            "SPARK_LOCAL_DIRS": f"{folder}/local",
            "PYSPARK_PYTHON": sys.executable,
        }
        builder = SparkSession.builder.master(f"local-cluster[{EXECUTORS},1,1024]")
        for name, value in {
            "spark.ui.enabled": "false",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.executorEnv.PYTHONPATH": str(texts.ROOT / "python"),
        }.items():
            builder = builder.config(name, value)
        made = builder.getOrCreate()
        made.sparkContext.setLogLevel("OFF")
        yield made
        made.stop()


def written(folder: str, rows: int) -> tuple[str, list[str], list[str]]:
    """Write a Parquet file of so many rows: real text, each with a number, so that none repeats."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    text = texts.not_ascii()
    given = [line.decode() for line in text.hypotheses]
    references = [line.decode() for line in text.references[0]]
    rounds = range(-(-rows // len(given)))
    hypotheses = [f"{line} {n}" for n in rounds for line in given][:rows]
    wanted = [f"{line} {n}" for n in rounds for line in references][:rows]
    path = f"{folder}/texts.parquet"
    table = pa.table({"id": pa.array(range(rows)), "hypothesis": hypotheses, "reference": wanted})
    pq.write_table(table, path, row_group_size=50_000)
    return path, hypotheses, wanted


def taken(call: Callable[[], object], times: int = 3) -> float:
    """Give the seconds of the fastest of some calls."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def figures(rows: int) -> list[Figure]:
    from truebleu import BLEU
    from truebleu.integrations import spark

    bleu = BLEU()
    columns: Any = {"hypothesis": "hypothesis", "references": "reference"}
    with tempfile.TemporaryDirectory() as folder, session() as started:
        path, hypotheses, references = written(folder, rows)
        frame = started.read.parquet(path)
        found = spark.corpus_score(frame, **columns)  # starts the workers, too
        if found != bleu.corpus_score(hypotheses, references):
            message = "Spark's score is another"
            raise RuntimeError(message)
        there = taken(lambda: spark.corpus_score(frame, **columns))
        alone = taken(lambda: handed_through(frame))
        here = taken(lambda: bleu.corpus_score(hypotheses, references, threads=EXECUTORS))
    detail = f"of which Spark itself, handing the same columns through Python, {alone / there:.0%}"
    return [
        Figure(
            SECTION, f"{rows:,} rows of Parquet in Spark", rows / there, "rows/s", detail=detail
        ),
        Figure(SECTION, f"{rows:,} rows of list[str], one process", rows / here, "rows/s"),
        Figure(SECTION, "Spark's throughput, of one process's", here / there, ""),
    ]


def handed_through(frame: Any) -> int:
    """Send the columns to Python as corpus_score does, and look at nothing but their number."""

    def counted(batches: Any) -> Any:
        import pyarrow as pa

        rows = sum(batch.num_rows for batch in batches)
        yield pa.RecordBatch.from_arrays([pa.array([rows])], ["rows"])

    sent = frame.select("hypothesis", "reference").mapInArrow(counted, "rows bigint")
    found: int = sent.agg({"rows": "sum"}).collect()[0][0]
    return found


def memory(rows: int) -> int:
    """Compare two systems of so many rows made in Spark; give the peak of a worker in bytes."""
    from truebleu import BLEU
    from truebleu.integrations import spark

    text = "concat('The cat no. ', id, ' sat on the ', {}, ' and it rained all day ', id % 97)"
    with session() as started:
        made = started.range(rows, numPartitions=64).selectExpr(
            "id",
            f"{text.format('id % 1000')} as a",
            f"{text.format('id % 1001')} as b",
            f"{text.format('id % 1000')} as r",
        )
        begun = time.perf_counter()
        score = spark.corpus_score(made, hypothesis="b", references="r", metric=BLEU())
        scored = time.perf_counter() - begun
        print(f"{rows:,} rows: {score} in {scored:.0f} s", flush=True)
        begun = time.perf_counter()
        found = spark.compare(made, ["a", "b"], "r", id="id", trials=1000, resamples=200)
        compared = time.perf_counter() - begun
        print(f"compared in {compared:.0f} s: {found[0].pairs[0]!r}", flush=True)

        def peaks(batches: Any) -> Any:
            import pyarrow as pa

            for _ in batches:
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
                yield pa.RecordBatch.from_arrays([pa.array([peak])], ["peak"])

        sent = started.range(64, numPartitions=64).mapInArrow(peaks, "peak bigint")
        peak: int = sent.agg({"peak": "max"}).collect()[0][0]
    driver = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"peak of a worker {peak / 1e6:.0f} MB, of the driver {driver / 1e6:.0f} MB", flush=True)
    return peak


if __name__ == "__main__":
    memory(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000)
