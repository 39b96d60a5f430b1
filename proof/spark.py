"""The same real texts through Spark."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.spark import session
from proof.interfaces import of_lists_of_strings, same, told
from proof.real import METRICS, texts
from proof.records import Record
from truebleu.integrations import spark

SCHEMA = "number long, hypothesis string, references array<string>"


def records(scale: float) -> Iterator[Record]:
    """All texts in one table, three partitions on two executors, each row with its number."""
    step = round(1 / scale)
    rows = [row for text in texts(step) for row in zip(text.hypotheses, *text.streams, strict=True)]
    numbered = [(number, row[0], list(row[1:])) for number, row in enumerate(rows)]
    with session() as running:
        frame = running.createDataFrame(numbered, SCHEMA).repartition(3)
        for kind, metric in METRICS.items():
            counted = spark.statistics(
                frame, hypothesis="hypothesis", references="references", metric=metric
            )
            collected = sorted(counted.select("number", "statistics.row").collect())
            found = np.array([list(each.row) for each in collected], dtype=np.int64)
            expected = [of_lists_of_strings(kind, text.name, step) for text in texts(step)]
            good = same(found, np.concatenate(expected))
            yield told(f"Spark: {kind}", len(found), [] if good else [kind])
