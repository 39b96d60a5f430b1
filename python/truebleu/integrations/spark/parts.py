"""A partition's part of a comparison: the sums that its intervals and tests are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebleu import _native
from truebleu.errors import InputError
from truebleu.integrations.columns.cells import Texts, with_place
from truebleu.integrations.spark.tasks import Task, share
from truebleu.metrics.base.statistics import Rows
from truebleu.significance.options import CompareOptions


class Part:
    """What the sums of a comparison by one metric are, in a partition or in several."""

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
        self.fewest: int | None = None
        self.most: int | None = None

    def add(self, ids: Any, texts: Texts, said: Callable[[int], str]) -> None:
        """Take the texts of a batch of rows; `ids` has the row's number, as 64 bits."""
        import numpy as np

        self.skipped += texts.skipped
        self.empty += texts.empty
        if ids.null_count:
            row = ids.is_null().to_pylist().index(True)
            raise InputError(f"{said(row)}: it has no id: every row needs a number of its own")
        if not len(texts.places):
            return
        keys = np.asarray(ids.to_numpy(zero_copy_only=False), dtype=np.int64)
        keys = np.ascontiguousarray(keys[np.asarray(texts.places, dtype=np.int64)])
        columns = self._task.columns.systems
        # Two systems may have the same column.
        names = [
            f"{name} ({i + 1})" if name in columns[:i] else name for i, name in enumerate(columns)
        ]
        named = zip(names, texts.batches(), strict=True)
        try:
            systems = {name: [batch] for name, batch in named}
            rows = self._task.metric.rows_of(systems, share())
        except InputError as wrong:
            raise with_place(wrong, texts, said) from None
        found = [run for (run,) in rows.values()]
        self._note(found[0].fewest, found[0].most, len(keys))
        self._take(keys, found)

    def _take(self, keys: Any, systems: list[Rows]) -> None:
        import numpy as np

        start = 0
        for parts in zip(*(rows.parts for rows in systems), strict=True):
            end = start + len(np.asarray(parts[0]))
            self.native.add(keys[start:end].tobytes(), parts, share())
            start = end

    def _note(self, fewest: int | None, most: int | None, segments: int) -> None:
        if segments:
            self.fewest = min(filter(None, (self.fewest, fewest)), default=None)
            self.most = max(filter(None, (self.most, most)), default=None)
            self.segments += segments

    def merge(self, row: dict[str, Any]) -> None:
        """Take what another part gave as `counts` and `bytes`."""
        self._note(row["fewest"], row["most"], row["segments"])
        self.skipped += row["skipped"]
        self.empty += row["empty"]
        self.native.merge(row["part"])

    def counts(self) -> dict[str, list[Any]]:
        """What stands beside the sums."""
        return {
            "segments": [self.segments],
            "fewest": [self.fewest],
            "most": [self.most],
            "skipped": [self.skipped],
            "empty": [self.empty],
        }

    def bytes(self) -> bytes:
        """The sums as bytes."""
        return self.native.to_bytes(share())
