"""Counting of several ROUGE variants together, which tokenizes and stems each text only once."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import InputError
from truebleu.inputs.batch import Batch
from truebleu.metrics.base.layout import Layout
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.statistics import Counter, Rows
from truebleu.metrics.rouge import ROUGE, ROUGEScore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class JointROUGE(ROUGE):
    """Several ROUGE variants as one metric, whose statistics have the columns of all variants.

    Scores and signatures are tuples with one item per variant. The function `counting_key` must
    return equal keys for all variants.
    """

    __slots__ = ("metrics",)

    metrics: tuple[ROUGE, ...]

    def __init__(self, metrics: Sequence[ROUGE]) -> None:
        object.__setattr__(self, "metrics", tuple(metrics))
        super().__init__(**metrics[0].settings())

    def rates(self, batch: Batch, threads: int) -> NDArray[np.float64]:
        """Return F1, precision and recall (in this order) of each segment for each variant.

        The result is a float64 array of shape (variants, 3, segments).
        """
        import numpy as np

        parts = [
            np.asarray(_native.rouge_rates(part.rows, self.convention, self.scale))
            for part in self.rows_by_block(batch, threads)
        ]
        return np.concatenate(parts, axis=1).reshape(len(self.metrics), 3, -1)

    def split(self, row: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Split one row of statistics into one row per variant."""
        width = len(row) // len(self.metrics)
        return [row[start : start + width] for start in range(0, len(row), width)]

    def split_columns(self, rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Split an array of statistics, one row per segment, into one array per variant."""
        width = rows.shape[1] // len(self.metrics)
        return [rows[:, start : start + width] for start in range(0, rows.shape[1], width)]

    def _variants(self) -> list[str]:
        return [metric.variant for metric in self.metrics]

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:  # noqa: ARG002
        return Layout(tuple(column for metric in self.metrics for column in metric.layout))

    def _signature(self, references: int | str | None, **fields: Any) -> Any:
        return tuple(metric.signature(references, **fields) for metric in self.metrics)

    def _make_score(
        self, signature: Any, row: tuple[int, ...], value: float, details: tuple[float, ...]
    ) -> Any:
        rates = (value, *details)
        parts = enumerate(zip(self.metrics, signature, self.split(row), strict=True))
        return _Scores(
            metric._make_score(of_metric, counts, rates[3 * i], rates[3 * i + 1 : 3 * i + 3])  # noqa: SLF001
            for i, (metric, of_metric, counts) in parts
        )


class _Scores(tuple[ROUGEScore, ...]):
    """Tuple of one score per ROUGE variant."""

    __slots__ = ()

    @property
    def value(self) -> float:
        """Highest value of all variants."""
        return max(score.value for score in self)


def counting_key(metric: ROUGE) -> Hashable:
    """Return a key: ROUGE metrics with equal keys can be counted together.

    The key contains all settings except the variant and the sentence splitter. If Python tokenizes
    or splits sentences, the key also contains the sentence splitter.
    """
    settings = {**metric.settings(), "variant": None, "sentences": None}
    in_core = metric.of_text is not None
    return *settings.values(), in_core, None if in_core else metric.sentences


def joined(metrics: Sequence[ROUGE]) -> list[JointROUGE]:
    """Group metrics that can be counted together; return one `JointROUGE` per group."""
    groups: dict[Hashable, list[ROUGE]] = {}
    for metric in metrics:
        groups.setdefault(counting_key(metric), []).append(metric)
    return [JointROUGE(group) for group in groups.values()]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CountingGroup:
    """Group of metrics that are counted together.

    `indices` are the indices of the group's metrics in the user's list. `metric` is one metric with
    the statistics of the whole group.
    """

    indices: tuple[int, ...]
    metric: Metric[Any]

    def split(self, row: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Split one row of the group's statistics into one row per metric of the group."""
        return self.metric.split(row) if isinstance(self.metric, JointROUGE) else [row]

    def split_array(self, rows: _native.Array) -> list[_native.Array]:
        """Split an array of the group's statistics into one array per metric of the group."""
        return rows.split(len(self.indices)) if len(self.indices) > 1 else [rows]


def counting_groups(metrics: Sequence[Metric[Any] | Any]) -> list[CountingGroup]:
    """Divide metrics into groups; the metrics of a group are counted together.

    ROUGE variants with equal settings form a group. Every other metric forms a group alone.
    """
    groups: dict[Hashable, dict[int, Any]] = {}
    for index, metric in enumerate(metrics):
        key = counting_key(metric) if type(metric) is ROUGE else index
        groups.setdefault(key, {})[index] = metric
    return [
        CountingGroup(
            indices=tuple(group),
            metric=JointROUGE([*group.values()]) if len(group) > 1 else next(iter(group.values())),
        )
        for group in groups.values()
    ]


class JointCounter:
    """Counter of several metrics that are counted together.

    It counts each segment once, and updates the counter of each metric.
    """

    def __init__(self, group: CountingGroup, counters: Sequence[Counter], threads: int) -> None:
        self._group = group
        self._counters = counters
        self._threads = threads

    def add(self, block: Mapping[str, Batch]) -> None:
        """Add the statistics of the next segments of all systems.

        `block` maps each system name to a batch of segments. Raises the errors of `Counter.add`.
        """
        try:
            systems = {name: [batch] for name, batch in block.items()}
            rows_by_system = self._group.metric.rows_of(systems, self._threads)
        except InputError:
            # Count for each metric separately: the first that cannot count raises its own error.
            for counter in self._counters:
                counter.add(block)
            raise
        segments = len(next(iter(block.values())))
        parts = {name: self._split(rows) for name, (rows,) in rows_by_system.items()}
        for i, counter in enumerate(self._counters):
            counter.add_rows({name: rows[i] for name, rows in parts.items()}, segments)

    def _split(self, rows: Rows) -> list[Rows]:
        rows_of_metrics = [Rows(tokens=rows.tokens) for _ in self._counters]
        for part in rows.parts:
            columns = self._group.split_array(part)
            for of_metric, array in zip(rows_of_metrics, columns, strict=True):
                of_metric.add(array, rows.min_references, rows.max_references)
        return rows_of_metrics


def joint_counters(
    metrics: Sequence[Metric[Any] | Any], counters: Sequence[Counter], threads: int
) -> list[Counter | JointCounter]:
    """Return one counter per group of metrics that can be counted together.

    `counters` has the counter of each metric. The counter of a group updates the counters of its
    metrics. For a metric that is alone in its group, return its own counter.
    """
    return [
        counters[group.indices[0]]
        if len(group.indices) == 1
        else JointCounter(group, [counters[index] for index in group.indices], threads)
        for group in counting_groups(metrics)
    ]
