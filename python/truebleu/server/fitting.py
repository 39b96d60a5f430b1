"""Check that the files of a session match: they must have equal numbers of segments."""

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
"""Number of lines that are shown before and after the first differing line."""

LETTERS = 200
MAX_ALIGNED = 50_000
"""Maximum number of lines of a file that is aligned. Longer files would take too long."""


def what_is_missing(entries: Sequence[Entry]) -> str | None:
    """Return the reason why the files cannot be scored; None if they can be scored."""
    wrong = next((entry for entry in entries if entry.problem), None)
    if wrong is not None:
        return wrong.problem
    unread = next((entry for entry in entries if entry.texts is None), None)
    if unread is not None:
        choice = "version" if unread.form in MARKUPS else "column"
        return f"choose the {choice} of {unread.label} (read as {unread.form})"
    for role, content in (("reference", "references"), ("system", "system output")):
        if not any(entry.role == role for entry in entries):
            return f"add a file with {content}"
    empty = next((entry for entry in entries if not entry.texts), None)
    if empty is not None:
        return f"{empty.label} is empty"
    return _doubled_name(entries)


def _doubled_name(entries: Sequence[Entry]) -> str | None:
    names = Counter(entry.label for entry in entries if entry.role == "system")
    twice = next((name for name, count in names.items() if count > 1), None)
    return None if twice is None else f"two systems are named {twice!r}: rename one of them"


def misfits(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Describe each file that has more or fewer lines than the comparison file.

    The comparison file is a file with the most frequent number of lines, a reference if possible.
    The description of a file has these keys:

    - `id`, `name` and `lines` of the file,
    - `other` and `other_lines`: name and number of lines of the comparison file,
    - `message`: the difference in words,
    - `line`: number of the first line that differs, from 1,
    - `first`: the lines around this line, in both files.
    """
    read = [entry for entry in entries if entry.texts is not None]
    if len({entry.lines for entry in read}) < 2:
        return []
    anchor = _anchor(read)
    return [_misfit(entry, anchor) for entry in read if entry.lines != anchor.lines]


def _anchor(entries: Sequence[Entry]) -> Entry:
    """Return a file with the most frequent number of lines, a reference if possible."""
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
    message, line_index = _difference(ours, theirs)
    return {
        "id": entry.id,
        "name": entry.label,
        "lines": entry.lines,
        "other": anchor.label,
        "other_lines": anchor.lines,
        "message": message,
        "first": [
            {"line": line + 1, "ours": _excerpt(ours, line), "theirs": _excerpt(theirs, line)}
            for line in range(max(0, line_index - AROUND), line_index + AROUND + 1)
            if line < max(len(ours), len(theirs))
        ],
        "line": line_index + 1,
    }


def _difference(ours: Texts, theirs: Texts) -> tuple[str, int]:
    """Describe how two files differ. Also return the index of the first line that differs."""
    from truebleu.checks.alignment import align
    from truebleu.checks.order import order_findings

    shorter = min(len(ours), len(theirs))
    if max(len(ours), len(theirs)) <= MAX_ALIGNED:
        alignment = align(ours, theirs)
        matches = [] if alignment is None else list(order_findings(ours, theirs, alignment))
        if alignment is not None and matches:
            message = "; ".join(match.finding.message for match in matches)
            return message, _first_difference(alignment, shorter)
    longer = ours if len(ours) > shorter else theirs
    return f"line {shorter + 1} of {longer.name} has no counterpart", shorter


def _first_difference(alignment: Alignment, shorter: int) -> int:
    """Return the index of the first line that is not aligned with the line of the same number.

    `shorter` is the number of lines of the shorter file.
    """
    if not alignment.runs:
        return 0
    first = alignment.runs[0]
    if first.start or first.offset:
        return 0
    return min(first.end, shorter)


def _plain(cells: Sequence[Cell]) -> list[str | None]:
    """Return one text per segment; None for a segment without text.

    A cell is a text, a list of texts or None. For a list, the first text is returned.
    """
    return [cell[0] if isinstance(cell, list) and cell else _text(cell) for cell in cells]


def _text(cell: Cell) -> str | None:
    return cell if isinstance(cell, str) else None


def _excerpt(texts: Texts, line: int) -> str | None:
    if line >= len(texts):
        return None
    text = texts.segments[line]
    return text if len(text) <= LETTERS else f"{text[:LETTERS]}…"
