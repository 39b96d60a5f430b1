"""Whether files belong together: equally many segments, and if not, the first that differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu.io.markup import MARKUPS

if TYPE_CHECKING:
    from truebleu.checks.alignment import Alignment
    from truebleu.checks.texts import Texts
    from truebleu.io.streams import Cell
    from truebleu.server.entries import Entry

AROUND = 2
"""Lines that are shown on either side of the first that differs."""

LETTERS = 200
MOST_COMPARED = 50_000
"""Lines of which is looked for where they part; more would take a person's patience."""


def what_is_missing(entries: Sequence[Entry]) -> str | None:
    """What is still needed before anything can be scored, in words; None if nothing is."""
    wrong = next((entry for entry in entries if entry.problem), None)
    if wrong is not None:
        return wrong.problem
    unread = next((entry for entry in entries if entry.texts is None), None)
    if unread is not None:
        what = "version" if unread.form in MARKUPS else "column"
        return f"{unread.label} is read as {unread.form}: choose its {what}"
    for role, what in (("reference", "references"), ("system", "a system's output")):
        if not any(entry.role == role for entry in entries):
            return f"drop a file with {what}"
    empty = next((entry for entry in entries if not entry.texts), None)
    if empty is not None:
        return f"{empty.label} is empty: there is nothing to score"
    return _doubled_name(entries)


def _doubled_name(entries: Sequence[Entry]) -> str | None:
    names = Counter(entry.label for entry in entries if entry.role == "system")
    twice = next((name for name, count in names.items() if count > 1), None)
    return None if twice is None else f"two systems are called {twice!r}: rename one of them"


def misfits(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """For each file that has another number of segments, where it parts from the others.

    Each has the file's `id`, `name`, `lines`, those of the `other` file that it was held against,
    a `message` in words, and as `first` the lines around the first that differs, of both.
    """
    read = [entry for entry in entries if entry.texts is not None]
    if len({entry.lines for entry in read}) < 2:
        return []
    anchor = _anchor(read)
    return [_misfit(entry, anchor) for entry in read if entry.lines != anchor.lines]


def _anchor(entries: Sequence[Entry]) -> Entry:
    """The file that the others are held against: a reference, with as many lines as most have."""
    usual = Counter(entry.lines for entry in entries)
    ordered = sorted(
        entries,
        key=lambda entry: (-usual[entry.lines], entry.role != "reference", -(entry.lines or 0)),
    )
    return ordered[0]


def _misfit(entry: Entry, anchor: Entry) -> dict[str, Any]:
    from truebleu.checks.texts import HYPOTHESIS, REFERENCE, Texts

    ours = Texts(entry.label, HYPOTHESIS, _plain(entry.texts or []))
    theirs = Texts(anchor.label, REFERENCE, _plain(anchor.texts or []))
    message, place = _difference(ours, theirs)
    return {
        "id": entry.id,
        "name": entry.label,
        "lines": entry.lines,
        "other": anchor.label,
        "other_lines": anchor.lines,
        "message": message,
        "first": [
            {"line": line + 1, "ours": _shown(ours, line), "theirs": _shown(theirs, line)}
            for line in range(max(0, place - AROUND), place + AROUND + 1)
            if line < max(len(ours), len(theirs))
        ],
        "line": place + 1,
    }


def _difference(ours: Texts, theirs: Texts) -> tuple[str, int]:
    """What is wrong with the order of lines, and the first that differs, counted from 0."""
    from truebleu.checks.alignment import align
    from truebleu.checks.order import order_findings

    shorter = min(len(ours), len(theirs))
    if max(len(ours), len(theirs)) <= MOST_COMPARED:
        alignment = align(ours, theirs)
        found = [] if alignment is None else list(order_findings(ours, theirs, alignment))
        if alignment is not None and found:
            return "; ".join(each.finding.message for each in found), _parting(alignment, shorter)
    longer = ours if len(ours) > shorter else theirs
    return f"line {shorter + 1} of {longer.name} has no counterpart", shorter


def _parting(alignment: Alignment, shorter: int) -> int:
    """The first line that does not belong to the line of its own number."""
    if not alignment.runs:
        return 0
    first = alignment.runs[0]
    if first.start or first.offset:
        return 0
    return min(first.end, shorter)


def _plain(cells: Sequence[Cell]) -> list[str | None]:
    """Of several references in one cell, the first."""
    return [cell[0] if isinstance(cell, list) and cell else _text(cell) for cell in cells]


def _text(cell: Cell) -> str | None:
    return cell if isinstance(cell, str) else None


def _shown(texts: Texts, line: int) -> str | None:
    if line >= len(texts):
        return None
    text = texts.segments[line]
    return text if len(text) <= LETTERS else f"{text[:LETTERS]}…"
