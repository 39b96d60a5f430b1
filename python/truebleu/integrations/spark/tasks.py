"""What runs in Spark's workers: batches of rows in, sums of rows of statistics out.

A partition gives one row, or one for each group in it; Spark adds them. A text is read where it
is, and goes nowhere. What is wrong with the data comes back as a value of that row, not as an
exception: it would be tried again four times, and reach the user as a page of other programs'
code.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from truebleu import _native
from truebleu.errors import InputError, TrueBleuError
from truebleu.integrations.columns.cells import ColumnNames, Texts, read, with_place
from truebleu.metrics.base.accumulator import Accumulator, settings_of
from truebleu.metrics.base.metric import Metric
from truebleu.significance.options import CompareOptions

Batches = Iterable[Any]


GROUPS = 1 << 16
"""Rows of groups that wait in memory until those of the same group are added."""

COUNTS = {"segments": "sum", "fewest": "min", "most": "max", "skipped": "sum"}
"""What every row of sums says beside the sums, and how Spark brings several together."""

ERRORS = "error"


@dataclass(frozen=True)
class Task:
    """What to count in a partition."""

    metric: Metric[Any]
    columns: ColumnNames
    version: str = field(default_factory=lambda: _native.__version__)

    def check(self) -> None:
        """Refuse to add what two versions of truebleu counted."""
        if self.version != _native.__version__:
            raise InputError(
                f"this program runs truebleu {self.version}, and Spark's workers have "
                f"{_native.__version__}: versions may count otherwise, so install the same one"
            )


def share() -> int:
    """How many threads a task may run: the processors that Spark gave it, and no more than asked.

    Spark sets OMP_NUM_THREADS in its workers; TRUEBLEU_NUM_THREADS may allow fewer.
    """
    from pyspark import TaskContext

    context = TaskContext.get()
    limits = [context.cpus() if context is not None else 1]
    for name in ("OMP_NUM_THREADS", "TRUEBLEU_NUM_THREADS"):
        given = os.environ.get(name, "")
        if given.isdecimal() and int(given) > 0:
            limits.append(int(given))
    return min(limits)


class _Place:
    """Where in the data a task is: its partition, and the rows that were read before."""

    def __init__(self) -> None:
        from pyspark import TaskContext

        context = TaskContext.get()
        self.partition = context.partitionId() if context is not None else 0
        self.done = 0

    def said(self, row: int) -> str:
        return f"row {self.done + row + 1} of partition {self.partition}"


def _each(task: Task, batches: Batches) -> Iterator[tuple[Any, Texts, Callable[[int], str]]]:
    """The batches with their texts; what is wrong with one says in which row."""
    task.check()
    place = _Place()
    for batch in batches:
        yield batch, read(batch, task.columns, place.said), place.said
        place.done += batch.num_rows


def summed(task: Task, batches: Batches) -> Iterator[Any]:
    """One row: the sum of the partition's statistics, or what is wrong with it."""
    whole = Accumulator(task.metric)
    skipped = empty = 0
    error = None
    try:
        for _, texts, said in _each(task, batches):
            skipped += texts.skipped
            empty += texts.empty
            (batch,) = texts.batches()
            if len(batch):
                try:
                    row, fewest, most = task.metric.counted(batch, share())
                except InputError as wrong:
                    raise with_place(wrong, texts, said) from None
                whole.take(row, len(batch), fewest, most)
    except TrueBleuError as wrong:
        error = failed(wrong)
    given = whole.to_dict()
    is_empty = not whole.segments
    yield _batch(
        {
            "segments": [whole.segments],
            "fewest": [None if is_empty else given["references"][0]],
            "most": [None if is_empty else given["references"][1]],
            "skipped": [skipped],
            "empty": [empty],
            ERRORS: [error],
            **{f"c{i}": [number] for i, number in enumerate(given["sum"])},
        }
    )


def failed(error: TrueBleuError) -> str:
    """An error as a text that sorts by its place."""
    partition = _Place().partition
    return f"{partition:010d}|{type(error).__name__}|{error}"


def _batch(columns: dict[str, list[Any]]) -> Any:
    import pyarrow as pa

    types = {name: pa.int32() for name in ("fewest", "most")}
    types |= {ERRORS: pa.string(), "part": pa.binary(), "metric": pa.int32()}
    arrays = [pa.array(values, types.get(name, pa.int64())) for name, values in columns.items()]
    return pa.RecordBatch.from_arrays(arrays, list(columns))


def _rows(task: Task, texts: Texts, said: Callable[[int], str]) -> Any:
    """The statistics of a batch's rows that were not left out, in an int64 array."""
    import numpy as np

    (batch,) = texts.batches()
    if not len(batch):
        return np.zeros((0, len(task.metric.layout)), dtype=np.int64)
    try:
        parts = task.metric.rows_by_block(batch, share())
        return np.concatenate([np.asarray(part.rows, dtype=np.int64) for part in parts])
    except InputError as wrong:
        raise with_place(wrong, texts, said) from None


def grouped(task: Task, groups: int, batches: Batches) -> Iterator[Any]:
    """A row of sums for each group; the last `groups` columns of a batch say which is which."""
    import pyarrow as pa

    waiting = None
    for batch, texts, said in _each(task, batches):
        start = batch.num_columns - groups
        keys = {f"g{i}": batch.column(start + i) for i in range(groups)}
        table = pa.table(keys | _counted(batch.num_rows, texts, _rows(task, texts, said)))
        waiting = table if waiting is None else pa.concat_tables([waiting, table])
        if waiting.num_rows > GROUPS:
            waiting = _by_group(waiting, groups)
            if waiting.num_rows > GROUPS // 2:  # so many groups that adding them saves nothing
                yield from waiting.to_batches()
                waiting = None
    if waiting is not None:
        yield from _by_group(waiting, groups).to_batches()


def _counted(rows: int, texts: Texts, statistics: Any) -> dict[str, Any]:
    """The columns of counts of every row of a batch, those that were left out included."""
    import numpy as np
    import pyarrow as pa

    places = np.asarray(texts.places, dtype=np.int64)
    there = np.zeros(rows, dtype=bool)
    there[places] = True
    references = np.zeros(rows, dtype=np.int32)
    references[places] = texts.reference_counts()
    sums = np.zeros((statistics.shape[1], rows), dtype=np.int64)
    sums[:, places] = statistics.T
    counts = {
        "segments": there.astype(np.int64),
        "fewest": pa.array(references, mask=~there),
        "most": pa.array(references, mask=~there),
        "skipped": (~there).astype(np.int64),
    }
    return counts | {f"c{i}": column for i, column in enumerate(sums)}


def _by_group(table: Any, groups: int) -> Any:
    keys, others = table.column_names[:groups], table.column_names[groups:]
    wanted = [(name, COUNTS.get(name, "sum")) for name in others]
    found = table.group_by(keys, use_threads=False).aggregate(wanted)
    named = {f"{name}_{how}": name for name, how in wanted}
    renamed = found.rename_columns([named.get(name, name) for name in found.column_names])
    return renamed.select(table.column_names).cast(table.schema).combine_chunks()


def finished(metric: Metric[Any], groups: int, batches: Batches) -> Iterator[Any]:
    """The scores of groups whose sums are complete."""
    import pyarrow as pa

    columns = len(metric.layout)
    for batch in batches:
        found: dict[str, list[Any]] = {"score": [], "signature": []}
        rows = batch.select([f"c{i}" for i in range(columns)]).to_pydict().values()
        names = ("segments", "fewest", "most")
        counts = zip(*(batch.column(name).to_pylist() for name in names), strict=True)
        for row, (segments, fewest, most) in zip(zip(*rows, strict=True), counts, strict=True):
            score = None
            if segments:
                whole = Accumulator(metric)
                whole.take(row, segments, fewest, most)
                score = whole.compute()
            found["score"].append(score and score.value)
            found["signature"].append(score and str(score.signature))
        flat = pa.array(list(chain.from_iterable(zip(*rows, strict=True))), pa.int64())
        yield pa.RecordBatch.from_arrays(
            [
                *(batch.column(i) for i in range(groups)),
                pa.array(found["score"], pa.float64()),
                batch.column("segments"),
                batch.column("skipped"),
                pa.array(found["signature"], pa.string()),
                _structs(metric, flat, [batch.column(name) for name in names]),
            ],
            [
                *(f"g{i}" for i in range(groups)),
                *("score", "segments", "skipped", "signature", "statistics"),
            ],
        )


def scored(
    task: Task, kept: dict[str, int], new: dict[str, str], batches: Batches
) -> Iterator[Any]:
    """Every row, with columns of its own.

    `kept` are the columns to hand on, by their names, and where they are; `new` are those to make:
    each is a "score" or "statistics".
    """
    import pyarrow as pa

    make = {"score": _score_column, "statistics": _statistics_column}
    for batch, texts, said in _each(task, batches):
        rows = _rows(task, texts, said)
        arrays = [batch.column(place) for place in kept.values()]
        arrays += [make[kind](task.metric, batch.num_rows, texts, rows) for kind in new.values()]
        yield pa.RecordBatch.from_arrays(arrays, [*kept, *new])


def _score_column(metric: Metric[Any], rows: int, texts: Texts, statistics: Any) -> Any:
    """The sentence scores, of the rows of statistics."""
    import numpy as np
    import pyarrow as pa

    scores, missing = np.zeros(rows), np.ones(rows, dtype=bool)
    places = np.asarray(texts.places, dtype=np.int64)
    found = _native.Array.of_rows(statistics.tobytes(), len(metric.layout))
    effective = metric.uses_effective_order(sentence=True)
    scores[places] = np.asarray(metric.of_tokens.values(found, effective))
    missing[places] = False
    return pa.array(scores, mask=missing)


def _statistics_column(metric: Metric[Any], rows: int, texts: Texts, statistics: Any) -> Any:
    import numpy as np
    import pyarrow as pa

    counts = _counted(rows, texts, statistics)
    sums = np.stack([counts[f"c{i}"] for i in range(len(metric.layout))], axis=1)
    return _structs(
        metric,
        pa.array(sums.reshape(-1)),
        [pa.array(counts[name]) for name in ("segments", "fewest", "most")],
    )


def _structs(metric: Metric[Any], flat: Any, counts: list[Any]) -> Any:
    """Statistics as they are stored: with all that is needed to add and to score them."""
    import numpy as np
    import pyarrow as pa

    rows, columns = len(counts[0]), len(metric.layout)
    offsets = pa.array(np.arange(rows + 1, dtype=np.int32) * columns)
    name = pa.array([f"{metric.name}|{settings_of(metric)}"] * rows, pa.string())
    arrays = [name, *counts, pa.ListArray.from_arrays(offsets, flat)]
    return pa.StructArray.from_arrays(arrays, ["metric", "segments", "fewest", "most", "row"])


def compared(tasks: list[Task], options: CompareOptions, batches: Batches) -> Iterator[Any]:
    """For each metric one row: a part of the comparison. The last column of a batch is the id."""
    from truebleu.integrations.spark.parts import Part

    parts = [Part(task, options) for task in tasks]
    error = None
    try:
        for batch, texts, said in _each(tasks[0], batches):
            for part in parts:
                part.add(batch.column(batch.num_columns - 1), texts, said)
    except TrueBleuError as wrong:
        error = failed(wrong)
    for number, part in enumerate(parts):
        yield _batch({"metric": [number], **part.counts(), ERRORS: [error], "part": [part.bytes()]})


def merged(tasks: list[Task], options: CompareOptions, batches: Batches) -> Iterator[Any]:
    """The parts of several partitions as one row for each metric."""
    from truebleu.integrations.spark.parts import Part

    parts = [Part(task, options) for task in tasks]
    errors = []
    for batch in batches:
        for row in batch.to_pylist():
            parts[row["metric"]].merge(row)
            errors.append(row[ERRORS])
    error = min(filter(None, errors), default=None)
    for number, part in enumerate(parts):
        yield _batch({"metric": [number], **part.counts(), ERRORS: [error], "part": [part.bytes()]})
