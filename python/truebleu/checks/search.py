"""Search for all kinds of issues in hypotheses, references and source."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.characters import character_findings
from truebleu.checks.kinds import KINDS, Located, make_finding
from truebleu.checks.lines import empty_findings, loop_findings, repeated_findings
from truebleu.checks.order import Frame, frame_of
from truebleu.checks.pairs import (
    case_findings,
    copy_findings,
    equal_references,
    length_findings,
    script_findings,
    source_findings,
)
from truebleu.checks.residue import residue_findings
from truebleu.checks.results import Check, Checked
from truebleu.checks.score_impact import ScoreImpacts, scale_of
from truebleu.checks.scripts import WRITTEN_FOR_SPACES, written_without_spaces
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, Texts
from truebleu.errors import ConfigurationError, allowed, inspected
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import labels

EXPLAINED = {
    "cr_line_ends": "line_separators",
    "invalid_utf8": "replacement_characters",
    "unreadable": "no_segments",
}
"""Kinds of issues (keys) that cause issues of another kind (values). If a text has an issue of the
first kind, its issue of the second kind is not reported."""


def check_texts(
    streams: Sequence[Texts],
    metric: Metric[Any],
    *,
    faults: Sequence[Located] = (),
    ignore: Collection[str] = (),
    threads: int | None = None,
) -> Check:
    """Check hypotheses, references and source for all kinds of issues.

    `streams` has these texts. `faults` has the findings from reading the texts. `ignore` has the
    names of kinds of issues to omit.

    Raises:
        ConfigurationError: a kind in `ignore` is unknown.
    """
    check, _ = search_texts(streams, metric, faults=faults, ignore=ignore, threads=threads)
    return check


def search_texts(
    streams: Sequence[Texts],
    metric: Metric[Any],
    *,
    faults: Sequence[Located] = (),
    ignore: Collection[str] = (),
    threads: int | None = None,
    rows: Mapping[str, NDArray[np.int64]] | None = None,
) -> tuple[Check, list[Located]]:
    """Check hypotheses, references and source; also return all affected segments of each finding.

    The first result and the first arguments are those of `check_texts`. The second result is the
    list of findings with the indices of all affected segments.

    `rows` maps system names to sufficient statistics, one row per segment. The statistics of a
    system in `rows` are not computed again. All of its segments must then have a reference.
    """
    if isinstance(ignore, str) or not isinstance(ignore, Collection):
        raise ConfigurationError(
            f"ignore={inspected(ignore)} is not a list of names. Use a list, such as ['empty']."
        )
    for kind in ignore:
        if kind not in KINDS:
            raise ConfigurationError(allowed("kind of issue", kind, KINDS))
    work = _Search(streams, metric, faults)
    located = work.findings()
    impacts = ScoreImpacts(streams, work.frames, metric, threads, rows)
    located += impacts.refused()
    rated = [
        Located(impacts.with_impact(located_finding, located), located_finding.places)
        for located_finding in located
        if located_finding.finding.kind not in ignore
    ]
    rated.sort(key=lambda located_finding: located_finding.finding.order)
    findings = [located_finding.finding for located_finding in rated]
    checked = [
        Checked(name=texts.name, role=texts.role, segments=len(texts), score=impacts.score(texts))
        for texts in streams
    ]
    count = sum(texts.role == REFERENCE for texts in streams)
    signature = metric.signature(references=count or None)
    label = labels([metric])[0]
    check = Check(
        findings=tuple(findings),
        streams=tuple(checked),
        metric=label,
        scale=scale_of(metric),
        signature=signature,
    )
    return check, rated


class _Search:
    """A search for issues in hypotheses, references and source.

    `frames` maps the `id` of each text to its alignment.
    """

    def __init__(
        self, streams: Sequence[Texts], metric: Metric[Any], faults: Sequence[Located]
    ) -> None:
        self._streams = streams
        self._systems = [texts for texts in streams if texts.role == HYPOTHESIS]
        self._references = [texts for texts in streams if texts.role == REFERENCE]
        others = [texts for texts in streams if texts.role not in {HYPOTHESIS, REFERENCE}]
        self._source = others[0] if others else None
        self._metric = metric
        self._faults = faults
        self._unconverted = _with_cr_line_ends(streams)
        self.frames: dict[int, Frame] = {}

    def findings(self) -> list[Located]:
        faults = [
            *self._faults,
            *(make_finding("cr_line_ends", texts.name) for texts in self._unconverted),
        ]
        explained = {
            (located_finding.finding.stream, EXPLAINED.get(located_finding.finding.kind))
            for located_finding in faults
        }
        located = [
            *faults,
            *(
                located_finding
                for located_finding in self._of_streams()
                if (located_finding.finding.stream, located_finding.finding.kind) not in explained
            ),
        ]
        if (
            all(len(texts) for texts in self._streams)
            and self._references
            and self._references[0] not in self._unconverted
        ):
            self.frames = {id(texts): self._frame(texts) for texts in self._streams}
            located += self._of_order()
            located += self._of_pairs()
        return located

    # Families of checks

    def _of_streams(self) -> Iterator[Located]:
        """Yield findings about single texts: each system, each reference and the source."""
        for texts in self._streams:
            if not len(texts):
                yield make_finding("no_segments", texts.name)
            yield from character_findings(texts)
            yield from residue_findings(texts)
        if self._references:
            yield from self._without_reference()
            yield from self._tokenizer()

    def _without_reference(self) -> Iterator[Located]:
        """Yield a finding about segments for which all references are missing.

        Segments with a finding of kind "not_text" are left out.
        """
        if len({len(texts) for texts in self._references}) > 1:
            return
        names = {texts.name for texts in self._references}
        reported = {
            i
            for located_finding in self._faults
            if located_finding.finding.kind == "not_text"
            and located_finding.finding.stream in names
            for i in located_finding.places
        }
        missing = frozenset.intersection(*(texts.missing for texts in self._references))
        places = sorted(missing - reported)
        if places:
            yield make_finding("no_reference", "" if len(names) > 1 else names.pop(), places)

    def _tokenizer(self) -> Iterator[Located]:
        """Yield a finding if the metric's tokenizer cannot split the text into words."""
        tokenizer = self._metric.tokenizer.name if self._metric.tokenizer else "none"
        if tokenizer in WRITTEN_FOR_SPACES:
            language = written_without_spaces(self._references[0].characters)
            if language:
                name, better = language
                yield make_finding(
                    "wrong_tokenizer", "", language=name, tokenizer=tokenizer, better=better
                )

    def _frame(self, texts: Texts) -> Frame:
        if texts in self._unconverted:
            return Frame(texts, None, len(self._references[0]))
        return frame_of(texts, self._references[0])

    def _of_order(self) -> Iterator[Located]:
        for frame in self.frames.values():
            yield from frame.findings

    def _of_pairs(self) -> Iterator[Located]:
        """Yield findings from comparisons of two texts, such as a system and a reference."""
        source = self._aligned_frame(self._source)
        for i, texts in enumerate(self._systems):
            frame = self._aligned_frame(texts)
            twin = next((earlier for earlier in self._systems[:i] if _same(earlier, texts)), None)
            if twin:
                yield make_finding("equal_systems", texts.name, other=twin.name)
            if frame:
                yield from self._of_system(frame, source)
        for i, texts in enumerate(self._references):
            frame = self._aligned_frame(texts)
            if frame is None:
                continue
            yield from self._of_reference(frame, self._references[:i], source)

    def _of_system(self, frame: Frame, source: Frame | None) -> Iterator[Located]:
        texts, first = frame.texts, self._references[0]
        references = [
            reference for reference in map(self._aligned_frame, self._references) if reference
        ]
        counterparts = [frame.counterparts(reference) for reference in references]
        of_source = frame.counterparts(source) if source else counterparts[0]
        yield from empty_findings(texts, of_source)
        yield from repeated_findings(texts, of_source)
        yield from loop_findings(texts, counterparts[0])
        names = [reference.texts.name for reference in references]
        copies = list(copy_findings(texts, list(zip(names, counterparts, strict=True))))
        if source:
            copies += source_findings(texts, of_source, counterparts[0])
        yield from copies
        yield from length_findings(texts, counterparts)
        yield from script_findings(texts, first, frame.counterpart_lines(self.frames[id(first)]))
        yield from case_findings(texts, first)

    def _of_reference(
        self, frame: Frame, before: Sequence[Texts], source: Frame | None
    ) -> Iterator[Located]:
        texts = frame.texts
        hypotheses = self._aligned_frame(self._systems[0]) if self._systems else None
        if hypotheses:
            counterparts = frame.counterparts(hypotheses)
            places = [
                i
                for i, text in enumerate(texts.segments)
                if i not in texts.missing and not text.strip() and (counterparts[i] or "").strip()
            ]
            if places:
                yield make_finding("empty_references", texts.name, places)
        for reference in filter(None, map(self._aligned_frame, before)):
            yield from equal_references(texts, reference.texts.name, frame.counterparts(reference))
        if source:
            yield from source_findings(texts, frame.counterparts(source), texts.cells)

    def _aligned_frame(self, texts: Texts | None) -> Frame | None:
        """Return the alignment of `texts`; None if it is unknown."""
        frame = self.frames[id(texts)] if texts is not None else None
        return frame if frame and frame.is_aligned else None


def _with_cr_line_ends(streams: Sequence[Texts]) -> list[Texts]:
    """Return the texts that were read as one line because their line ends are CR.

    They cannot be compared with other texts. If all texts have equal numbers of lines, return an
    empty list.
    """
    if len({len(texts) for texts in streams}) == 1:
        return []
    return [
        texts for texts in streams if len(texts) == 1 and "\r" in texts.segments[0].rstrip("\r")
    ]


def _same(first: Texts, second: Texts) -> bool:
    return first.segments == second.segments
