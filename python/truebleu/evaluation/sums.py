"""What is kept of one system by one metric while its file is read."""

from __future__ import annotations

from array import array

from truebleu.metrics.rows import exact_sum, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from truebleu import _native
    from truebleu.inputs import Batch
    from truebleu.io.weighing import WeighedSum
    from truebleu.metrics.accumulator import Accumulator
    from truebleu.metrics.base import Metric
    from truebleu.scores import Score
    from truebleu.signature import Signature

__all__ = ["Sum", "sum_of"]


def sum_of(metric: Any, per_segment: bool, rows: bool) -> Sum | WeighedSum:
    """What keeps the sum, and the scores of segments or else their rows where they are wanted."""
    if not hasattr(metric, "layout"):
        from truebleu.io.weighing import WeighedSum  # most files do without

        return WeighedSum(metric, per_segment)
    return _WithRows(metric) if rows else Sum(metric, per_segment)


class Sum:
    """What one metric counted of one system so far."""

    def __init__(self, metric: Metric[Any], per_segment: bool) -> None:
        self._metric = metric
        self._scores = array("d") if per_segment else None
        self._native = metric.of_text
        self._effective = metric.uses_effective_order(sentence=True)
        self._sum = metric.accumulator()

    @property
    def takes_lines(self) -> bool:
        """Whether lines can stay in the core, which tokenizes them itself."""
        return self._native is not None

    def add_lines(
        self,
        hypotheses: _native.Lines,
        references: Sequence[_native.Lines],
        count: int,
        threads: int,
        meanwhile: Callable[[], None],
    ) -> None:
        """Count lines that stay in the core, for a metric that takes them.

        Of several threads, this one does something else first.
        """
        native = self._native
        assert native is not None
        if self._scores is None:
            row = native.sum_lines([hypotheses], references, count, threads, meanwhile)[0]
        else:
            row, scores = native.score_lines(
                hypotheses, references, count, self._effective, threads, meanwhile
            )
            self._scores.frombytes(scores.tobytes())
        self.take(row, count, len(references))

    @property
    def summing(self) -> _native.Metric | None:
        """What counts lines of several systems at once, where nothing but their sums is wanted."""
        return self._native if self._scores is None else None

    def take(self, row: tuple[int, ...], count: int, references: int) -> None:
        """Take in the sum of lines that somebody counted."""
        self._sum.take(row, count, references, references)

    def add_batch(self, batch: Batch, threads: int) -> None:
        """Count segments that are Python's strings."""
        row, fewest, most = self._metric.counted(batch, threads)
        self._sum.take(row, len(batch), fewest, most, tokens=batch.tokens)
        if self._scores is not None:
            for scores, _, _ in self._metric.each_block(
                batch,
                lambda native, block: native.segment_scores(
                    block.hypotheses, block.references, block.by_segment, self._effective, threads
                ),
            ):
                self._scores.frombytes(scores.tobytes())

    def scored(self) -> tuple[Score, array[float] | None, Signature | None]:
        """The score of the sum; the scores of the segments and their signature, if wanted."""
        found = self._sum
        score: Score = found.compute()
        if self._scores is None:
            return score, None, None
        signature = self._metric.signature(found.references, found.segments, sentence=True)
        return score, self._scores, signature

    @property
    def statistics(self) -> Accumulator[Any] | None:
        """All that was counted."""
        return self._sum

    @property
    def rows(self) -> NDArray[np.int64] | None:
        """The rows of the segments, where they are kept."""
        return None


class _WithRows(Sum):
    """Keeps the row of each segment, too."""

    def __init__(self, metric: Metric[Any]) -> None:
        super().__init__(metric, per_segment=False)
        self._rows: list[NDArray[np.int64]] = []

    @property
    def summing(self) -> None:
        """Nothing: rows are wanted, too."""
        return

    def add_lines(
        self,
        hypotheses: _native.Lines,
        references: Sequence[_native.Lines],
        count: int,
        threads: int,
        meanwhile: Callable[[], None],
    ) -> None:
        """Count lines that stay in the core, for a metric that takes them."""
        assert self._native is not None
        rows = self._native.rows_lines([hypotheses], references, count, threads, meanwhile)[0]
        self.take(self._keep(rows), count, len(references))

    def add_batch(self, batch: Batch, threads: int) -> None:
        """Count segments that are Python's strings."""
        for rows, fewest, most in self._metric.each_block(
            batch,
            lambda native, block: native.rows(
                block.hypotheses, block.references, block.by_segment, threads
            ),
        ):
            row = self._keep(rows)
            self._sum.take(row, len(self._rows[-1]), fewest, most, tokens=batch.tokens)

    @property
    def rows(self) -> NDArray[np.int64] | None:
        """The rows of the segments."""
        return joined(self._rows)

    def _keep(self, rows: _native.Array) -> tuple[int, ...]:
        """The rows' sum: nothing is counted twice."""
        import numpy as np

        self._rows.append(np.asarray(rows).astype(np.int64))
        return tuple(exact_sum(self._rows[-1]))
