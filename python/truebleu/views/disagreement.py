"""The numbers of all tools for the same texts, and the rules behind each gap."""

from __future__ import annotations

from truebleu.conventions import CONVENTIONS
from truebleu.views.table import Table, as_markdown, as_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from truebleu.disagreement import Disagreement, ToolScore

__all__ = ["rendered"]

WORTH_SAYING = 0.005
"""Points that two decimals show."""

NOTE = (
    "points are of 100; a gap is divided among the rules that make it, each with the mean of what "
    "it moves over all orders of changing one rule at a time"
)


def rendered(found: Disagreement, form: str) -> Iterable[str]:
    """Give the lines of the numbers as text, Markdown or JSON."""
    if form == "json":
        import json

        text = json.dumps(found.to_dict(), ensure_ascii=False, indent=2, allow_nan=False)
        return text.split("\n")
    columns = ["convention", "points", "its own number", f"to {found.base}", "because of"]
    rows = [_row(line) for line in (*found.tools, *found.mistakes)]
    sizes = f"{_number(found.segments, 'segment')}, {_number(found.references, 'reference')} each"
    table = Table(columns, rows, left=frozenset({0, 4}), notes=[("of", sizes), ("note", NOTE)])
    return as_markdown(table) if form == "markdown" else as_text(table)


def _own_number(name: str, value: float) -> str:
    """The number as the tool shows it: in its own scale, with as many digits as it prints."""
    places = CONVENTIONS[name.split(",", maxsplit=1)[0]].decimals
    return repr(value) if places is None else f"{value:.{places}f}"


def _row(line: ToolScore) -> Sequence[str]:
    if line.points is None or line.value is None:
        return [line.name, "-", "-", "-", line.problem]
    gap = "" if line.gap is None else _signed(line.gap)
    own = _own_number(line.name, line.value)
    return [line.name, f"{line.points:.2f}", own, gap, _reasons(line)]


def _reasons(line: ToolScore) -> str:
    if line.problem:
        return line.problem
    moves = [move for move in line.moves if abs(move.points) >= WORTH_SAYING]
    if not moves:
        return "the last digits" if line.gap and line.moves else ""
    return ", ".join(f"{move.part} {_signed(move.points)}" for move in moves)


def _signed(points: float) -> str:
    text = f"{points:+.2f}"
    return "0.00" if float(text) == 0 else text


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
