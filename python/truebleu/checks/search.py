"""What `check` looks for in streams that are read, one family of faults after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.characters import character_findings
from truebleu.checks.costs import Prices, scale_of
from truebleu.checks.kinds import KINDS, Located, found
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
from truebleu.checks.scripts import WRITTEN_FOR_SPACES, written_without_spaces
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, Texts
from truebleu.errors import ConfigurationError, allowed
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import labels

EXPLAINED = {"invalid_utf8": "replacement_characters", "unreadable": "no_segments"}
"""What follows from a fault of the bytes, and need not be said again."""


def check_texts(
    streams: Sequence[Texts],
    metric: Metric[Any],
    *,
    faults: Sequence[Located] = (),
    ignore: Collection[str] = (),
    threads: int | None = None,
) -> Check:
    """Check streams that are read: hypotheses, references, and a source, told apart by role.

    `faults` were found on reading. Raises `ConfigurationError` for an unknown kind to ignore.
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
    """Check streams as `check_texts` does, and also give all segments that have each fault.

    The second list has the findings of the first value, in its order. `rows` are those of systems
    that the metric counted before, by name: one for each segment, each of which has a reference.
    """
    for kind in ignore:
        if kind not in KINDS:
            raise ConfigurationError(allowed("ignore", kind, KINDS))
    work = _Search(streams, metric, faults)
    located = work.findings()
    prices = Prices(streams, work.frames, metric, threads, rows)
    located += prices.refused()
    priced = [
        Located(prices.priced(one, located), one.places)
        for one in located
        if one.finding.kind not in ignore
    ]
    priced.sort(key=lambda one: one.finding.order)
    findings = [one.finding for one in priced]
    checked = [
        Checked(name=texts.name, role=texts.role, segments=len(texts), score=prices.score(texts))
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
    return check, priced


class _Search:
    """One check: streams, and what is found in them."""

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
        self.frames: dict[int, Frame] = {}

    def findings(self) -> list[Located]:
        """Everything that is found."""
        explained = {(one.finding.stream, EXPLAINED.get(one.finding.kind)) for one in self._faults}
        located = [
            *self._faults,
            *(
                one
                for one in self._of_streams()
                if (one.finding.stream, one.finding.kind) not in explained
            ),
        ]
        if all(len(texts) for texts in self._streams) and self._references:
            self.frames = {id(texts): self._frame(texts) for texts in self._streams}
            located += self._of_order()
            located += self._of_pairs()
        return located

    # What is looked for

    def _of_streams(self) -> Iterator[Located]:
        """What shows in a stream by itself."""
        for texts in self._streams:
            if not len(texts):
                yield found("no_segments", texts.name)
            yield from character_findings(texts)
            yield from residue_findings(texts)
        if self._references:
            yield from self._without_reference()
            yield from self._tokenizer()

    def _without_reference(self) -> Iterator[Located]:
        """Segments of which no stream has a reference; what is no text was said before."""
        if len({len(texts) for texts in self._references}) > 1:
            return
        names = {texts.name for texts in self._references}
        said = {
            place
            for one in self._faults
            if one.finding.kind == "not_text" and one.finding.stream in names
            for place in one.places
        }
        missing = frozenset.intersection(*(texts.missing for texts in self._references))
        places = sorted(missing - said)
        if places:
            yield found("no_reference", "" if len(names) > 1 else names.pop(), places)

    def _tokenizer(self) -> Iterator[Located]:
        """A tokenizer that cannot cut the text."""
        tokenizer = self._metric.tokenizer.name if self._metric.tokenizer else "none"
        if tokenizer in WRITTEN_FOR_SPACES:
            language = written_without_spaces(self._references[0].characters)
            if language:
                name, better = language
                yield found(
                    "wrong_tokenizer", "", language=name, tokenizer=tokenizer, better=better
                )

    def _frame(self, texts: Texts) -> Frame:
        return frame_of(texts, self._references[0])

    def _of_order(self) -> Iterator[Located]:
        for frame in self.frames.values():
            yield from frame.findings

    def _of_pairs(self) -> Iterator[Located]:
        """What shows when a stream is held against another."""
        source = self._known(self._source)
        for place, texts in enumerate(self._systems):
            frame = self._known(texts)
            twin = next((one for one in self._systems[:place] if _same(one, texts)), None)
            if twin:
                yield found("equal_systems", texts.name, other=twin.name)
            if frame:
                yield from self._of_system(frame, source)
        for place, texts in enumerate(self._references):
            frame = self._known(texts)
            if frame is None:
                continue
            yield from self._of_reference(frame, self._references[:place], source)

    def _of_system(self, frame: Frame, source: Frame | None) -> Iterator[Located]:
        texts, first = frame.texts, self._references[0]
        known = [one for one in map(self._known, self._references) if one]
        beside = [frame.beside(one) for one in known]
        of_source = frame.beside(source) if source else beside[0]
        yield from empty_findings(texts, of_source)
        yield from repeated_findings(texts, of_source)
        yield from loop_findings(texts, beside[0])
        names = [one.texts.name for one in known]
        copies = list(copy_findings(texts, list(zip(names, beside, strict=True))))
        if source:
            copies += source_findings(texts, of_source, beside[0])
        yield from copies
        yield from length_findings(texts, beside)
        yield from script_findings(texts, first, frame.lines_beside(self.frames[id(first)]))
        yield from case_findings(texts, first)

    def _of_reference(
        self, frame: Frame, before: Sequence[Texts], source: Frame | None
    ) -> Iterator[Located]:
        texts = frame.texts
        hypotheses = self._known(self._systems[0]) if self._systems else None
        if hypotheses:
            beside = frame.beside(hypotheses)
            places = [
                place
                for place, text in enumerate(texts.segments)
                if place not in texts.missing and not text.strip() and (beside[place] or "").strip()
            ]
            if places:
                yield found("empty_references", texts.name, places)
        for other in filter(None, map(self._known, before)):
            yield from equal_references(texts, other.texts.name, frame.beside(other))
        if source:
            yield from source_findings(texts, frame.beside(source), texts.cells)

    def _known(self, texts: Texts | None) -> Frame | None:
        """The frame of a stream of which it is known which lines belong where."""
        frame = self.frames[id(texts)] if texts is not None else None
        return frame if frame and frame.known else None


def _same(first: Texts, second: Texts) -> bool:
    return first.segments == second.segments
