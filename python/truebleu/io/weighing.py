"""NIST of files while they are read: its weights are known only at the end."""

from __future__ import annotations

from array import array

from truebleu.metrics.nist import NISTCounter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from truebleu import _native
    from truebleu.inputs import Batch
    from truebleu.metrics.nist import NIST, NISTScore
    from truebleu.signature import Signature

__all__ = ["WeighedSum"]


class WeighedSum:
    """What NIST keeps of one system: unlike counts that add, four bytes for each token."""

    def __init__(self, metric: NIST, per_segment: bool) -> None:
        self._counter = NISTCounter(metric)
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
    """Its rows are floats, by weights of the whole corpus: no sums that could be merged."""

    def scored(self) -> tuple[NISTScore, array[float] | None, Signature | None]:
        """The score; the scores of the segments and their signature, if wanted."""
        score = self._counter.score()
        if not self._per_segment:
            return score, None, None
        scores = array("d")
        scores.frombytes(self._counter.segment_scores().tobytes())
        return score, scores, self._counter.signature()
