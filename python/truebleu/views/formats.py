"""The formats of output by name."""

from __future__ import annotations

from truebleu.views.scores import (
    data_table,
    json_pieces,
    records,
    score_table,
    segment_data_table,
    segment_records,
    segment_table,
)
from truebleu.views.table import as_csv, as_latex, as_markdown, as_text, as_tsv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from truebleu.io.scoring import Result
    from truebleu.views.scores import Style

__all__ = ["FORMATS", "rendered"]

FORMATS = ("text", "json", "jsonl", "tsv", "csv", "markdown", "latex")
"""Those for people are text, markdown and latex; the others hold every number in full."""


def rendered(
    systems: Sequence[Sequence[Result]], form: str, style: Style, *, per_segment: bool
) -> Iterable[str]:
    """Give the lines of the results in one of `FORMATS`, without line ends.

    `systems` has a list for each system, with a result for each metric.
    """
    if form == "json":
        return json_pieces(systems, style, per_segment=per_segment)
    if form == "jsonl":
        return _json_lines(systems, style, per_segment=per_segment)
    if form in {"tsv", "csv"}:
        data = segment_data_table if per_segment else data_table
        return (as_tsv if form == "tsv" else as_csv)(data(systems, style))
    table = (segment_table if per_segment else score_table)(systems, style)
    return {"text": as_text, "markdown": as_markdown, "latex": as_latex}[form](table)


def _json_lines(
    systems: Sequence[Sequence[Result]], style: Style, *, per_segment: bool
) -> Iterable[str]:
    import json

    for record in (segment_records if per_segment else records)(systems, style):
        yield json.dumps(record, ensure_ascii=False, allow_nan=False)
