"""What a fault costs: the same metric again, after it is mended or without its segments.

Rows of counts add, so only the segments that a mending changes are counted again: the sum of all
rows, less theirs, plus the new ones.
"""

from __future__ import annotations

import numpy as np

from truebleu.errors import ConfigurationError, InputError
from truebleu.hygiene.characters import REPAIRS as OF_CHARACTERS
from truebleu.hygiene.lines import without_loops
from truebleu.hygiene.residue import REPAIRS as OF_RESIDUE
from truebleu.references import References

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from truebleu.metrics.base import Metric

    Cells = Sequence[str | None]

__all__ = ["Costs", "score_of_pairs"]

REPAIRS: dict[str, Callable[[str], str]] = {**OF_CHARACTERS, **OF_RESIDUE, "loops": without_loops}

LEFT_OUT = frozenset(
    {
        "copied_reference",
        "empty",
        "empty_references",
        "length_outliers",
        "other_script",
        "repeated",
        "untranslated",
    }
)
"""What cannot be mended: the score without these segments tells what they cost."""


class Costs:
    """The counts of one system, and what its score would be.

    Segments without any reference are left out. `rows` are those of all segments, if they were
    counted before. `value` is the score as it is, None where there is nothing to score and where
    the metric refuses the texts: `problem` then says why.
    """

    def __init__(
        self,
        metric: Metric[Any],
        hypotheses: Sequence[str],
        references: Sequence[Cells],
        threads: int | None = None,
        rows: NDArray[np.int64] | None = None,
    ) -> None:
        self._metric = metric
        self._threads = threads
        self._hypotheses = hypotheses
        self._references = references
        self._usable = np.ones(len(hypotheses), bool)
        self.value: float | None = None
        self.problem = ""
        try:
            self._rows = self._counted_usable() if rows is None else rows
            if self._usable.any():
                self.value = self._value(self._rows.sum(axis=0))
        except InputError as error:
            self.problem = str(error)

    def of(self, kind: str, places: Sequence[int]) -> float | None:
        """What a fault costs that these segments have, in the hypothesis or in a reference."""
        if self.value is None:
            return None
        try:
            return self.less(self._otherwise(kind, places))
        except InputError:  # there is no score of the mended texts
            return None

    def _otherwise(self, kind: str, places: Sequence[int]) -> float | None:
        """The score without a fault; None where the fault says nothing of it."""
        if kind in REPAIRS:
            return self._mended(REPAIRS[kind], places)
        if kind in LEFT_OUT:
            return self._without(places)
        if kind == "lowercased":
            return self._mended(str.lower, range(len(self._hypotheses)))
        return None

    def less(self, value: float | None) -> float | None:
        """By how much another score of the same system is better."""
        if value is None or self.value is None:
            return None
        return (value - self.value) * (1 if self._metric.higher_is_better else -1)

    def _mended(self, repair: Callable[[str], str], places: Sequence[int]) -> float | None:
        """The score after hypotheses and references of some segments are mended."""
        concerned = np.zeros(len(self._usable), bool)
        concerned[list(places)] = True
        concerned &= self._usable
        if not concerned.any():
            return self.value
        where = np.flatnonzero(concerned).tolist()
        hypotheses = [repair(self._hypotheses[place]) for place in where]
        references = [
            [
                repair(cell)
                for cell in (cells[place] for cells in self._references)
                if cell is not None
            ]
            for place in where
        ]
        rows = self._counted(hypotheses, references)
        kept = self._rows[~concerned[self._usable]]
        return self._value(kept.sum(axis=0) + rows.sum(axis=0))

    def _without(self, places: Sequence[int]) -> float | None:
        """The score without some segments."""
        left = self._usable.copy()
        left[[place for place in places if place < len(left)]] = False
        if not left.any():
            return None
        return self._value(self._rows[left[self._usable]].sum(axis=0))

    def _counted_usable(self) -> NDArray[np.int64]:
        """The rows of all segments that have a reference, and which these are."""
        present = [
            [cell for cell in cells if cell is not None]
            for cells in zip(*self._references, strict=True)
        ]
        self._usable = np.array(list(map(bool, present)), bool)
        usable = np.flatnonzero(self._usable).tolist()
        return self._counted(
            [self._hypotheses[place] for place in usable], [present[place] for place in usable]
        )

    def _counted(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> NDArray[np.int64]:
        """The rows of some segments."""
        return self._metric.statistics(
            hypotheses, References.per_segment(references), threads=self._threads
        )

    def _value(self, row: NDArray[np.int64]) -> float:
        try:
            return float(self._metric.score(row).value)
        except ConfigurationError as error:  # there is no score: NLTK's method6 divides by zero
            raise InputError(str(error)) from error


def score_of_pairs(
    metric: Metric[Any],
    hypotheses: Sequence[str | None],
    references: Sequence[Cells],
    threads: int | None = None,
) -> float | None:
    """The score of the segments that have a hypothesis and a reference."""
    pairs = [
        (hypothesis, [cell for cell in cells if cell is not None])
        for hypothesis, *cells in zip(hypotheses, *references, strict=True)
        if hypothesis is not None and any(cell is not None for cell in cells)
    ]
    try:
        score = metric.corpus_score(
            [hypothesis for hypothesis, _ in pairs],
            References.per_segment([cells for _, cells in pairs]),
            threads=threads,
        )
    except (InputError, ConfigurationError):
        return None
    return float(score.value)
