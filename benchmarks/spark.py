"""Throughput of scoring in Spark with two executors, compared with one process of two threads."""

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
    """Start a Spark session with two executors in separate processes; stop it at the end."""
    import importlib.util
    import os

    from pyspark.sql import SparkSession

    spec = importlib.util.find_spec("pyspark")
    if spec is None or spec.origin is None:
        message = "the package pyspark is not installed"
        raise RuntimeError(message)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "SPARK_HOME": str(Path(spec.origin).parent),
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
        spark = builder.getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
        yield spark
        spark.stop()


def write_texts(folder: str, rows: int) -> tuple[str, list[str], list[str]]:
    """Write a Parquet file of unique rows; return its path, the hypotheses and the references.

    The rows are repetitions of real text, each with the number of the repetition.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    text = texts.not_ascii()
    repetitions = range(-(-rows // len(text.hypotheses)))
    hypotheses, references = (
        [f"{line.decode()} {n}" for n in repetitions for line in side][:rows]
        for side in (text.hypotheses, text.references[0])
    )
    path = f"{folder}/texts.parquet"
    columns = {"id": pa.array(range(rows)), "hypothesis": hypotheses, "reference": references}
    pq.write_table(pa.table(columns), path, row_group_size=50_000)
    return path, hypotheses, references


def min_wall_seconds(call: Callable[[], object], times: int = 3) -> float:
    """Return the shortest wall-clock time of several calls, in seconds."""
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
    with tempfile.TemporaryDirectory() as folder, session() as running:
        path, hypotheses, references = write_texts(folder, rows)
        frame = running.read.parquet(path)
        score = spark.corpus_score(frame, **columns)  # also starts the workers
        if score != bleu.corpus_score(hypotheses, references):
            message = "the scores of Spark and of one process differ"
            raise RuntimeError(message)
        in_spark = min_wall_seconds(lambda: spark.corpus_score(frame, **columns))
        without_scoring = min_wall_seconds(lambda: count_rows(frame))
        in_process = min_wall_seconds(
            lambda: bleu.corpus_score(hypotheses, references, threads=EXECUTORS)
        )
    share = without_scoring / in_spark
    detail = f"of which Spark itself, passing the same columns through Python, {share:.0%}"
    return [
        Figure(
            SECTION, f"{rows:,} rows of Parquet in Spark", rows / in_spark, "rows/s", detail=detail
        ),
        Figure(SECTION, f"{rows:,} rows of list[str], one process", rows / in_process, "rows/s"),
        Figure(SECTION, "throughput of Spark / of one process", in_process / in_spark, ""),
    ]


def count_rows(frame: Any) -> int:
    """Send the columns to Python as `spark.corpus_score` does, and return the number of rows."""

    def count(batches: Any) -> Any:
        import pyarrow as pa

        rows = sum(batch.num_rows for batch in batches)
        yield pa.RecordBatch.from_arrays([pa.array([rows])], ["rows"])

    sent = frame.select("hypothesis", "reference").mapInArrow(count, "rows bigint")
    num_rows: int = sent.agg({"rows": "sum"}).collect()[0][0]
    return num_rows


def memory(rows: int) -> int:
    """Generate two systems in Spark; score and compare them, and print the times.

    Returns the peak memory of a worker in bytes.
    """
    from truebleu import BLEU
    from truebleu.integrations import spark

    text = "concat('The cat no. ', id, ' sat on the ', {}, ' and it rained all day ', id % 97)"
    with session() as running:
        frame = running.range(rows, numPartitions=64).selectExpr(
            "id",
            f"{text.format('id % 1000')} as a",
            f"{text.format('id % 1001')} as b",
            f"{text.format('id % 1000')} as r",
        )
        start = time.perf_counter()
        score = spark.corpus_score(frame, hypothesis="b", references="r", metric=BLEU())
        scored = time.perf_counter() - start
        print(f"{rows:,} rows: {score} in {scored:.0f} s", flush=True)
        start = time.perf_counter()
        comparisons = spark.compare(frame, ["a", "b"], "r", id="id", trials=1000, resamples=200)
        compared = time.perf_counter() - start
        print(f"compared in {compared:.0f} s: {comparisons[0].pairs[0]!r}", flush=True)

        def peaks(batches: Any) -> Any:
            import pyarrow as pa

            for _ in batches:
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
                yield pa.RecordBatch.from_arrays([pa.array([peak])], ["peak"])

        sent = running.range(64, numPartitions=64).mapInArrow(peaks, "peak bigint")
        peak: int = sent.agg({"peak": "max"}).collect()[0][0]
    driver = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"peak of a worker {peak / 1e6:.0f} MB, of the driver {driver / 1e6:.0f} MB", flush=True)
    return peak


if __name__ == "__main__":
    memory(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000)
