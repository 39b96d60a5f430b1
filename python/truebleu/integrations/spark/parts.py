"""Sums of statistics for significance tests, computed for each Spark partition and then merged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebleu import _native
from truebleu.errors import InputError
from truebleu.integrations.columns.cells import Texts, with_row_label
from truebleu.integrations.spark.tasks import Task, num_threads
from truebleu.metrics.base.statistics import Rows
from truebleu.significance.options import CompareOptions


class Part:
    """Sums of statistics for comparing systems by one metric.

    The sums are over one or several Spark partitions.
    """

    def __init__(self, task: Task, options: CompareOptions) -> None:
        self._task = task
        metric = task.metric
        self.native = _native.Shard(
            metric.of_tokens,
            metric.uses_effective_order(sentence=False),
            len(task.columns.systems),
            options.seed,
            options.trials if options.test == "ar" else 0,
            options.resamples,
        )
        self.segments = 0
        self.skipped = 0
        self.empty = 0
        self.min_references: int | None = None
        self.max_references: int | None = None

    def add(self, ids: Any, texts: Texts, row_label: Callable[[int], str]) -> None:
        """Count the texts of a batch, and add their statistics to the sums.

        `ids` are the 64-bit integer ids of the rows. `row_label` takes the index of a row in the
        batch. It returns the name of the row for messages.
        """
        import numpy as np

        self.skipped += texts.skipped
        self.empty += texts.empty
        if ids.null_count:
            row = ids.is_null().to_pylist().index(True)
            raise InputError(
                f"{row_label(row)}: the id is null. Use a unique integer for each row."
            )
        if not len(texts.rows):
            return
        keys = np.asarray(ids.to_numpy(zero_copy_only=False), dtype=np.int64)
        keys = np.ascontiguousarray(keys[np.asarray(texts.rows, dtype=np.int64)])
        columns = self._task.columns.systems
        # Systems may share a column.
        names = [
            f"{name} ({i + 1})" if name in columns[:i] else name for i, name in enumerate(columns)
        ]
        named = zip(names, texts.batches(), strict=True)
        try:
            systems = {name: [batch] for name, batch in named}
            rows = self._task.metric.rows_of(systems, num_threads())
        except InputError as wrong:
            raise with_row_label(wrong, texts, row_label) from None
        rows_by_system = [run for (run,) in rows.values()]
        self._note(rows_by_system[0].min_references, rows_by_system[0].max_references, len(keys))
        self._add_rows(keys, rows_by_system)

    def _add_rows(self, keys: Any, systems: list[Rows]) -> None:
        import numpy as np

        start = 0
        for parts in zip(*(rows.parts for rows in systems), strict=True):
            end = start + len(np.asarray(parts[0]))
            self.native.add(keys[start:end].tobytes(), parts, num_threads())
            start = end

    def _note(self, smallest: int | None, largest: int | None, segments: int) -> None:
        if segments:
            self.min_references = min(filter(None, (self.min_references, smallest)), default=None)
            self.max_references = max(filter(None, (self.max_references, largest)), default=None)
            self.segments += segments

    def merge(self, row: dict[str, Any]) -> None:
        """Add the sums of another `Part`.

        `row` has the other part's `counts()`, and its `bytes()` under the key "part".
        """
        self._note(row["fewest"], row["most"], row["segments"])
        self.skipped += row["skipped"]
        self.empty += row["empty"]
        self.native.merge(row["part"])

    def counts(self) -> dict[str, list[Any]]:
        """Return counts as the columns of a table with one row.

        The table has the number of segments, the minimum and maximum number of references per
        segment, the number of skipped rows, and the number of empty texts that were read as missing
        references.
        """
        return {
            "segments": [self.segments],
            "fewest": [self.min_references],
            "most": [self.max_references],
            "skipped": [self.skipped],
            "empty": [self.empty],
        }

    def bytes(self) -> bytes:
        """Return the sums of statistics, serialized as bytes."""
        return self.native.to_bytes(num_threads())
