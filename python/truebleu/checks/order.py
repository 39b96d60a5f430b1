"""Lines that are missing, too many, shifted or shuffled, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.alignment import Alignment, Run, align
from truebleu.checks.kinds import Located, found
from truebleu.checks.texts import Texts
from truebleu.wording import count


@dataclass(frozen=True, slots=True)
class _Gap:
    """Lines without a counterpart: `count` of them, before or from `line` on.

    `target` is the first line of the other text that is concerned, `offset` that of the lines
    that follow; None where none do. All count from 0.
    """

    line: int
    count: int
    target: int
    offset: int | None


def order_findings(texts: Texts, other: Texts, alignment: Alignment) -> Iterator[Located]:
    """What is wrong with the order of a stream, held against another."""
    if not alignment.ordered:
        yield found("other_order", texts.name, other=other.name)
        return
    runs = alignment.runs
    if not runs:
        return
    if len(runs) == 1 and runs[0].offset:
        yield _shifted(texts, other, runs[0])
        if len(texts) == len(other):
            return  # what one end lacks, the other has too much
    missing, extra = _gaps(runs, len(texts), len(other))
    if missing:
        yield _missing(texts, other, missing)
    if extra:
        yield _extra(texts, other, extra)


def _shifted(texts: Texts, other: Texts, run: Run) -> Located:
    lines = count(abs(run.offset), "line")
    remedy = (
        f"put back {lines} before line 1: the first of {other.name} have no counterpart"
        if run.offset > 0
        else f"take out the first {'line' if run.offset == -1 else lines}"
    )
    return found(
        "shifted",
        texts.name,
        [run.start],
        count=run.end - run.start,
        shift=run.offset,
        which="all",
        target=run.start + run.offset + 1,
        other=other.name,
        remedy=remedy,
        first=run.start + 1,
    )


def _gaps(runs: Sequence[Run], lines: int, others: int) -> tuple[list[_Gap], list[_Gap]]:
    """Where lines are missing, and where they are too many."""
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


def _missing(texts: Texts, other: Texts, gaps: Sequence[_Gap]) -> Located:
    gap = gaps[0]
    return found(
        "missing_lines",
        texts.name,
        [min(gap.line, max(0, len(texts) - 1)) for gap in gaps],
        shift=gap.offset,
        lines=f"{count(gap.count, 'line')} {'is' if gap.count == 1 else 'are'}",
        total=sum(gap.count for gap in gaps),
        where="at the end" if gap.offset is None else f"before line {gap.line + 1}",
        then=_then(gap, other),
        target=gap.target + 1,
        other=other.name,
        excerpt=f"{other.name}, line {gap.target + 1}: {other.excerpt(gap.target)}",
    )


def _extra(texts: Texts, other: Texts, gaps: Sequence[_Gap]) -> Located:
    gap = gaps[0]
    last = gap.line + gap.count
    same = gap.line > 0 and texts.segments[gap.line] == texts.segments[gap.line - 1]
    return found(
        "extra_lines",
        texts.name,
        [gap.line for gap in gaps],
        shift=gap.offset,
        lines=(
            f"line {last} is" if gap.count == 1 else f"the lines from {gap.line + 1} to {last} are"
        ),
        total=sum(gap.count for gap in gaps),
        doubled=f" (it repeats line {gap.line})" if same and gap.count == 1 else "",
        then=_then(gap, other),
        other=other.name,
        excerpt=texts.excerpt(gap.line),
    )


def _then(gap: _Gap, other: Texts) -> str:
    """What becomes of the lines that follow."""
    if gap.offset is None:
        return ""
    if not gap.offset:
        return f"; what follows is in line with {other.name}"
    ways = "on" if gap.offset > 0 else "up"
    lines = count(abs(gap.offset), "line")
    return f"; what follows belongs {lines} further {ways} in {other.name}"


# Streams side by side: which line of each belongs to which segment


class Frame:
    """A stream and its `lines`: for each segment (from 0) the line that belongs to it, or -1.

    `findings` are about the order and number of lines. `straight`: line i is segment i, all
    along. `known` is False where nobody can say which lines belong together.
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
        self.known = lines is not None
        whole = np.arange(segments)
        self.lines: NDArray[np.int64] = whole if lines is None else lines
        self.straight = (
            self.known and len(texts) == segments and bool(np.array_equal(self.lines, whole))
        )

    def cells(self) -> Sequence[str | None]:
        """The stream's text for each segment."""
        if self.straight:
            return self.texts.cells
        cells = self.texts.cells
        return [cells[line] if line >= 0 else None for line in self.lines]

    def beside(self, other: Frame) -> Sequence[str | None]:
        """For each line of this stream the text of the other that belongs to it."""
        if self.straight and other.straight:
            return other.texts.cells
        cells = other.texts.cells
        return [cells[line] if line >= 0 else None for line in self.lines_beside(other)]

    def lines_beside(self, other: Frame) -> NDArray[np.int64]:
        """For each line of this stream the line of the other that belongs to it, or -1."""
        found_lines = np.full(len(self.texts), -1, np.int64)
        there = (self.lines >= 0) & (self.lines < len(self.texts))
        found_lines[self.lines[there]] = other.lines[there]
        return found_lines


def frame_of(texts: Texts, first: Texts) -> Frame:
    """Hold a stream against the first reference."""
    segments = len(first)
    if texts is first:
        return Frame(texts, np.arange(segments), segments)
    findings = []
    if len(texts) != segments:
        findings.append(
            found(
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
