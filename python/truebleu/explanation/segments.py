"""Leave-one-out effect of each segment on the corpus score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.explanation.results import SegmentEffect, Segments

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.explanation.corpus import Corpus


class Effects:
    """Sentence score of every segment, and the corpus score without it.

    Both are exact: rows are integers, so the row of the rest is the sum less the segment's row.
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
    def effects(self) -> NDArray[np.float64]:
        """Corpus score minus the score without each segment; 0 where that is not defined."""
        import numpy as np

        if self.without is None:
            return np.zeros(len(self.corpus))
        effects: NDArray[np.float64] = self.corpus.score.value - self.without
        return effects

    def ranked(self, top: int) -> Segments:
        """Return the most influential segments, and those with the lowest and highest scores."""
        import numpy as np

        rows = self.corpus.table()
        longest_first = -(rows[:, 0] + rows[:, 1])
        numbers = np.arange(len(self.corpus))
        # Of equally good ones the longer is more telling; then the earlier.
        worst = np.lexsort((numbers, longest_first, self.scores))[:top]
        best = np.lexsort((numbers, longest_first, -self.scores))[:top]
        lowering, raising = extremes(self.effects, top)
        return Segments(
            count=len(self.corpus),
            lowering=self.effects_of(lowering),
            raising=self.effects_of(raising),
            worst=self.effects_of(worst.tolist()),
            best=self.effects_of(best.tolist()),
        )

    def effects_of(self, segments: Iterable[int]) -> tuple[SegmentEffect, ...]:
        """Return the effects of these segments, counted from 0."""
        return tuple(self.effect_of(segment) for segment in segments)

    def effect_of(self, segment: int) -> SegmentEffect:
        """Return the effect of a segment."""
        without = None if self.without is None else float(self.without[segment])
        effect = None if without is None else self.corpus.score.value - without
        return SegmentEffect(
            segment=segment + 1,
            score=float(self.scores[segment]),
            without=without,
            effect=effect,
            hypothesis=as_text(self.corpus.hypothesis(segment)),
            references=tuple(map(as_text, self.corpus.references_of(segment))),
        )


def extremes(effects: NDArray[np.float64], top: int) -> tuple[list[int], list[int]]:
    """Return the indices of the lowest negative and highest positive values, extremes first."""
    import numpy as np

    order = np.argsort(effects, kind="stable").tolist()
    reverse = np.argsort(-effects, kind="stable").tolist()
    lowest = [i for i in order[:top] if effects[i] < 0]
    highest = [i for i in reverse[:top] if effects[i] > 0]
    return lowest, highest


def as_text(cell: str | Sequence[Any]) -> str:
    """Return a segment as text, its tokens joined with spaces."""
    return cell if isinstance(cell, str) else " ".join(map(str, cell))
