"""Functions that run on Spark's workers: they count batches of rows and sum the statistics.

A function returns one row for its partition, or one row per group. Spark adds the rows. Texts stay
on the worker. An error in the data is returned as text in a row. If the function raised the error,
Spark would repeat the task four times and print a long stack trace.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from truebleu import _native
from truebleu.errors import InputError, TrueBleuError
from truebleu.integrations.columns.cells import ColumnNames, Texts, read, with_row_label
from truebleu.metrics.base.accumulator import Accumulator, settings_of
from truebleu.metrics.base.metric import Metric
from truebleu.significance.options import CompareOptions

Batches = Iterable[Any]


GROUPS = 1 << 16
"""Maximum number of rows in memory before the rows of each group are added."""

COUNTS = {"segments": "sum", "fewest": "min", "most": "max", "skipped": "sum"}
"""Columns in addition to the sums, and how Spark aggregates them."""

ERRORS = "error"


@dataclass(frozen=True)
class Task:
    """Work for Spark's workers: the metric, and the columns whose texts are counted."""

    metric: Metric[Any]
    columns: ColumnNames
    version: str = field(default_factory=lambda: _native.__version__)

    def check(self) -> None:
        """Raise `InputError` if driver and worker have different versions of truebleu."""
        if self.version != _native.__version__:
            raise InputError(
                f"the driver has truebleu {self.version}, Spark's workers have "
                f"{_native.__version__}. Install the same version."
            )


def num_threads() -> int:
    """Return the number of threads for a task.

    This is the number of processors that Spark assigns to the task. Two environment variables can
    lower the number: OMP_NUM_THREADS, which Spark sets in its workers, and TRUEBLEU_NUM_THREADS.
    """
    from pyspark import TaskContext

    context = TaskContext.get()
    limits = [context.cpus() if context is not None else 1]
    for name in ("OMP_NUM_THREADS", "TRUEBLEU_NUM_THREADS"):
        value = os.environ.get(name, "")
        if value.isdecimal() and int(value) > 0:
            limits.append(int(value))
    return min(limits)


class _Position:
    def __init__(self) -> None:
        from pyspark import TaskContext

        context = TaskContext.get()
        self.partition = context.partitionId() if context is not None else 0
        self.n_read = 0

    def row_label(self, row: int) -> str:
        return f"row {self.n_read + row + 1} of partition {self.partition}"


def _read_batches(
    task: Task, batches: Batches
) -> Iterator[tuple[Any, Texts, Callable[[int], str]]]:
    task.check()
    position = _Position()
    for batch in batches:
        yield batch, read(batch, task.columns, position.row_label), position.row_label
        position.n_read += batch.num_rows


def summed(task: Task, batches: Batches) -> Iterator[Any]:
    """Yield one row with the summed statistics of a partition, and the text of an error, if any."""
    accumulator = Accumulator(task.metric)
    skipped = empty = 0
    error = None
    try:
        for _, texts, row_label in _read_batches(task, batches):
            skipped += texts.skipped
            empty += texts.empty
            (batch,) = texts.batches()
            if len(batch):
                try:
                    row, min_references, max_references = task.metric.count_batch(
                        batch, num_threads()
                    )
                except InputError as wrong:
                    raise with_row_label(wrong, texts, row_label) from None
                accumulator.add_summed(row, len(batch), min_references, max_references)
    except TrueBleuError as wrong:
        error = failed(wrong)
    totals = accumulator.to_dict()
    is_empty = not accumulator.segments
    yield _batch(
        {
            "segments": [accumulator.segments],
            "fewest": [None if is_empty else totals["references"][0]],
            "most": [None if is_empty else totals["references"][1]],
            "skipped": [skipped],
            "empty": [empty],
            ERRORS: [error],
            **{f"c{i}": [number] for i, number in enumerate(totals["sum"])},
        }
    )


def failed(error: TrueBleuError) -> str:
    """Return an error as text.

    The text starts with the number of the partition, so texts sort by partition.
    """
    partition = _Position().partition
    return f"{partition:010d}|{type(error).__name__}|{error}"


def _batch(columns: dict[str, list[Any]]) -> Any:
    import pyarrow as pa

    types = {name: pa.int32() for name in ("fewest", "most")}
    types |= {ERRORS: pa.string(), "part": pa.binary(), "metric": pa.int32()}
    arrays = [pa.array(values, types.get(name, pa.int64())) for name, values in columns.items()]
    return pa.RecordBatch.from_arrays(arrays, list(columns))


def _rows(task: Task, texts: Texts, row_label: Callable[[int], str]) -> Any:
    import numpy as np

    (batch,) = texts.batches()
    if not len(batch):
        return np.zeros((0, len(task.metric.layout)), dtype=np.int64)
    try:
        parts = task.metric.rows_by_block(batch, num_threads())
        return np.concatenate([np.asarray(part.rows, dtype=np.int64) for part in parts])
    except InputError as wrong:
        raise with_row_label(wrong, texts, row_label) from None


def grouped(task: Task, groups: int, batches: Batches) -> Iterator[Any]:
    """Yield record batches with the summed statistics of each group in a partition.

    The last `groups` columns of an input batch are the keys of the groups. If there are many
    groups, a group can occur in several rows. Spark then sums these rows.
    """
    import pyarrow as pa

    waiting = None
    for batch, texts, row_label in _read_batches(task, batches):
        start = batch.num_columns - groups
        keys = {f"g{i}": batch.column(start + i) for i in range(groups)}
        table = pa.table(
            keys | _count_columns(batch.num_rows, texts, _rows(task, texts, row_label))
        )
        waiting = table if waiting is None else pa.concat_tables([waiting, table])
        if waiting.num_rows > GROUPS:
            waiting = _by_group(waiting, groups)
            if waiting.num_rows > GROUPS // 2:  # too many groups: adding them saves nothing
                yield from waiting.to_batches()
                waiting = None
    if waiting is not None:
        yield from _by_group(waiting, groups).to_batches()


def _count_columns(rows: int, texts: Texts, statistics: Any) -> dict[str, Any]:
    import numpy as np
    import pyarrow as pa

    row_indices = np.asarray(texts.rows, dtype=np.int64)
    is_scored = np.zeros(rows, dtype=bool)
    is_scored[row_indices] = True
    references = np.zeros(rows, dtype=np.int32)
    references[row_indices] = texts.reference_counts()
    sums = np.zeros((statistics.shape[1], rows), dtype=np.int64)
    sums[:, row_indices] = statistics.T
    counts = {
        "segments": is_scored.astype(np.int64),
        "fewest": pa.array(references, mask=~is_scored),
        "most": pa.array(references, mask=~is_scored),
        "skipped": (~is_scored).astype(np.int64),
    }
    return counts | {f"c{i}": column for i, column in enumerate(sums)}


def _by_group(table: Any, groups: int) -> Any:
    keys, columns = table.column_names[:groups], table.column_names[groups:]
    aggregations = [(name, COUNTS.get(name, "sum")) for name in columns]
    groups_table = table.group_by(keys, use_threads=False).aggregate(aggregations)
    named = {f"{name}_{how}": name for name, how in aggregations}
    renamed = groups_table.rename_columns(
        [named.get(name, name) for name in groups_table.column_names]
    )
    return renamed.select(table.column_names).cast(table.schema).combine_chunks()


def finished(metric: Metric[Any], groups: int, batches: Batches) -> Iterator[Any]:
    """Yield record batches with the score of each group, computed from its summed statistics."""
    import pyarrow as pa

    columns = len(metric.layout)
    for batch in batches:
        results: dict[str, list[Any]] = {"score": [], "signature": []}
        rows = batch.select([f"c{i}" for i in range(columns)]).to_pydict().values()
        names = ("segments", "fewest", "most")
        counts = zip(*(batch.column(name).to_pylist() for name in names), strict=True)
        for row, (segments, min_references, max_references) in zip(
            zip(*rows, strict=True), counts, strict=True
        ):
            score = None
            if segments:
                accumulator = Accumulator(metric)
                accumulator.add_summed(row, segments, min_references, max_references)
                score = accumulator.compute()
            results["score"].append(score and score.value)
            results["signature"].append(score and str(score.signature))
        flat = pa.array(list(chain.from_iterable(zip(*rows, strict=True))), pa.int64())
        yield pa.RecordBatch.from_arrays(
            [
                *(batch.column(i) for i in range(groups)),
                pa.array(results["score"], pa.float64()),
                batch.column("segments"),
                batch.column("skipped"),
                pa.array(results["signature"], pa.string()),
                _structs(metric, flat, [batch.column(name) for name in names]),
            ],
            [
                *(f"g{i}" for i in range(groups)),
                *("score", "segments", "skipped", "signature", "statistics"),
            ],
        )


def scored(
    task: Task, index_by_name: dict[str, int], new: dict[str, str], batches: Batches
) -> Iterator[Any]:
    """Yield record batches with all rows and with new columns of scores or statistics.

    `index_by_name` maps the name of each existing column to its index. `new` maps the name of each
    new column to "score" or "statistics".
    """
    import pyarrow as pa

    make = {"score": _score_column, "statistics": _statistics_column}
    for batch, texts, row_label in _read_batches(task, batches):
        rows = _rows(task, texts, row_label)
        arrays = [batch.column(index) for index in index_by_name.values()]
        arrays += [make[kind](task.metric, batch.num_rows, texts, rows) for kind in new.values()]
        yield pa.RecordBatch.from_arrays(arrays, [*index_by_name, *new])


def _score_column(metric: Metric[Any], rows: int, texts: Texts, statistics: Any) -> Any:
    import numpy as np
    import pyarrow as pa

    scores, missing = np.zeros(rows), np.ones(rows, dtype=bool)
    row_indices = np.asarray(texts.rows, dtype=np.int64)
    array = _native.Array.of_rows(statistics.tobytes(), len(metric.layout))
    effective = metric.uses_effective_order(sentence=True)
    scores[row_indices] = np.asarray(metric.of_tokens.values(array, effective))
    missing[row_indices] = False
    return pa.array(scores, mask=missing)


def _statistics_column(metric: Metric[Any], rows: int, texts: Texts, statistics: Any) -> Any:
    import numpy as np
    import pyarrow as pa

    counts = _count_columns(rows, texts, statistics)
    sums = np.stack([counts[f"c{i}"] for i in range(len(metric.layout))], axis=1)
    return _structs(
        metric,
        pa.array(sums.reshape(-1)),
        [pa.array(counts[name]) for name in ("segments", "fewest", "most")],
    )


def _structs(metric: Metric[Any], flat: Any, counts: list[Any]) -> Any:
    import numpy as np
    import pyarrow as pa

    rows, columns = len(counts[0]), len(metric.layout)
    offsets = pa.array(np.arange(rows + 1, dtype=np.int32) * columns)
    name = pa.array([f"{metric.name}|{settings_of(metric)}"] * rows, pa.string())
    arrays = [name, *counts, pa.ListArray.from_arrays(offsets, flat)]
    return pa.StructArray.from_arrays(arrays, ["metric", "segments", "fewest", "most", "row"])


def compared(tasks: list[Task], options: CompareOptions, batches: Batches) -> Iterator[Any]:
    """Yield one row per metric, with the sums of statistics for comparing systems.

    The last column of an input batch has the ids of the rows.
    """
    from truebleu.integrations.spark.parts import Part

    parts = [Part(task, options) for task in tasks]
    error = None
    try:
        for batch, texts, row_label in _read_batches(tasks[0], batches):
            for part in parts:
                part.add(batch.column(batch.num_columns - 1), texts, row_label)
    except TrueBleuError as wrong:
        error = failed(wrong)
    for number, part in enumerate(parts):
        yield _batch({"metric": [number], **part.counts(), ERRORS: [error], "part": [part.bytes()]})


def merged(tasks: list[Task], options: CompareOptions, batches: Batches) -> Iterator[Any]:
    """Merge the rows that `compared` yields, and yield one row per metric."""
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
