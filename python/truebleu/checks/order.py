"""Findings about missing, extra, shifted and shuffled lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.alignment import Alignment, Run, align
from truebleu.checks.kinds import Located, make_finding
from truebleu.checks.texts import Texts
from truebleu.wording import count


@dataclass(frozen=True, slots=True)
class _Gap:
    """A place where the alignment of two texts has a gap.

    Either lines of the first text are missing before `line`, or the first text has extra lines from
    `line` on. `count` is the number of missing or extra lines. `target` is the first affected line
    of the second text. `offset` is the offset of the lines after the gap, or None if the gap is at
    the end. Lines are numbered from 0.
    """

    line: int
    count: int
    target: int
    offset: int | None


def order_findings(texts: Texts, reference: Texts, alignment: Alignment) -> Iterator[Located]:
    """Yield findings about missing, extra, shifted and reordered lines in `texts`.

    `alignment` is the alignment of `texts` with `reference`.
    """
    if not alignment.ordered:
        yield make_finding("other_order", texts.name, other=reference.name)
        return
    runs = alignment.runs
    if not runs:
        return
    if len(runs) == 1 and runs[0].offset:
        yield _shifted(texts, reference, runs[0])
        if len(texts) == len(reference):
            return  # missing lines at one end are extra lines at the other
    missing, extra = _gaps(runs, len(texts), len(reference))
    if missing:
        yield _missing(texts, reference, missing)
    if extra:
        yield _extra(texts, reference, extra)


def _shifted(texts: Texts, reference: Texts, run: Run) -> Located:
    lines = count(abs(run.offset), "line")
    remedy = (
        f"Restore {lines} before line 1: the first lines of {reference.name} have no counterpart."
        if run.offset > 0
        else f"Remove the first {'line' if run.offset == -1 else lines}."
    )
    return make_finding(
        "shifted",
        texts.name,
        [run.start],
        count=run.end - run.start,
        shift=run.offset,
        which="all",
        target=run.start + run.offset + 1,
        other=reference.name,
        remedy=remedy,
        first=run.start + 1,
    )


def _gaps(runs: Sequence[Run], lines: int, others: int) -> tuple[list[_Gap], list[_Gap]]:
    """Return the places where lines are missing, and the places where lines are extra.

    `runs` are the aligned ranges of lines, `lines` is the number of lines of the text, and `others`
    is the number of lines of the text with which it is aligned.
    """
    missing, extra = [], []
    first, last = runs[0], runs[-1]
    if len(runs) > 1 and first.offset > 0:
        missing.append(_Gap(0, first.offset, 0, first.offset))
    if len(runs) > 1 and first.start > 0:
        extra.append(_Gap(0, first.start, 0, first.offset))
    for before, after in pairwise(runs):
        change = after.offset - before.offset
        target = before.end + before.offset
        if change > 0:
            missing.append(_Gap(after.start, change, target, after.offset))
        else:
            extra.append(_Gap(before.end, after.start - before.end, target, after.offset))
    if last.end < lines:
        extra.append(_Gap(last.end, lines - last.end, others, None))
    if last.end + last.offset < others:
        behind = others - last.end - last.offset
        missing.append(_Gap(last.end, behind, last.end + last.offset, None))
    return missing, extra


def _missing(texts: Texts, reference: Texts, gaps: Sequence[_Gap]) -> Located:
    gap = gaps[0]
    return make_finding(
        "missing_lines",
        texts.name,
        [gap.line for gap in gaps],
        shift=gap.offset,
        lines=f"{count(gap.count, 'line')} {'is' if gap.count == 1 else 'are'}",
        total=sum(gap.count for gap in gaps),
        where="at the end" if gap.offset is None else f"before line {gap.line + 1}",
        then=_continuation(gap, reference),
        target=gap.target + 1,
        other=reference.name,
        excerpt=f"{reference.name}, line {gap.target + 1}: {reference.excerpt(gap.target)}",
    )


def _extra(texts: Texts, reference: Texts, gaps: Sequence[_Gap]) -> Located:
    gap = gaps[0]
    last = gap.line + gap.count
    is_repeated = gap.line > 0 and texts.segments[gap.line] == texts.segments[gap.line - 1]
    return make_finding(
        "extra_lines",
        texts.name,
        [gap.line for gap in gaps],
        shift=gap.offset,
        lines=(
            f"line {last} is" if gap.count == 1 else f"the lines from {gap.line + 1} to {last} are"
        ),
        total=sum(gap.count for gap in gaps),
        doubled=f" (it repeats line {gap.line})" if is_repeated and gap.count == 1 else "",
        then=_continuation(gap, reference),
        other=reference.name,
        excerpt=texts.excerpt(gap.line),
    )


def _continuation(gap: _Gap, reference: Texts) -> str:
    """Return the end of a message, which says how the lines after a gap are shifted."""
    if gap.offset is None:
        return ""
    if not gap.offset:
        return f"; the following lines match {reference.name}"
    direction = "down" if gap.offset > 0 else "up"
    lines = count(abs(gap.offset), "line")
    return f"; the following lines belong {lines} further {direction} in {reference.name}"


# Alignment of texts with segments


class Frame:
    """The alignment of a text with the segments of the first reference.

    Attributes:
        texts: the aligned text.
        lines: an int64 array with one element per segment: the index of the corresponding line of
            `texts`, or -1.
        findings: findings about the order and the number of lines.
        is_aligned: False if the alignment is unknown. `lines` is then not reliable.
        is_identity: True if line i corresponds to segment i for all lines.
    """

    def __init__(
        self,
        texts: Texts,
        lines: NDArray[np.int64] | None,
        segments: int,
        findings: Sequence[Located] = (),
    ) -> None:
        self.texts = texts
        self.findings = list(findings)
        self.is_aligned = lines is not None
        identity = np.arange(segments)
        self.lines: NDArray[np.int64] = identity if lines is None else lines
        self.is_identity = (
            self.is_aligned
            and len(texts) == segments
            and bool(np.array_equal(self.lines, identity))
        )

    def cells(self) -> Sequence[str | None]:
        """Return one line of the text for each segment of the test set, in their order.

        The result has None for a segment without a corresponding line.
        """
        if self.is_identity:
            return self.texts.cells
        cells = self.texts.cells
        return [cells[line] if line >= 0 else None for line in self.lines]

    def counterparts(self, target: Frame) -> Sequence[str | None]:
        """Return the line of the text `target` that corresponds to each line of this text.

        The result has None for a line without a counterpart.
        """
        if self.is_identity and target.is_identity:
            return target.texts.cells
        cells = target.texts.cells
        return [cells[line] if line >= 0 else None for line in self.counterpart_lines(target)]

    def counterpart_lines(self, target: Frame) -> NDArray[np.int64]:
        """Return the index of the line of `target` that corresponds to each line of this text.

        The result is an int64 array. It has -1 for a line without a counterpart.
        """
        counterparts = np.full(len(self.texts), -1, np.int64)
        is_valid = (self.lines >= 0) & (self.lines < len(self.texts))
        counterparts[self.lines[is_valid]] = target.lines[is_valid]
        return counterparts


def frame_of(texts: Texts, first: Texts) -> Frame:
    """Return the alignment of `texts` with `first`, which is the first reference."""
    segments = len(first)
    if texts is first:
        return Frame(texts, np.arange(segments), segments)
    findings = []
    if len(texts) != segments:
        findings.append(
            make_finding(
                "line_counts",
                texts.name,
                lines=count(len(texts), "line"),
                other=first.name,
                expected=segments,
            )
        )
    alignment = align(texts, first)
    if alignment is None:
        lines = np.arange(segments) if len(texts) == segments else None
        return Frame(texts, lines, segments, findings)
    findings += order_findings(texts, first, alignment)
    if not alignment.ordered:
        return Frame(texts, None, segments, findings)
    return Frame(texts, alignment.counterparts(len(texts), segments), segments, findings)
