"""Hypotheses and references that came from the columns of a table."""

from __future__ import annotations

from truebleu.columns.numbers import Numbers
from truebleu.frozen import Frozen
from truebleu.metrics.bleu import BLEU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    from truebleu.metrics.base import Metric
    from truebleu.references import References
    from truebleu.scores import BLEUScore, Score
    from truebleu.sequences import Segments

    ScoreT = TypeVar("ScoreT", bound=Score)

__all__ = ["Columns", "chosen"]


class Columns(Frozen):
    """The columns of a table that are scored, in memory: `from_columns` makes it.

    `hypotheses` and `references` go wherever truebleu takes such; the methods are short for
    `metric.corpus_score(columns.hypotheses, columns.references)` and so on.
    """

    __slots__ = ("hypotheses", "references")

    hypotheses: Segments
    references: References

    def __init__(self, hypotheses: Segments, references: References) -> None:
        object.__setattr__(self, "hypotheses", hypotheses)
        object.__setattr__(self, "references", references)

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
        return Numbers(scores, [one.name])

    def statistics(
        self, metric: Metric[Any] | None = None, *, threads: int | None = None
    ) -> Numbers:
        """The counts of every row: a table of int64 with the columns of `metric.layout`."""
        one = chosen(metric)
        rows = one.statistics(self.hypotheses, self.references, threads=threads)
        return Numbers(rows, one.layout.names)

    def __reduce__(self) -> tuple[object, tuple[Any, ...]]:
        return Columns, (self.hypotheses, self.references)

    def __len__(self) -> int:
        return len(self.hypotheses)

    def __repr__(self) -> str:
        return f"<Columns of {len(self)} segments, {self.references!r}>"


def chosen(metric: Metric[Any] | None) -> Metric[Any]:
    """The metric; BLEU with its defaults when None."""
    return BLEU() if metric is None else metric
