"""`check`: find data issues in hypotheses, references and source, and estimate their score impact.

>>> result = check(["Nobody came .", "It rained all day."], ["No one came.", "It rained all day."])
>>> result.clean, result.segments
(True, 2)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.checks.kinds import Located, make_finding
from truebleu.checks.results import Check
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts, distinct_names
from truebleu.errors import InputError, ReferenceShapeError
from truebleu.inputs.references import References, streams_of
from truebleu.inputs.runs import Runs
from truebleu.inputs.sequences import as_list, as_lists, is_collection
from truebleu.inputs.systems import named_systems
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
    """Find data issues, count the affected segments and estimate the score impact.

    Issues in the texts never raise errors. Lone surrogates, None, values that are not text and
    different numbers of segments are reported as findings.

    Args:
        hypotheses: a list with a str for each segment, as for `BLEU.corpus_score`. For several
            systems, a mapping from system names to such lists.
        references: a list with a str for each segment, `References`, or a nested list. If the
            nested list has one inner list per segment, each inner list has the references of a
            segment. Otherwise, each inner list is a reference stream with one reference per
            segment.
        source: the source text of each segment; None if there is no source.
        metric: the metric of the score impacts. Its tokenizer is also checked. None means `BLEU()`.
        ignore: names of kinds of issues to omit.
        threads: number of threads; None means automatic.

    Raises:
        InputError: an argument is not a list of segments, or segments are lists of tokens.
        ReferenceShapeError: a nested list of references is ambiguous.
        ConfigurationError: a kind in `ignore` is unknown, `threads` is not positive, `metric` has
            no additive statistics, or the name of a system is not a str.
    """
    # Late, so that importing all names of truebleu does not load NumPy.
    from truebleu.checks.search import check_texts
    from truebleu.inputs.arguments import check_threads
    from truebleu.metrics.registry import check_metric

    check_threads(threads)
    chosen = check_metric(metric)
    streams, faults = read_streams(hypotheses, references, source)
    return check_texts(streams, chosen, faults=faults, ignore=ignore, threads=threads)


# Conversion of the arguments of `check` to streams


def read_streams(
    hypotheses: Any, references: Any, source: Any
) -> tuple[list[Texts], list[Located]]:
    """Read the arguments of `check`. Return the texts, and findings about invalid segments.

    The list of texts has one `Texts` object for each system, then for each reference, then for the
    source. A segment is invalid if it is not a str.

    Raises:
        InputError: an argument is not a list of segments, or segments are lists of tokens.
        ReferenceShapeError: a nested list of references is ambiguous.
    """
    systems = _systems(hypotheses)
    count = len(next(iter(systems.values())))
    streams = [(name, HYPOTHESIS, cells) for name, cells in systems.items()]
    columns = _columns(references, count)
    for number, cells in enumerate(columns, 1):
        name = REFERENCE if len(columns) == 1 else f"{REFERENCE} {number}"
        streams.append((name, REFERENCE, cells))
    if source is not None:
        streams.append((SOURCE, SOURCE, as_list(source, "source")))
    faults: list[Located] = []
    names = distinct_names((name, role) for name, role, _ in streams)
    texts = [
        Texts(name, role, _only_text(name, role, cells, faults))
        for name, (_, role, cells) in zip(names, streams, strict=True)
    ]
    return texts, faults


def _systems(hypotheses: Any) -> Mapping[str, Sequence[Any]]:
    if isinstance(hypotheses, Mapping):
        if not hypotheses:
            raise InputError("hypotheses is an empty dict. Pass at least one system.")
        systems = named_systems(hypotheses)
        for name, runs in systems.items():
            if isinstance(runs, Runs):
                raise InputError(
                    f"system {name!r} has several runs, but check reads one text per segment. Pass "
                    "each run as a system."
                )
        return {name: as_list(cells, f"hypotheses of {name}") for name, cells in systems.items()}
    return {HYPOTHESIS: as_list(hypotheses, "hypotheses")}


def _columns(references: Any, segments: int) -> Sequence[Sequence[Any]]:
    """Return one list per reference stream, with one reference per segment."""
    if isinstance(references, References):
        return streams_of(references.lists) if references.by_segment else references.lists
    reference_list = as_list(references, "references")
    if not any(is_collection(item) for item in reference_list):
        return [reference_list]
    lists = [
        item if isinstance(item, (list, tuple)) else [item]
        for item in as_lists(reference_list, "references: list")
    ]
    by_stream = {len(item) for item in lists} == {segments}
    if len(lists) == segments and by_stream:
        raise ReferenceShapeError(
            f"references is ambiguous: {count(segments, 'list')} of {count(segments, 'element')}. "
            "Use References.per_segment(...) or References.streams(...)."
        )
    return streams_of(lists) if len(lists) == segments else lists


def _only_text(
    name: str, role: str, cells: Sequence[Any], faults: list[Located]
) -> Sequence[str | None]:
    """Return the segments in `cells`, with None in place of each value that is not a str.

    If there are such values, add a finding to `faults`. A missing reference (None) is not an issue.
    """
    if all(type(cell) is str for cell in cells):
        return cells
    wrong = [
        i
        for i, cell in enumerate(cells)
        if not isinstance(cell, str) and not (cell is None and role == REFERENCE)
    ]
    tokens = next((i + 1 for i in wrong if is_collection(cells[i])), None)
    if tokens is not None:
        raise InputError(
            f"{name}: segment {tokens} is a list of tokens. Pass each segment as a str.",
            segment=tokens,
        )
    if wrong:
        type_names = sorted({type(cells[i]).__name__ for i in wrong})
        faults.append(make_finding("not_text", name, wrong, what=", ".join(type_names)))
    return [str(cell) if isinstance(cell, str) else None for cell in cells]
