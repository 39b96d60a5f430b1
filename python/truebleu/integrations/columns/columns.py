"""Hypotheses and references from table columns, in memory or in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

from truebleu.errors import EmptyCorpus, InputError
from truebleu.inputs.references import References
from truebleu.inputs.sequences import is_collection
from truebleu.inputs.validation import renumbered
from truebleu.integrations.columns.numbers import Numbers
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.statistics import concatenated
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.registry import OF_TEXTS, check_metric
from truebleu.wording import count

ScoreT = TypeVar("ScoreT", bound=Score)
Part = TypeVar("Part")

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from truebleu.inputs.sequences import Segments
    from truebleu.metrics.base.accumulator import Accumulator


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Columns:
    """Hypotheses and references of a table in memory, returned by `from_columns`.

    Pass `hypotheses` and `references` to any function of truebleu. The methods are shorthands for
    `metric.corpus_score(columns.hypotheses, columns.references)` and similar calls.
    """

    hypotheses: Segments
    references: References

    if TYPE_CHECKING:

        @overload
        def score(self, metric: None = None, *, threads: int | None = None) -> BLEUScore: ...

        @overload
        def score(self, metric: Metric[ScoreT], *, threads: int | None = None) -> ScoreT: ...

    def score(self, metric: Metric[Any] | None = None, *, threads: int | None = None) -> Any:
        """Return the corpus score by a metric; None means `BLEU()`.

        Raises the same errors as `metric.corpus_score`.
        """
        return _check_metric(metric).corpus_score(self.hypotheses, self.references, threads=threads)

    def segment_scores(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """Return the sentence scores as a float64 column, on the metric's scale."""
        metric = _check_metric(metric)
        scores = metric.segment_scores(self.hypotheses, self.references, threads=threads)
        return Numbers(scores, (metric.name,))

    def statistics(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """Return the sufficient statistics of each row as an int64 table.

        `metric.layout` describes the columns.
        """
        metric = _check_metric(metric)
        rows = metric.statistics(self.hypotheses, self.references, threads=threads)
        return Numbers(rows, tuple(metric.layout.names))

    def __len__(self) -> int:
        return len(self.hypotheses)

    def __repr__(self) -> str:
        return f"<Columns of {count(len(self), 'segment')}, {self.references!r}>"


def _check_metric(metric: Any, argument: str = "metric") -> Metric[Any]:
    """Return `metric` if it scores texts, or `BLEU()` if it is None."""
    return check_metric(metric, argument, OF_TEXTS)


# Streamed columns: one batch in memory at a time


class ColumnStream:
    """Hypotheses and references in batches, returned by `from_columns` for a file or an iterator.

    Iteration yields `Columns`, one for each batch. If the source is a file, each method call reads
    it again. If the source is an iterator, it can be read only once. Reading it again raises
    `InputError`.
    """

    def __init__(
        self, batches: Callable[[], Iterator[Columns]], source: str, *, once: bool = False
    ) -> None:
        self._batches = batches
        self._source = source
        self._once = once
        self._begun = False

    def __iter__(self) -> Iterator[Columns]:
        if self._once and self._begun:
            raise InputError(
                f"{self._source} was already read. Create a new one, or compute all metrics at "
                "once: scores([first, second])."
            )
        self._begun = True
        return self._batches()

    if TYPE_CHECKING:

        @overload
        def score(self, metric: None = None, *, threads: int | None = None) -> BLEUScore: ...

        @overload
        def score(self, metric: Metric[ScoreT], *, threads: int | None = None) -> ScoreT: ...

    def score(self, metric: Metric[Any] | None = None, *, threads: int | None = None) -> Any:
        """Return the corpus score by a metric; None means `BLEU()`.

        Raises:
            EmptyCorpus: there are no rows.
            InputError: a cell is invalid; the message names its row.
        """
        return self.scores([_check_metric(metric)], threads=threads)[0]

    def scores(self, metrics: Sequence[Metric[Any]], *, threads: int | None = None) -> list[Score]:
        """Return the corpus score by each metric, in one pass over the data."""
        return [accumulator.compute() for accumulator in self.accumulated(metrics, threads=threads)]

    def accumulated(
        self, metrics: Sequence[Metric[Any]], *, threads: int | None = None
    ) -> list[Accumulator[Any]]:
        """Return an accumulator for each metric, with the statistics of all rows.

        Accumulators of several parts of a corpus can be merged.
        """
        every = metrics if is_collection(metrics) else [metrics]
        accumulators = [_check_metric(metric, "metrics").accumulator() for metric in every]

        def update(batch: Columns) -> None:
            for accumulator in accumulators:
                accumulator.update(batch.hypotheses, batch.references, threads=threads)

        for _ in self._map_batches(update):
            pass
        return accumulators

    def segment_scores(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """Return the sentence scores as a float64 column.

        Scores are on the metric's scale. Memory use is 8 bytes per score.
        """
        metric = _check_metric(metric)
        scores = self._joined(lambda batch: batch.segment_scores(metric, threads=threads))
        return Numbers(scores, (metric.name,))

    def statistics(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """Return the sufficient statistics of each row as an int64 table.

        `metric.layout` describes the columns. Memory use is 8 bytes per column and row.
        """
        metric = _check_metric(metric)
        rows = self._joined(lambda batch: batch.statistics(metric, threads=threads))
        return Numbers(rows, tuple(metric.layout.names))

    def __repr__(self) -> str:
        return f"<ColumnStream of {self._source}>"

    def _joined(self, call: Callable[[Columns], Numbers]) -> NDArray[Any]:
        return concatenated([part.to_numpy() for part in self._map_batches(call)])

    def _map_batches(self, call: Callable[[Columns], Part]) -> Iterator[Part]:
        n_rows = 0
        for batch in self:
            try:
                yield call(batch)
            except InputError as error:
                raise renumbered(error, n_rows) from error.__cause__
            n_rows += len(batch)
        if not n_rows:
            raise EmptyCorpus(f"{self._source} has no rows. Pass at least one segment.")
