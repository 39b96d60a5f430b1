"""Influence of each segment on the corpus score: how the score changes without the segment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.explanation.results import SegmentInfluence, Segments

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.explanation.corpus import Corpus


class Influences:
    """Sentence score of every segment, and corpus score without each segment.

    The corpus scores are exact. They are computed by subtracting the statistics of a segment, which
    are integers, from the sum over all segments.
    """

    def __init__(self, corpus: Corpus) -> None:
        import numpy as np

        self.corpus = corpus
        self.scores: NDArray[np.float64] = np.asarray(corpus.segment_scores())
        self.without: NDArray[np.float64] | None = None
        if corpus.can_leave_out:
            native = _native.Resampling(
                corpus.metric.of_tokens, corpus.effective_order, [corpus.rows], None
            )
            self.without = np.asarray(native.leave_out("multinomial", corpus.threads))[:, 0]

    @property
    def influences(self) -> NDArray[np.float64]:
        """Influence of each segment: the corpus score minus the corpus score without the segment.

        All values are 0 if the corpus score without a segment is undefined.
        """
        import numpy as np

        if self.without is None:
            return np.zeros(len(self.corpus))
        influences: NDArray[np.float64] = self.corpus.score.value - self.without
        return influences

    def ranked(self, top: int) -> Segments:
        """Return the segments with the largest influence, and those with extreme sentence scores.

        Each list has at most `top` segments.
        """
        import numpy as np

        rows = self.corpus.table()
        longest_first = -(rows[:, 0] + rows[:, 1])
        numbers = np.arange(len(self.corpus))
        # Of equal values, longer segments come first, because they are more informative.
        worst = np.lexsort((numbers, longest_first, self.scores))[:top]
        best = np.lexsort((numbers, longest_first, -self.scores))[:top]
        lowering, raising = extremes(self.influences, top)
        return Segments(
            count=len(self.corpus),
            lowering=self.influences_of(lowering),
            raising=self.influences_of(raising),
            worst=self.influences_of(worst.tolist()),
            best=self.influences_of(best.tolist()),
        )

    def influences_of(self, segments: Iterable[int]) -> tuple[SegmentInfluence, ...]:
        """Return the influence of each segment whose index is in `segments`."""
        return tuple(self.influence_of(segment) for segment in segments)

    def influence_of(self, segment: int) -> SegmentInfluence:
        """Return the scores and the influence of the segment at the index `segment`."""
        without = None if self.without is None else float(self.without[segment])
        influence = None if without is None else self.corpus.score.value - without
        return SegmentInfluence(
            segment=segment + 1,
            score=float(self.scores[segment]),
            without=without,
            influence=influence,
            hypothesis=as_text(self.corpus.hypothesis(segment)),
            references=tuple(map(as_text, self.corpus.references_of(segment))),
        )


def extremes(influences: NDArray[np.float64], top: int) -> tuple[list[int], list[int]]:
    """Return the indices of the lowest negative values and of the highest positive values.

    Each list has at most `top` indices; the most extreme value comes first.
    """
    import numpy as np

    order = np.argsort(influences, kind="stable").tolist()
    reverse = np.argsort(-influences, kind="stable").tolist()
    lowest = [i for i in order[:top] if influences[i] < 0]
    highest = [i for i in reverse[:top] if influences[i] > 0]
    return lowest, highest


def as_text(cell: str | Sequence[Any]) -> str:
    """Return a segment as text. A list of tokens is joined with spaces."""
    return cell if isinstance(cell, str) else " ".join(map(str, cell))
