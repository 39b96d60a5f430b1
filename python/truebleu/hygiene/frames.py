"""Streams side by side: which line of each belongs to which segment.

The lines of the first reference are the segments. Every other stream is held against it, and has
a frame: for each segment its line, or -1. Faults of pairs of lines are looked for inside frames,
so that one missing line is told once, and not as thousands of lines that do not fit.
"""

from __future__ import annotations

import numpy as np

from truebleu.hygiene.alignment import align
from truebleu.hygiene.kinds import found
from truebleu.hygiene.order import order_findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from truebleu.hygiene.kinds import Located
    from truebleu.hygiene.texts import Texts

__all__ = ["Frame", "frame_of"]


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
                lines=len(texts),
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
