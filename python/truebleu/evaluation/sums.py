"""Sums of the statistics of one system by one metric while its file is read."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.inputs.batch import Batch
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import concatenated, exact_sum

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.metrics.base.accumulator import Accumulator
    from truebleu.metrics.cider import CIDEr
    from truebleu.metrics.nist import NIST


def sum_of(metric: Any, per_segment: bool, rows: bool) -> Sum | WeighedSum:
    """Return an object that sums statistics and stores segment scores or rows on request."""
    if metric.row_source == "corpus":
        return WeighedSum(metric, per_segment)
    return _WithRows(metric) if rows else Sum(metric, per_segment)


class Sum:
    """Summed statistics of one system by one metric."""

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
        """Counter of the lines of several systems, if only sums are needed."""
        return self._native if self._scores is None else None

    def take(self, row: tuple[int, ...], count: int, references: int) -> None:
        """Take in the sum of lines that somebody counted."""
        self._sum.take(row, count, references, references)

    def add_batch(self, batch: Batch, threads: int) -> None:
        """Count segments that are Python's strings."""
        row, min_references, max_references = self._metric.count_batch(batch, threads)
        self._sum.take(row, len(batch), min_references, max_references, tokens=batch.tokens)
        if self._scores is not None:
            for scores in self._metric.values_by_block(batch, threads):
                self._scores.frombytes(scores.tobytes())

    def scored(self) -> tuple[Score, array[float] | None, Signature | None]:
        """Return the score; segment scores and their signature, on request."""
        total = self._sum
        score: Score = total.compute()
        if self._scores is None:
            return score, None, None
        signature = self._metric.signature(total.references, total.segments, sentence=True)
        return score, self._scores, signature

    @property
    def statistics(self) -> Accumulator[Any] | None:
        """Summed statistics."""
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
        for part in self._metric.rows_by_block(batch, threads):
            row, segments = self._keep(part.rows), len(part.block)
            self._sum.take(
                row, segments, part.min_references, part.max_references, tokens=batch.tokens
            )

    @property
    def rows(self) -> NDArray[np.int64] | None:
        """The rows of the segments."""
        return concatenated(self._rows)

    def _keep(self, rows: _native.Array) -> tuple[int, ...]:
        """Store the rows and return their sum."""
        import numpy as np

        self._rows.append(np.asarray(rows).astype(np.int64))
        return tuple(exact_sum(self._rows[-1]))


# NIST and CIDEr of files while they are read: their weights are known only at the end


class WeighedSum:
    """State of such a metric for one system: four bytes per token, because counts do not add."""

    def __init__(self, metric: NIST | CIDEr, per_segment: bool) -> None:
        self._counter = metric.corpus_counter()
        self._per_segment = per_segment
        self.takes_lines = metric.tokenizer.native is not None
        self.summing = None  # weights are of the whole corpus

    def add_lines(
        self,
        hypotheses: _native.Lines,
        references: Sequence[_native.Lines],
        count: int,
        threads: int,  # noqa: ARG002  one thread numbers the tokens
        meanwhile: Callable[[], None],  # noqa: ARG002
    ) -> None:
        """Take lines that stay in the core."""
        self._counter.add_lines(hypotheses, list(references), count)

    def add_batch(self, batch: Batch, threads: int) -> None:  # noqa: ARG002
        """Take segments that are Python's strings."""
        self._counter.add(batch)

    statistics = rows = None
    """Its rows depend on weights of the whole corpus: no sums that could be merged."""

    def scored(self) -> tuple[Score, array[float] | None, Signature | None]:
        """Return the score; segment scores and their signature, on request."""
        score = self._counter.score()
        if not self._per_segment:
            return score, None, None
        scores = array("d")
        scores.frombytes(self._counter.segment_scores().tobytes())
        return score, scores, self._counter.signature()
