"""What a fault costs: the same metric again, after it is mended or without its segments.

Rows of counts add, so only the segments that a mending changes are counted again: the sum of all
rows, less theirs, plus the new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.characters import REPAIRS as OF_CHARACTERS
from truebleu.checks.kinds import ALWAYS_SAID, PER_LINE, Located, found
from truebleu.checks.lines import without_loops
from truebleu.checks.order import Frame
from truebleu.checks.residue import REPAIRS as OF_RESIDUE
from truebleu.checks.results import NOTE, SCALE, Finding
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, Texts
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.references import References
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import labels

Cells = Sequence[str | None]


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
                self.value = self._value(self._rows)
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
        rows = self._rows.copy()
        rows[concerned[self._usable]] = self._counted(hypotheses, references)
        return self._value(rows)

    def _without(self, places: Sequence[int]) -> float | None:
        """The score without some segments."""
        left = self._usable.copy()
        left[[place for place in places if place < len(left)]] = False
        if not left.any():
            return None
        return self._value(self._rows[left[self._usable]])

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

    def _value(self, rows: NDArray[np.int64]) -> float:
        try:
            return float(self._metric.score(rows).value)
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


# Findings with what they cost, and how serious they are once that is known


OF_ORDER = frozenset({"shifted", "missing_lines", "extra_lines", "other_order"})
SELDOM = 0.01
LITTLE = 0.1
"""A fault of so few of a stream's lines that moves a score from 0 to 100 by less is a note."""


def scale_of(metric: Metric[Any]) -> float:
    """The scale of a metric that scores segments, which all have one."""
    assert metric.scale is not None
    return metric.scale


class Prices:
    """What faults cost: those of a system in its own points, those of others in the first one's."""

    def __init__(
        self,
        streams: Sequence[Texts],
        frames: Mapping[int, Frame],
        metric: Metric[Any],
        threads: int | None,
        rows: Mapping[str, NDArray[np.int64]] | None = None,
    ) -> None:
        """`rows` are those of systems that were counted before, by name."""
        self._systems = {texts.name: texts for texts in streams if texts.role == HYPOTHESIS}
        self._references = {texts.name: texts for texts in streams if texts.role == REFERENCE}
        self._sizes = {texts.name: len(texts) for texts in streams}
        self._frames = frames
        self._metric = metric
        self._label = labels([metric])[0]
        self._threads = threads
        # Half characters were replaced in the texts: their rows may be others.
        self._rows = {} if any(texts.surrogates for texts in streams) else rows or {}
        self._costs = {name: self._counted(texts) for name, texts in self._systems.items()}

    def score(self, texts: Texts) -> float | None:
        """The score of a system as it is; None for other streams, and where there is none."""
        cost = self._costs.get(texts.name) if texts.role == HYPOTHESIS else None
        return cost.value if cost else None

    def refused(self) -> list[Located]:
        """A finding for each system that the metric has no score of."""
        return [
            found("no_score", name, metric=self._label, problem=cost.problem)
            for name, cost in self._costs.items()
            if cost and cost.problem
        ]

    def priced(self, one: Located, located: Sequence[Located]) -> Finding:
        """One finding of all that are `located`, with its cost and what follows from it."""
        finding, cost = one.finding, self._cost(one, located)
        if cost is not None:
            finding = replace(finding, cost=cost, metric=self._label, scale=scale_of(self._metric))
        if finding.kind == "line_counts":
            return self._with_prospect(finding)
        if finding.kind not in PER_LINE or finding.kind in ALWAYS_SAID:
            return finding
        seldom = finding.count < SELDOM * self._sizes.get(finding.stream, 0)
        little = abs(cost or 0.0) < LITTLE * scale_of(self._metric) / SCALE
        return replace(finding, severity=NOTE) if seldom and little else finding

    def _cost(self, one: Located, located: Sequence[Located]) -> float | None:
        """The cost; what a system shares with references is mended in both, and told of it."""
        name, kind = one.finding.stream, one.finding.kind
        if name in self._references and self._systems:
            name = next(iter(self._systems))
            if any((other.finding.stream, other.finding.kind) == (name, kind) for other in located):
                return None
        cost = self._costs.get(name)
        if cost is None:
            return None
        if kind in OF_ORDER:
            return cost.less(self._aligned(name))
        if self._is_misaligned(name):
            return None
        shared = [
            other.places
            for other in located
            if other.finding.kind == kind and other.finding.stream in self._references
        ]
        return cost.of(kind, sorted({*one.places, *chain.from_iterable(shared)}))

    def _with_prospect(self, finding: Finding) -> Finding:
        """The finding, and what a system's score would be if its lines were put right."""
        name = finding.stream
        value = self._aligned(name) if name in self._systems and self._frames else None
        if value is None:
            return finding
        places = self._metric.decimals - 1
        would_be = f"; once they are, the score will be about {self._label} {value:.{places}f}"
        return replace(finding, advice=finding.advice + would_be)

    def _is_misaligned(self, name: str) -> bool:
        streams = [*self._references.values(), self._systems[name]]
        frames = [self._frames.get(id(texts)) for texts in streams]
        return not all(frame and frame.straight for frame in frames)

    def _aligned(self, name: str) -> float | None:
        """The score of a system with all lines where they belong."""
        streams = [self._systems[name], *self._references.values()]
        frames = [self._frames[id(texts)] for texts in streams]
        if not all(frame.known for frame in frames):
            return None
        hypotheses, *references = [frame.cells() for frame in frames]
        return score_of_pairs(self._metric, hypotheses, references, self._threads)

    def _counted(self, texts: Texts) -> Costs | None:
        """The counts of a system as it is; None where its lines are not as many as others'."""
        references = list(self._references.values())
        if not references or not len(texts) or {len(one) for one in references} != {len(texts)}:
            return None
        columns = [one.cells for one in references]
        rows = self._rows.get(texts.name)
        return Costs(self._metric, texts.segments, columns, self._threads, rows)
