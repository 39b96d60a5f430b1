"""Scores on a terminal, in a colored table that the package Rich writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from truebleu.display.scores import Style, in_order, score_table, segment_table
from truebleu.display.table import Table, as_text
from truebleu.wording import visible

if TYPE_CHECKING:
    from truebleu.evaluation.files import SystemResult

FIRST_SCORE = 1
"""Index of the first column of scores. The column before has the names of the systems."""


def show(
    systems: Sequence[Sequence[SystemResult]],
    style: Style,
    *,
    per_segment: bool,
    file: TextIO,
    sort: str = "score",
) -> None:
    """Write a table of scores to a terminal.

    The best score of each metric is highlighted, except in a table of segments. Tied scores are not
    highlighted. A table that is wider than the terminal is written as plain text, because Rich
    would truncate numbers.

    Args:
        systems: a list for each system, with one result per metric.
        style: the formats of numbers, system names and signatures.
        per_segment: whether to write the scores of all segments.
        file: the terminal.
        sort: the order of systems: "score" (best first) or "input" (input order).
    """
    console = Console(file=file, highlight=False)
    table = segment_table(systems, style) if per_segment else score_table(systems, style, sort)
    columns = [] if per_segment else list(zip(*in_order(systems, sort), strict=True))
    width = 1 if systems[0][0].interval is None else 2  # number of table columns per score
    drawn = _rich(table, [_best(column) for column in columns] or [None], width)
    if (
        Measurement.get(console, console.options.update(width=10_000), drawn).minimum
        > console.width
    ):
        for line in as_text(table):
            console.print(Text(line), soft_wrap=True)
        return
    console.print(drawn)
    for title, text in table.notes:
        # No wrapping, so that the signature can be copied.
        console.print(Text.assemble((f"{visible(title)}: ", "dim"), visible(text)), soft_wrap=True)


def _best(results: Sequence[SystemResult]) -> int | None:
    """Return the index of the system with the best score.

    Return None if there is only one system, or if several systems have the best score.
    """
    values = [result.score.value for result in results]
    best = max(values) if results[0].score.higher_is_better else min(values)
    return values.index(best) if len(values) > 1 and values.count(best) == 1 else None


def _rich(table: Table, best: Sequence[int | None], width: int) -> RichTable:
    """Return a Rich table with scores in bold.

    Each score takes `width` table columns, of which the first is bold. `best` has one item per
    score: the index of the row to highlight, or None.
    """
    drawn = RichTable(header_style="bold")
    for column, name in enumerate(table.columns):
        left = column in table.left
        drawn.add_column(Text(visible(name)), justify="left" if left else "right", no_wrap=True)
    for i, row in enumerate(table.rows):
        cells = [Text(visible(cell)) for cell in row]
        for cell, best_row in zip(cells[FIRST_SCORE::width], best, strict=False):
            cell.stylize("bold green" if i == best_row else "bold")
        drawn.add_row(*cells)
    return drawn
