"""Findings with what they cost, and how serious they are once that is known."""

from __future__ import annotations

from itertools import chain

from truebleu.hygiene.costs import Costs, score_of_pairs
from truebleu.hygiene.findings import NOTE, SCALE
from truebleu.hygiene.kinds import ALWAYS_SAID, PER_LINE, Located, found
from truebleu.hygiene.texts import HYPOTHESIS, REFERENCE
from truebleu.scores import places_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from truebleu.hygiene.findings import Finding
    from truebleu.hygiene.frames import Frame
    from truebleu.hygiene.texts import Texts
    from truebleu.metrics.base import Metric

__all__ = ["Prices", "scale_of"]

OF_ORDER = frozenset({"shifted", "missing_lines", "extra_lines", "other_order"})

SELDOM = 0.01
LITTLE = 0.1
"""A fault of so few of a stream's lines that moves a score from 0 to 100 by less is a note."""


def scale_of(metric: Metric[Any]) -> int:
    """What a perfect score of a metric is: 100 or 1."""
    return 1 if getattr(metric, "scale", SCALE) == 1 else SCALE


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
            found("no_score", name, metric=self._metric.name, problem=cost.problem)
            for name, cost in self._costs.items()
            if cost and cost.problem
        ]

    def priced(self, one: Located, located: Sequence[Located]) -> Finding:
        """One finding of all that are `located`, with its cost and what follows from it."""
        finding, cost = one.finding, self._cost(one, located)
        if cost is not None:
            finding = finding.changed(
                cost=cost, metric=self._metric.name, scale=scale_of(self._metric)
            )
        if finding.kind == "line_counts":
            return self._with_prospect(finding)
        if finding.kind not in PER_LINE or finding.kind in ALWAYS_SAID:
            return finding
        seldom = finding.count < SELDOM * self._sizes.get(finding.stream, 0)
        little = abs(cost or 0.0) < LITTLE * scale_of(self._metric) / SCALE
        return finding.changed(severity=NOTE) if seldom and little else finding

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
        places = places_of(scale_of(self._metric)) - 1
        would_be = (
            f"; once they are, the score will be about {self._metric.name} {value:.{places}f}"
        )
        return finding.changed(advice=finding.advice + would_be)

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
