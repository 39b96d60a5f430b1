"""Counts of the same real texts, computed in Spark."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.spark import session
from proof.interfaces import make_record, of_lists_of_strings, same
from proof.real import METRICS, texts
from proof.records import Record
from truebleu.integrations import spark

SCHEMA = "number long, hypothesis string, references array<string>"


def records(scale: float) -> Iterator[Record]:
    """Yield a record for each metric, with all texts in one table of numbered rows.

    The table has three partitions on two executors.
    """
    step = round(1 / scale)
    rows = [row for text in texts(step) for row in zip(text.hypotheses, *text.streams, strict=True)]
    numbered = [(number, row[0], list(row[1:])) for number, row in enumerate(rows)]
    with session() as running:
        frame = running.createDataFrame(numbered, SCHEMA).repartition(3)
        for kind, metric in METRICS.items():
            frame_of_counts = spark.statistics(
                frame, hypothesis="hypothesis", references="references", metric=metric
            )
            collected = sorted(frame_of_counts.select("number", "statistics.row").collect())
            counts = np.array([list(line.row) for line in collected], dtype=np.int64)
            expected = [of_lists_of_strings(kind, text.name, step) for text in texts(step)]
            good = same(counts, np.concatenate(expected))
            yield make_record(f"Spark: {kind}", len(counts), [] if good else [kind])
