"""Objects that sum the sufficient statistics of one system for one metric.

Statistics are added while the file with the system's hypotheses is read.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.inputs.batch import Batch
from truebleu.metrics.base.corpus import CorpusMetric
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import concatenated, exact_sum

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.metrics.base.accumulator import Accumulator


def sum_of(metric: Any, per_segment: bool, rows: bool) -> Sum | WeighedSum:
    """Return an object that sums sufficient statistics for a metric.

    With `per_segment`, it also stores segment scores. With `rows`, it also stores the statistics of
    each segment.
    """
    if metric.row_source == "corpus":
        return WeighedSum(metric, per_segment)
    return _WithRows(metric) if rows else Sum(metric, per_segment)


class Sum:
    """Summed sufficient statistics of one system for one metric, with optional segment scores."""

    def __init__(self, metric: Metric[Any], per_segment: bool) -> None:
        self._metric = metric
        self._scores = array("d") if per_segment else None
        self._native = metric.of_text
        self._effective = metric.uses_effective_order(sentence=True)
        self._sum = metric.accumulator()

    @property
    def takes_lines(self) -> bool:
        """Whether `add_lines` can be called. This requires a tokenizer of the Rust core."""
        return self._native is not None

    def add_lines(
        self,
        hypotheses: _native.Lines,
        references: Sequence[_native.Lines],
        count: int,
        threads: int,
        meanwhile: Callable[[], None],
    ) -> None:
        """Count the next `count` lines in the Rust core and add their statistics.

        Only call this method if `takes_lines` is true. The calling thread runs `meanwhile` while
        other threads count.
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
        self.add_summed(row, count, len(references))

    @property
    def summing(self) -> _native.Metric | None:
        """Metric of the Rust core that counts lines of several systems at once, or None.

        The value is None if segment scores or the statistics of segments are requested, or if the
        tokenizer is implemented in Python.
        """
        return self._native if self._scores is None else None

    def add_summed(self, row: tuple[int, ...], count: int, references: int) -> None:
        """Add statistics that are already summed over `count` lines.

        `references` is the number of references per line.
        """
        self._sum.add_summed(row, count, references, references)

    def add_batch(self, batch: Batch, threads: int) -> None:
        """Count segments that are Python strings and add their sufficient statistics."""
        row, min_references, max_references = self._metric.count_batch(batch, threads)
        self._sum.add_summed(row, len(batch), min_references, max_references, tokens=batch.tokens)
        if self._scores is not None:
            for scores in self._metric.values_by_block(batch, threads):
                self._scores.frombytes(scores.tobytes())

    def scored(self) -> tuple[Score, array[float] | None, Signature | None]:
        """Return the corpus score, the segment scores and their signature.

        The segment scores and their signature are None unless requested.
        """
        total = self._sum
        score: Score = total.compute()
        if self._scores is None:
            return score, None, None
        signature = self._metric.signature(total.references, total.segments, sentence=True)
        return score, self._scores, signature

    @property
    def statistics(self) -> Accumulator[Any] | None:
        """Summed statistics of all segments that have been added."""
        return self._sum

    @property
    def rows(self) -> NDArray[np.int64] | None:
        """Statistics of each segment, one row per segment; None if they are not stored."""
        return None


class _WithRows(Sum):
    def __init__(self, metric: Metric[Any]) -> None:
        super().__init__(metric, per_segment=False)
        self._rows: list[NDArray[np.int64]] = []

    @property
    def summing(self) -> None:
        return

    def add_lines(
        self,
        hypotheses: _native.Lines,
        references: Sequence[_native.Lines],
        count: int,
        threads: int,
        meanwhile: Callable[[], None],
    ) -> None:
        assert self._native is not None
        rows = self._native.rows_lines([hypotheses], references, count, threads, meanwhile)[0]
        self.add_summed(self._keep(rows), count, len(references))

    def add_batch(self, batch: Batch, threads: int) -> None:
        for part in self._metric.rows_by_block(batch, threads):
            row, segments = self._keep(part.rows), len(part.block)
            self._sum.add_summed(
                row, segments, part.min_references, part.max_references, tokens=batch.tokens
            )

    @property
    def rows(self) -> NDArray[np.int64] | None:
        return concatenated(self._rows)

    def _keep(self, rows: _native.Array) -> tuple[int, ...]:
        import numpy as np

        self._rows.append(np.asarray(rows).astype(np.int64))
        return tuple(exact_sum(self._rows[-1]))


# NIST and CIDEr: their n-gram weights are known only after all files have been read


class WeighedSum:
    """Texts of one system, stored in four bytes per token until NIST or CIDEr is computed.

    NIST and CIDEr weight n-grams by their counts in the whole corpus. Statistics can therefore be
    computed only after all files have been read.
    """

    def __init__(self, metric: CorpusMetric[Any], per_segment: bool) -> None:
        self._counter = metric.corpus_counter()
        self._per_segment = per_segment
        self.takes_lines = metric.tokenizer.native is not None
        self.summing = None  # n-gram weights depend on the whole corpus

    def add_lines(
        self,
        hypotheses: _native.Lines,
        references: Sequence[_native.Lines],
        count: int,
        threads: int,  # noqa: ARG002  one thread numbers the tokens
        meanwhile: Callable[[], None],  # noqa: ARG002
    ) -> None:
        """Store the next `count` lines, which are read in the Rust core."""
        self._counter.add_lines(hypotheses, list(references), count)

    def add_batch(self, batch: Batch, threads: int) -> None:  # noqa: ARG002
        """Store segments that are Python strings."""
        self._counter.add(batch)

    statistics = rows = None
    """None, because n-gram weights depend on the whole corpus, so statistics cannot be added."""

    def scored(self) -> tuple[Score, array[float] | None, Signature | None]:
        """Return the corpus score, the segment scores and their signature.

        The segment scores and their signature are None unless requested.
        """
        score = self._counter.score()
        if not self._per_segment:
            return score, None, None
        scores = array("d")
        scores.frombytes(self._counter.segment_scores().tobytes())
        return score, scores, self._counter.signature()
