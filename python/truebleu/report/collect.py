"""From texts and a comparison of them to the data of a report."""

from __future__ import annotations

import numpy as np

from truebleu.report.chunks import Chunks
from truebleu.report.columns import Columns
from truebleu.report.counting import alone, counted, first_lengths, influences, joined_rows
from truebleu.report.data import ReportData
from truebleu.report.findings import Findings, findings_of
from truebleu.report.meta import meta_of
from truebleu.report.metric import is_portable
from truebleu.report.ngrams import inventory_of, ngram_tables, packed_tables, token_fields
from truebleu.report.others import others_of
from truebleu.report.policy import Kept, TextPolicy, kept_texts
from truebleu.report.reproduce import confidence_of, reproduce_meta
from truebleu.report.segment_scores import segment_scores
from truebleu.resampling.given import document_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from truebleu.comparison import Comparison
    from truebleu.findings import SystemScore
    from truebleu.metrics.bleu import BLEU
    from truebleu.report.material import Material
    from truebleu.report.origin import Origin
    from truebleu.report.others import Beside
    from truebleu.resampling.plan import Plan
    from truebleu.resampling.rows import Rows
    from truebleu.resampling.systems import Counted

__all__ = ["collect"]

STEPS = 4


def collect(
    material: Material,
    metric: BLEU,
    rows: Mapping[str, Rows],
    comparison: Comparison | None,
    plan: Plan | None,
    origin: Origin,
    *,
    text: TextPolicy,
    hygiene: bool,
    others: Sequence[Beside] = (),
    threads: int = 0,
    tell: Callable[[int, int], object] | None = None,
) -> ReportData:
    """Gather all that a report shows.

    `rows` are those of each system by this metric, `comparison` is of these texts by this metric
    alone. For a single system or a single segment it is None, and `plan` says how the interval is
    drawn. `others` are metrics that stand beside it, each with its rows, and its comparison where
    there is one. `tell` hears how many steps of how many are done.
    """
    step = _Steps(tell)
    compared = None if comparison is None else comparison[0]
    if compared is not None:
        material = material.in_order([system.name for system in compared.systems])
    systems = counted(metric, material, rows)
    scores = _alone(metric, material, systems, plan) if compared is None else compared.systems
    step.done()
    fields, tables, rarest = _texts(metric, material, text)
    kept = kept_texts(text, fields, material.segments, lambda: influences(metric, systems, threads))
    step.done()
    of_systems = list(map(joined_rows, systems))
    found = findings_of(material, metric, of_systems, threads, wanted=hygiene)
    if kept.policy == "none":
        found = found.without_texts()
    step.done()
    columns = _columns(metric, material, of_systems, kept, found)
    beside = others_of(others, metric, material, plan, _units(material))
    for number, other in enumerate(beside):
        other.add_columns(columns, number)
    if rarest is not None:
        columns.add_counts("freq", np.array(rarest, np.int64))
    reproduce = reproduce_meta(scores, comparison, plan, origin, beside)
    meta = meta_of(
        material,
        metric,
        scores,
        comparison,
        confidence_of(comparison, plan),
        origin,
        reproduce,
        kept,
        columns,
        found,
        beside,
    )
    texts = None if kept.policy == "none" else Chunks(fields, material.segments, kept.segments)
    packed = columns.compressed(), packed_tables(tables)
    spread = [segment_scores(metric, system.rows[0]) for system in systems]
    step.done()
    return ReportData(meta, *packed, texts, metric, scores, spread, comparison, beside)


class _Steps:
    """Tells how many steps are done, if somebody wants to hear it."""

    def __init__(self, tell: Callable[[int, int], object] | None) -> None:
        self._tell = tell
        self._done = 0

    def done(self) -> None:
        self._done += 1
        if self._tell is not None:
            self._tell(self._done, STEPS)


def _alone(
    metric: BLEU, material: Material, systems: Sequence[Counted], plan: Plan | None
) -> tuple[SystemScore, ...]:
    """Systems that are compared with nothing."""
    units = _units(material)
    return tuple(
        alone(metric, name, system, material.segments, units, plan)
        for name, system in zip(material.names, systems, strict=True)
    )


def _texts(
    metric: BLEU, material: Material, policy: TextPolicy
) -> tuple[list[Sequence[Any]], dict[str, Any], list[int] | None]:
    """The fields of texts, the n-grams that part systems, and how often rarest words occur.

    All of these are texts, or tell of them.
    """
    if policy.name == "none":
        return [], {"orders": []}, None
    fields = _fields(material)
    inventory = inventory_of(metric, material)
    if not is_portable(metric, tokens=material.tokens):
        fields += token_fields(inventory, material)
    tables = ngram_tables(inventory, metric.max_ngram_order, len(material.names))
    return fields, tables, inventory.rarest()


def _units(material: Material) -> Sequence[int] | None:
    """The number of each segment's document, where there are several to draw from."""
    if material.documents is None or len(set(material.documents)) < 2:
        return None
    return document_numbers(material.documents, material.segments)


def _fields(material: Material) -> list[Sequence[Any]]:
    """What is held of each segment, as text: the source, the references, the systems."""
    source: list[Sequence[Any]] = []
    if material.show_source and material.source is not None:
        source = [material.source]
    fields = [*source, *material.references, *material.systems()]
    if not material.tokens:
        return fields
    return [[_as_text(cell) for cell in field] for field in fields]


def _as_text(cell: Any) -> str | None:
    return cell if cell is None or isinstance(cell, str) else " ".join(map(str, cell))


def _columns(
    metric: BLEU,
    material: Material,
    rows: Sequence[NDArray[np.int64]],
    kept: Kept,
    found: Findings,
) -> Columns:
    """The numbers of each segment."""
    columns = Columns()
    for number, table in enumerate(rows):
        _add_system(columns, metric, number, table)
    if material.documents is not None:
        places: dict[str, int] = {}
        numbers = [places.setdefault(name, len(places)) for name in material.documents]
        columns.add_counts("doc", np.array(numbers))
    columns.add_counts("reflen", first_lengths(metric, material, rows[0]))
    if found.tags:
        columns.add_counts("tags", found.bits)
    if kept.policy == "top":
        flags = np.zeros(material.segments, np.int64)
        flags[list(kept.segments or ())] = 1
        columns.add_counts("text_kept", flags)
    return columns


def _add_system(columns: Columns, metric: BLEU, number: int, table: NDArray[np.int64]) -> None:
    place = metric.layout.index
    lengths = table[:, place("hypothesis_length")]
    columns.add_counts(f"hyp/{number}", lengths)
    columns.add_counts(f"ref/{number}", table[:, place("reference_length")])
    for order in range(1, metric.max_ngram_order + 1):
        columns.add_counts(f"m/{number}/{order}", table[:, place(f"matches_{order}")])
        totals = table[:, place(f"totals_{order}")]
        if not np.array_equal(totals, np.maximum(lengths - order + 1, 0)):
            columns.add_counts(f"t/{number}/{order}", totals)
