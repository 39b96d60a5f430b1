"""Lists that a caller of `check` hands over, as streams of texts, whatever is wrong in them."""

from __future__ import annotations

from truebleu.errors import InputError, ReferenceShapeError
from truebleu.hygiene.kinds import found
from truebleu.hygiene.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts
from truebleu.metrics.preparation import no_tokens
from truebleu.references import References
from truebleu.sequences import as_list, as_lists, is_collection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from truebleu.hygiene.kinds import Located

__all__ = ["read_streams"]


def read_streams(
    hypotheses: Any, references: Any, source: Any
) -> tuple[list[Texts], list[Located]]:
    """Make streams of what was handed over, and findings of what is no text in them.

    Raises `InputError` for what is no list of segments.
    """
    systems = _systems(hypotheses)
    count = len(next(iter(systems.values())))
    streams: list[tuple[str, str, Sequence[Any]]] = [
        (name, HYPOTHESIS, cells) for name, cells in systems.items()
    ]
    columns = _columns(references, count)
    for number, cells in enumerate(columns, 1):
        name = REFERENCE if len(columns) == 1 else f"{REFERENCE} {number}"
        streams.append((name, REFERENCE, cells))
    if source is not None:
        streams.append((SOURCE, SOURCE, as_list(source, "source")))
    faults: list[Located] = []
    made = [
        Texts(name, role, _only_text(name, role, cells, faults)) for name, role, cells in streams
    ]
    return made, faults


def _systems(hypotheses: Any) -> Mapping[str, Sequence[Any]]:
    if isinstance(hypotheses, dict):
        if not hypotheses:
            raise InputError("hypotheses is an empty dict: there is no system to check")
        return {
            str(name): as_list(cells, f"hypotheses of {name}") for name, cells in hypotheses.items()
        }
    return {HYPOTHESIS: as_list(hypotheses, "hypotheses")}


def _columns(references: Any, count: int) -> Sequence[Sequence[Any]]:
    """The references as streams."""
    if isinstance(references, References):
        return _by_stream(references.lists) if references.by_segment else references.lists
    given = as_list(references, "references")
    if not any(is_collection(item) for item in given):
        return [given]
    lists = [
        item if isinstance(item, (list, tuple)) else [item]
        for item in as_lists(given, "references: list")
    ]
    by_stream = {len(item) for item in lists} == {count}
    if len(lists) == count and by_stream:
        raise ReferenceShapeError(
            f"references is {count} lists of {count} elements, and can be read in two ways: say "
            "References.per_segment(...) or References.streams(...)"
        )
    return _by_stream(lists) if len(lists) == count else lists


def _by_stream(lists: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Streams of the references of each segment; None where a segment has fewer."""
    width = max(map(len, lists), default=0)
    return [
        [inner[place] if place < len(inner) else None for inner in lists]
        for place in range(max(1, width))
    ]


def _only_text(
    name: str, role: str, cells: Sequence[Any], faults: list[Located]
) -> Sequence[str | None]:
    """The cells, with None for what is no text; a missing reference is no fault."""
    if all(type(cell) is str for cell in cells):
        return cells
    wrong = [
        place
        for place, cell in enumerate(cells)
        if not isinstance(cell, str) and not (cell is None and role == REFERENCE)
    ]
    if any(is_collection(cells[place]) for place in wrong):
        raise no_tokens("check")
    if wrong:
        what = sorted({type(cells[place]).__name__ for place in wrong})
        faults.append(found("not_text", name, wrong, what=", ".join(what)))
    return [str(cell) if isinstance(cell, str) else None for cell in cells]
