"""Compute the data of a report from its validated input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truebleu.inputs.arguments import ProgressCallback
from truebleu.inputs.references import References
from truebleu.metrics.bleu import BLEU
from truebleu.report.boundaries import NONE, Signs
from truebleu.report.data import ReportData
from truebleu.report.data_checks import Findings, findings_of
from truebleu.report.encoding import Chunks, Columns
from truebleu.report.extra_metrics import extra_metrics_of
from truebleu.report.input import ReportInput
from truebleu.report.meta import build_meta
from truebleu.report.ngrams import (
    inventory_of,
    ngram_tables,
    packed_tables,
    segment_scores,
    token_fields,
)
from truebleu.report.text_policy import TextSelection, select_texts
from truebleu.significance.systems import CountedSystem, each_run

Rows = NDArray[np.int64]

if TYPE_CHECKING:
    from truebleu.report.encoding import Field


STEPS = 4


def build(inputs: ReportInput, *, progress: ProgressCallback | None = None) -> ReportData:
    """Compute the data of a report.

    `progress` is called after each step, with the number of finished steps and the number of all
    steps.
    """
    step = _Steps(progress)
    metric, systems = inputs.metric, inputs.counted_systems.by_metric(inputs.main)
    scores = inputs.scores_by(inputs.main)
    step.done()
    fields, signs, tables, rarest = _texts(inputs)
    selection = select_texts(
        inputs.text,
        fields,
        inputs.segments,
        lambda: influences(metric, systems, inputs.options.num_threads),
    )
    step.done()
    rows = [system.table() for system in systems]
    findings = findings_of(inputs, rows)
    if selection.policy == "none":
        findings = findings.without_texts()
    step.done()
    columns = _columns(inputs, rows, selection, findings)
    others = extra_metrics_of(inputs)
    for number, extra in enumerate(others):
        extra.add_columns(columns, number)
    if rarest is not None:
        columns.add_counts("freq", np.array(rarest, np.int64))
    data = ReportData(
        meta=build_meta(inputs, scores, selection, columns, findings, others, signs),
        stats=columns.compressed(),
        ngrams=packed_tables(tables),
        texts=None
        if selection.policy == "none"
        else Chunks(fields, inputs.segments, selection.segments),
        metric=metric,
        systems=scores,
        segment_scores=[segment_scores(metric, system.rows[0]) for system in systems],
        whole_comparison=inputs.comparison_by(inputs.main),
        others=others,
    )
    step.done()
    return data


class _Steps:
    def __init__(self, progress: ProgressCallback | None) -> None:
        self._progress = progress
        self._done = 0

    def done(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, STEPS)


def influences(metric: BLEU, systems: Sequence[CountedSystem], threads: int) -> NDArray[np.float64]:
    """Return the influence of each segment as a float64 array of shape (n_segments,).

    With one system, the influence of a segment is the absolute change of the corpus score, in
    points, when the segment is left out. With several systems, it is the largest absolute change of
    the score difference between the first system and any other system.
    """
    native = each_run(metric, systems, None)
    without = np.asarray(native.leave_out("multinomial", threads))
    change = without - np.array([[system.value for system in systems]])
    if len(systems) > 1:
        change = change[:, 1:] - change[:, :1]
    largest: NDArray[np.float64] = np.nan_to_num(np.abs(change)).max(axis=1)
    return largest


def _texts(
    inputs: ReportInput,
) -> tuple[list[Field], Signs, dict[str, Any], list[int] | None]:
    """Return four results: texts, subword markers, tables of n-grams, and word frequencies.

    The texts include token boundaries. The word frequency of a segment is the number of occurrences
    of its rarest reference token in all references. If the report must not include texts, all
    results are empty, because each of them would reveal texts.
    """
    if inputs.text.name == "none":
        return [], NONE, {"orders": []}, None
    fields = _fields(inputs)
    inventory = inventory_of(inputs)
    texts = fields[len(fields) - len(inputs.references) - len(inputs.names) :]
    tokens, signs = token_fields(inventory, inputs, texts)
    tables = ngram_tables(inventory, inputs.metric.max_ngram_order, len(inputs.names))
    return [*fields, *tokens], signs, tables, inventory.rarest()


def _fields(inputs: ReportInput) -> list[Sequence[Any]]:
    """Return the texts that the report shows.

    There is one list for the source, if it is shown, then one for each reference and each system.
    """
    source: list[Sequence[Any]] = []
    if inputs.show_source and inputs.source is not None:
        source = [inputs.source]
    fields = [*source, *inputs.references, *inputs.hypotheses]
    if not inputs.tokens:
        return fields
    return [[_as_text(cell) for cell in field] for field in fields]


def _as_text(cell: Any) -> str | None:
    return cell if cell is None or isinstance(cell, str) else " ".join(map(str, cell))


def _columns(
    inputs: ReportInput, rows: Sequence[Rows], selection: TextSelection, findings: Findings
) -> Columns:
    """Return the numbers of the report, as columns with one value per segment."""
    columns = Columns()
    for number, table in enumerate(rows):
        _add_system(columns, inputs.metric, number, table)
    if inputs.documents is not None:
        index_by_name: dict[str, int] = {}
        numbers = [index_by_name.setdefault(name, len(index_by_name)) for name in inputs.documents]
        columns.add_counts("doc", np.array(numbers))
    columns.add_counts("reflen", first_lengths(inputs, rows[0]))
    if findings.tags:
        columns.add_counts("tags", findings.bits)
    if selection.policy == "top":
        flags = np.zeros(inputs.segments, np.int64)
        flags[list(selection.segments or ())] = 1
        columns.add_counts("text_kept", flags)
    return columns


def first_lengths(inputs: ReportInput, rows: Rows) -> Rows:
    """Return the token count of each segment's first reference; 0 for a missing reference.

    `rows` are the sufficient statistics of a system, one row per segment. If every segment has
    exactly one reference, the counts are taken from `rows`.
    """
    metric, stream = inputs.metric, inputs.references[0]
    if len(inputs.references) == 1 and None not in stream:
        column = metric.layout.index("reference_length")
        lengths: Rows = rows[:, column] // metric.layout[column].parts
        return lengths
    empty: list[str] | str = [] if inputs.tokens else ""
    texts = [empty if cell is None else cell for cell in stream]
    table = metric.statistics(texts, References.streams([texts]))
    return table[:, metric.layout.index("hypothesis_length")]


def _add_system(columns: Columns, metric: BLEU, number: int, table: NDArray[np.int64]) -> None:
    index = metric.layout.index
    lengths = table[:, index("hypothesis_length")]
    columns.add_counts(f"hyp/{number}", lengths)
    columns.add_counts(f"ref/{number}", table[:, index("reference_length")])
    for order in range(1, metric.max_ngram_order + 1):
        columns.add_counts(f"m/{number}/{order}", table[:, index(f"matches_{order}")])
        totals = table[:, index(f"totals_{order}")]
        if not np.array_equal(totals, np.maximum(lengths - order + 1, 0)):
            columns.add_counts(f"t/{number}/{order}", totals)
