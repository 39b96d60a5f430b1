"""Hypotheses and references that came from the columns of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

from truebleu.errors import EmptyCorpus, InputError
from truebleu.inputs.references import References
from truebleu.inputs.validation import renumbered
from truebleu.integrations.columns.numbers import Numbers
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.statistics import joined
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.wording import count

ScoreT = TypeVar("ScoreT", bound=Score)
Part = TypeVar("Part")

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from truebleu.inputs.sequences import Segments
    from truebleu.metrics.base.accumulator import Accumulator


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Columns:
    """The columns of a table that are scored, in memory: `from_columns` makes it.

    `hypotheses` and `references` go wherever truebleu takes such; the methods are short for
    `metric.corpus_score(columns.hypotheses, columns.references)` and so on.
    """

    hypotheses: Segments
    references: References

    if TYPE_CHECKING:

        @overload
        def score(self, metric: None = None, *, threads: int | None = None) -> BLEUScore: ...

        @overload
        def score(self, metric: Metric[ScoreT], *, threads: int | None = None) -> ScoreT: ...

    def score(self, metric: Metric[Any] | None = None, *, threads: int | None = None) -> Any:
        """The corpus score by a metric; BLEU with its defaults when None.

        Raises what `metric.corpus_score` raises.
        """
        return chosen(metric).corpus_score(self.hypotheses, self.references, threads=threads)

    def segment_scores(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """The sentence score of every row: a column of float64, in the metric's scale."""
        one = chosen(metric)
        scores = one.segment_scores(self.hypotheses, self.references, threads=threads)
        return Numbers(scores, (one.name,))

    def statistics(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """The counts of every row: a table of int64 with the columns of `metric.layout`."""
        one = chosen(metric)
        rows = one.statistics(self.hypotheses, self.references, threads=threads)
        return Numbers(rows, tuple(one.layout.names))

    def __len__(self) -> int:
        return len(self.hypotheses)

    def __repr__(self) -> str:
        return f"<Columns of {count(len(self), 'segment')}, {self.references!r}>"


def chosen(metric: Metric[Any] | None) -> Metric[Any]:
    """The metric; BLEU with its defaults when None."""
    return BLEU() if metric is None else metric


# Columns that come batch by batch: of any length, and no more in memory than one batch


class ColumnStream:
    """Hypotheses and references in batches: `from_columns` makes it of a file or an iterator.

    Going through it gives the batches, each as `Columns`. A file is read again for every call, an
    iterator only once.
    """

    def __init__(
        self, batches: Callable[[], Iterator[Columns]], what: str, *, once: bool = False
    ) -> None:
        """Hold what opens the batches; `what` names their source in messages."""
        self._batches = batches
        self._what = what
        self._once = once
        self._begun = False

    def __iter__(self) -> Iterator[Columns]:
        """The batches. Raises `InputError` when they came once, and do not come again."""
        if self._once and self._begun:
            raise InputError(
                f"{self._what} was read already, and does not come again: make a new one, or ask "
                "for everything at once, scores([first, second])"
            )
        self._begun = True
        return self._batches()

    if TYPE_CHECKING:

        @overload
        def score(self, metric: None = None, *, threads: int | None = None) -> BLEUScore: ...

        @overload
        def score(self, metric: Metric[ScoreT], *, threads: int | None = None) -> ScoreT: ...

    def score(self, metric: Metric[Any] | None = None, *, threads: int | None = None) -> Any:
        """The corpus score by a metric; BLEU with its defaults when None.

        Raises:
            EmptyCorpus: there are no rows.
            InputError: whatever is wrong in a row, with its number.
        """
        return self.scores([chosen(metric)], threads=threads)[0]

    def scores(self, metrics: Sequence[Metric[Any]], *, threads: int | None = None) -> list[Score]:
        """The corpus score by each of several metrics, in one pass; as `score`."""
        return [found.compute() for found in self.accumulated(metrics, threads=threads)]

    def accumulated(
        self, metrics: Sequence[Metric[Any]], *, threads: int | None = None
    ) -> list[Accumulator[Any]]:
        """The statistics of all rows by each metric, which merge with those of other parts."""
        found = [metric.accumulator() for metric in metrics]

        def update(batch: Columns) -> None:
            for one in found:
                one.update(batch.hypotheses, batch.references, threads=threads)

        for _ in self._each(update):
            pass
        return found

    def segment_scores(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """The sentence score of every row: 8 bytes each stay in memory."""
        one = chosen(metric)
        scores = self._joined(lambda batch: batch.segment_scores(one, threads=threads))
        return Numbers(scores, (one.name,))

    def statistics(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """The counts of every row: 8 bytes for each column stay in memory."""
        one = chosen(metric)
        rows = self._joined(lambda batch: batch.statistics(one, threads=threads))
        return Numbers(rows, tuple(one.layout.names))

    def __repr__(self) -> str:
        return f"<ColumnStream of {self._what}>"

    def _joined(self, call: Callable[[Columns], Numbers]) -> NDArray[Any]:
        return joined([part.to_numpy() for part in self._each(call)])

    def _each(self, call: Callable[[Columns], Part]) -> Iterator[Part]:
        """What the call gives for each batch; errors count rows from the first of all."""
        done = 0
        for batch in self:
            try:
                yield call(batch)
            except InputError as error:
                raise renumbered(error, done) from error.__cause__
            done += len(batch)
        if not done:
            raise EmptyCorpus(f"{self._what} has no rows: there is nothing to score")
