"""Scores on a terminal: a table with lines and colour, by Rich."""

from __future__ import annotations

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from truebleu.hygiene.excerpts import visible
from truebleu.views.scores import score_table, segment_table
from truebleu.views.table import as_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from truebleu.io.scoring import Result
    from truebleu.views.scores import Style
    from truebleu.views.table import Table

__all__ = ["show"]

FIRST_SCORE = 1
"""The first column of scores: the systems' names are before it."""


def show(
    systems: Sequence[Sequence[Result]], style: Style, *, per_segment: bool, file: TextIO
) -> None:
    """Write the table of scores to a terminal; the best of several systems stands out.

    A table that is wider than the terminal is written as plain text: better a line that goes on
    than a number with its end cut off.
    """
    console = Console(file=file, highlight=False)
    table = (segment_table if per_segment else score_table)(systems, style)
    columns = [] if per_segment else list(zip(*systems, strict=True))
    drawn = _rich(table, [_best(column) for column in columns] or [None])
    if (
        Measurement.get(console, console.options.update(width=10_000), drawn).minimum
        > console.width
    ):
        for line in as_text(table):
            console.print(Text(line), soft_wrap=True)
        return
    console.print(drawn)
    for title, text in table.notes:
        # No wrapping: a signature is there to be copied.
        console.print(Text.assemble((f"{visible(title)}: ", "dim"), visible(text)), soft_wrap=True)


def _best(results: Sequence[Result]) -> int | None:
    """The place of the best of several systems; None where there is one, or a draw."""
    values = [result.score.value for result in results]
    best = max(values) if results[0].score.higher_is_better else min(values)
    return values.index(best) if len(values) > 1 and values.count(best) == 1 else None


def _rich(table: Table, best: Sequence[int | None]) -> RichTable:
    """The table, with the columns of scores in bold: `best` has the place of each one's best."""
    drawn = RichTable(header_style="bold")
    for column, name in enumerate(table.columns):
        left = column in table.left
        drawn.add_column(Text(visible(name)), justify="left" if left else "right", no_wrap=True)
    for number, row in enumerate(table.rows):
        cells = [Text(visible(cell)) for cell in row]
        for cell, place in zip(cells[FIRST_SCORE:], best, strict=False):
            cell.stylize("bold green" if number == place else "bold")
        drawn.add_row(*cells)
    return drawn
