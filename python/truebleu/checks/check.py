"""`check`: everything that may be wrong with hypotheses, references and source, and what it costs.

>>> found = check(["Nobody came .", "It rained all day."], ["No one came.", "It rained all day."])
>>> found.clean, found.segments
(True, 2)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.checks.kinds import Located, found
from truebleu.checks.results import Check
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts
from truebleu.errors import InputError, ReferenceShapeError
from truebleu.inputs.references import References
from truebleu.inputs.sequences import as_list, as_lists, is_collection
from truebleu.metrics.base.preparation import no_tokens
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.metrics.base.metric import Metric


def check(
    hypotheses: Any,
    references: Any,
    source: Any = None,
    metric: Metric[Any] | None = None,
    *,
    ignore: Collection[str] = (),
    threads: int | None = None,
) -> Check:
    """Find, count and locate what is wrong with the data, and say what it costs.

    Nothing in the texts is an error here: half characters, None and things that are no text are
    findings, as are different numbers of segments.

    Args:
        hypotheses: a str for each segment, as `BLEU.corpus_score` takes them; or a mapping of
            systems' names to such lists.
        references: one str for each segment; or `References`; or a nested list, read as
            `corpus_score` reads it, and by stream where the lengths leave no reading.
        source: what was translated, a str for each segment; None if it is not at hand.
        metric: in whose points costs are given, and whose tokenizer is looked at; `BLEU()` when
            None.
        ignore: kinds of findings that are left out.
        threads: how many threads may count; None lets truebleu choose.

    Raises:
        InputError: what was handed over is no list of segments, or its segments are tokens.
        ReferenceShapeError: a nested list of references can be read in two ways.
        ConfigurationError: `ignore` names an unknown kind, `threads` is no positive number, or
            `metric` has no counts of segments that add.
    """
    # Late: whoever imports all names of truebleu does not load NumPy by it.
    from truebleu.checks.search import check_texts
    from truebleu.inputs.arguments import check_threads
    from truebleu.metrics.registry import check_metric

    check_threads(threads)
    chosen = check_metric(metric)
    streams, faults = read_streams(hypotheses, references, source)
    return check_texts(streams, chosen, faults=faults, ignore=ignore, threads=threads)


# Lists that a caller of `check` hands over, as streams of texts, whatever is wrong in them


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


def _columns(references: Any, segments: int) -> Sequence[Sequence[Any]]:
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
    by_stream = {len(item) for item in lists} == {segments}
    if len(lists) == segments and by_stream:
        raise ReferenceShapeError(
            f"references is {count(segments, 'list')} of {count(segments, 'element')}, and can "
            f"be read in two ways: say "
            "References.per_segment(...) or References.streams(...)"
        )
    return _by_stream(lists) if len(lists) == segments else lists


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
