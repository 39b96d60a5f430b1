"""Computation of score impacts: how the score changes if segments are repaired or left out.

The sufficient statistics are additive, so only repaired segments are counted again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.characters import REPAIRS as OF_CHARACTERS
from truebleu.checks.kinds import ALWAYS_REPORTED, PER_LINE, Located, make_finding
from truebleu.checks.lines import without_loops
from truebleu.checks.order import Frame
from truebleu.checks.residue import REPAIRS as OF_RESIDUE
from truebleu.checks.results import LEFT_OUT, NOTE, SCALE, Finding
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, Texts
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.references import References
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import labels

Cells = Sequence[str | None]


REPAIRS: dict[str, Callable[[str], str]] = {**OF_CHARACTERS, **OF_RESIDUE, "loops": without_loops}


class SystemScore:
    """The score of a system, and the score that it would have without an issue.

    `rows` are the sufficient statistics of the system, one row per segment. If `rows` is None, they
    are computed from the texts. Segments without a reference are then left out.

    `value` is the current score. It is None if no segment has a reference or if the metric raises
    an error. `problem` is the message of this error, or empty.
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
            self._rows = self._count_usable() if rows is None else rows
            if self._usable.any():
                self.value = self._value(self._rows)
        except InputError as error:
            self.problem = str(error)

    def of(self, kind: str, places: Sequence[int]) -> float | None:
        """Return the score impact of an issue; None if it is undefined.

        The score impact is the improvement of the score without the issue. `kind` is the kind of
        the issue. `places` are the indices of the affected segments. Their hypotheses and
        references are repaired. If issues of this kind cannot be repaired, the segments are left
        out.
        """
        if self.value is None:
            return None
        try:
            return self.improvement(self._score_without_issue(kind, places))
        except InputError:  # the repaired texts have no score
            return None

    def _score_without_issue(self, kind: str, places: Sequence[int]) -> float | None:
        """Return the score that the system would have without the issue.

        Return None if issues of this kind do not affect the score.
        """
        if kind in REPAIRS:
            return self._score_repaired(REPAIRS[kind], places)
        if kind in LEFT_OUT:
            return self._score_without(places)
        if kind == "lowercased":
            return self._score_repaired(str.lower, range(len(self._hypotheses)))
        return None

    def improvement(self, value: float | None) -> float | None:
        """Return the improvement of the score `value` over the system's current score, in points.

        The improvement is positive if `value` is better, also if lower scores of the metric are
        better. The result is None if one of the two scores is None.
        """
        if value is None or self.value is None:
            return None
        return (value - self.value) * (1 if self._metric.higher_is_better else -1)

    def _score_repaired(self, repair: Callable[[str], str], places: Sequence[int]) -> float | None:
        """Return the score after `repair` is applied to the segments in `places`.

        `repair` is applied to hypotheses and references.
        """
        is_changed = np.zeros(len(self._usable), bool)
        is_changed[list(places)] = True
        is_changed &= self._usable
        if not is_changed.any():
            return self.value
        segments = np.flatnonzero(is_changed).tolist()
        hypotheses = [repair(self._hypotheses[i]) for i in segments]
        references = [
            [repair(cell) for cell in (cells[i] for cells in self._references) if cell is not None]
            for i in segments
        ]
        rows = self._rows.copy()
        rows[is_changed[self._usable]] = self._count(hypotheses, references)
        return self._value(rows)

    def _score_without(self, places: Sequence[int]) -> float | None:
        """Return the score without the segments in `places`; None if no segments are left."""
        is_left = self._usable.copy()
        is_left[[i for i in places if i < len(is_left)]] = False
        if not is_left.any():
            return None
        return self._value(self._rows[is_left[self._usable]])

    def _count_usable(self) -> NDArray[np.int64]:
        """Return the sufficient statistics of all segments that have a reference.

        The array `_usable` is set to True for these segments, and to False for all others.
        """
        present = [
            [cell for cell in cells if cell is not None]
            for cells in zip(*self._references, strict=True)
        ]
        self._usable = np.array(list(map(bool, present)), bool)
        usable = np.flatnonzero(self._usable).tolist()
        return self._count([self._hypotheses[i] for i in usable], [present[i] for i in usable])

    def _count(
        self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> NDArray[np.int64]:
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
    """Return the score of all segments that have both a hypothesis and a reference.

    The result is None if the metric raises an error.
    """
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


# Score impact and severity of findings


OF_ORDER = frozenset({"shifted", "missing_lines", "extra_lines", "other_order"})
RARE_SHARE = 0.01
"""Share of affected lines below which a finding can be downgraded to a note."""
LITTLE_IMPACT = 0.1
"""Score impact, on the scale 0 to 100, below which a finding can be downgraded to a note."""


def scale_of(metric: Metric[Any]) -> float:
    """Return the highest possible score of a metric."""
    assert metric.scale is not None
    return metric.scale


class ScoreImpacts:
    """The score impacts of findings.

    The impact of a finding about a system is the change of this system's score. The impact of a
    finding about a reference is the change of the first system's score. A finding about the source
    has no impact.
    """

    def __init__(
        self,
        streams: Sequence[Texts],
        frames: Mapping[int, Frame],
        metric: Metric[Any],
        threads: int | None,
        rows: Mapping[str, NDArray[np.int64]] | None = None,
    ) -> None:
        """Score all systems.

        Args:
            streams: the hypotheses, references and source that are checked.
            frames: the alignment of each of the `streams`, by its `id`.
            metric: the metric of the impacts.
            threads: number of threads; None means automatic.
            rows: sufficient statistics by system name. For a system without an entry, they are
                computed.
        """
        self._systems = {texts.name: texts for texts in streams if texts.role == HYPOTHESIS}
        self._references = {texts.name: texts for texts in streams if texts.role == REFERENCE}
        self._sizes = {texts.name: len(texts) for texts in streams}
        self._frames = frames
        self._metric = metric
        self._label = labels([metric])[0]
        self._threads = threads
        # Lone surrogates were replaced in the texts, so available rows may differ.
        self._rows = {} if any(texts.surrogates for texts in streams) else rows or {}
        self._scores = {name: self._build_score(texts) for name, texts in self._systems.items()}

    def score(self, texts: Texts) -> float | None:
        """Return the score of a system before any repair.

        Return None for a reference or the source, or if there is no score.
        """
        impact = self._scores.get(texts.name) if texts.role == HYPOTHESIS else None
        return impact.value if impact else None

    def refused(self) -> list[Located]:
        """Return one finding for each system that the metric could not score."""
        return [
            make_finding("no_score", name, metric=self._label, problem=impact.problem)
            for name, impact in self._scores.items()
            if impact and impact.problem
        ]

    def with_impact(self, located_finding: Located, located: Sequence[Located]) -> Finding:
        """Return a finding with its score impact.

        `located` are all findings of the check. A finding becomes a note if it concerns few lines
        and its impact is small.
        """
        finding, impact = located_finding.finding, self._impact(located_finding, located)
        if impact is not None:
            finding = replace(
                finding,
                score_impact=impact,
                metric=self._label,
                scale=scale_of(self._metric),
                higher_is_better=self._metric.higher_is_better,
            )
        if finding.kind == "line_counts":
            return self._with_prospect(finding)
        if finding.kind not in PER_LINE or finding.kind in ALWAYS_REPORTED:
            return finding
        is_rare = finding.count < RARE_SHARE * self._sizes.get(finding.stream, 0)
        has_little_impact = abs(impact or 0.0) < LITTLE_IMPACT * scale_of(self._metric) / SCALE
        return replace(finding, severity=NOTE) if is_rare and has_little_impact else finding

    def _impact(self, located_finding: Located, located: Sequence[Located]) -> float | None:
        """Return the score impact of a finding; None if it is unknown.

        If the system and a reference have issues of one kind, both are repaired to compute the
        impact. Only the finding about the system then has this impact. The impact of the finding
        about the reference is None.
        """
        name, kind = located_finding.finding.stream, located_finding.finding.kind
        if name in self._references and self._systems:
            name = next(iter(self._systems))
            if any(
                (candidate.finding.stream, candidate.finding.kind) == (name, kind)
                for candidate in located
            ):
                return None
        impact = self._scores.get(name)
        if impact is None:
            return None
        if kind in OF_ORDER:
            return impact.improvement(self._aligned(name))
        if self._is_misaligned(name):
            return None
        shared = [
            candidate.places
            for candidate in located
            if candidate.finding.kind == kind and candidate.finding.stream in self._references
        ]
        return impact.of(kind, sorted({*located_finding.places, *chain.from_iterable(shared)}))

    def _with_prospect(self, finding: Finding) -> Finding:
        """Return the finding with one more sentence in its advice.

        The sentence states the score that the system would have if its lines were aligned.
        """
        name = finding.stream
        value = self._aligned(name) if name in self._systems and self._frames else None
        if value is None:
            return finding
        places = self._metric.decimals - 1
        prospect = f" The score would then be about {self._label} {value:.{places}f}."
        return replace(finding, advice=finding.advice + prospect)

    def _is_misaligned(self, name: str) -> bool:
        streams = [*self._references.values(), self._systems[name]]
        frames = [self._frames.get(id(texts)) for texts in streams]
        return not all(frame and frame.is_identity for frame in frames)

    def _aligned(self, name: str) -> float | None:
        """Return the score that a system would have with aligned lines; None if it is unknown."""
        streams = [self._systems[name], *self._references.values()]
        frames = [self._frames[id(texts)] for texts in streams]
        if not all(frame.is_aligned for frame in frames):
            return None
        hypotheses, *references = [frame.cells() for frame in frames]
        return score_of_pairs(self._metric, hypotheses, references, self._threads)

    def _build_score(self, texts: Texts) -> SystemScore | None:
        """Return the score of a system.

        Return None if there are no references, or if the system and the references have different
        numbers of lines.
        """
        references = list(self._references.values())
        if (
            not references
            or not len(texts)
            or {len(reference) for reference in references} != {len(texts)}
        ):
            return None
        columns = [reference.cells for reference in references]
        rows = self._rows.get(texts.name)
        return SystemScore(self._metric, texts.segments, columns, self._threads, rows)
