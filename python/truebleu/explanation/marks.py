"""One segment token by token: what became of every n-gram of it."""

from __future__ import annotations

from truebleu import _native
from truebleu.explanation.values import SegmentMarks, TokenMark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["marks_of"]

Mark = tuple[str, "list[int]"]


def marks_of(
    inventory: _native.Inventory, system: int, segment: int, orders: int, *, number: int
) -> SegmentMarks:
    """The marks of a hypothesis; `number` is what the segment is called."""
    tokens = inventory.hypothesis(system, segment)
    references = inventory.references(segment)
    by_order = inventory.marks(system, segment, orders)
    marked = tuple(_token(token, at, by_order) for at, token in enumerate(tokens))
    found = tuple(_produced(reference, tokens) for reference in references)
    return SegmentMarks(number, marked, found)


def _token(token: str | int, at: int, by_order: Sequence[Sequence[Mark]]) -> TokenMark:
    longest = 0
    references: tuple[int, ...] = ()
    for order, marks in enumerate(by_order, start=1):
        covering = marks[max(0, at - order + 1) : at + 1]
        serving = {k + 1 for status, found in covering if status == "matched" for k in found}
        if serving:
            longest, references = order, tuple(sorted(serving))
    ngrams = tuple(marks[at][0] if at < len(marks) else None for marks in by_order)
    return TokenMark(token, by_order[0][at][0], longest, references, ngrams)


def _produced(
    reference: Sequence[str | int], hypothesis: Sequence[str | int]
) -> tuple[tuple[str | int, bool], ...]:
    """Each token of a reference, and whether the hypothesis has it as often up to here."""
    # The same counting with the sides exchanged.
    turned = _native.Inventory("none", "mixed", [[reference]], [[hypothesis]], False)
    marks = turned.marks(0, 0, 1)[0]
    pairs = zip(reference, marks, strict=True)
    return tuple((token, status == "matched") for token, (status, _) in pairs)
