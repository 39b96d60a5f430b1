"""Reading of table files in batches: Parquet, JSON Lines, TSV and CSV."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError
from truebleu.integrations.columns.columns import ColumnStream
from truebleu.integrations.columns.tables import ROWS, read_table
from truebleu.io.blocks import shown
from truebleu.io.formats import table_form
from truebleu.io.tables import TABLES, TableFile, parquet_batches

if TYPE_CHECKING:
    from truebleu.integrations.columns.cells import ColumnSelection
    from truebleu.integrations.columns.columns import Columns


def stream_file(path: str, selection: ColumnSelection) -> ColumnStream:
    """Return a stream of the selected columns of a table file.

    The suffix of the file name determines the format. This function reads the first batch
    immediately. It raises `InputError` for an unknown suffix, an unreadable file or a missing
    column.
    """
    form = table_form(path)
    if form is None:
        raise InputError(
            f"{shown(path)} has no known table suffix. Use one of .{', .'.join(TABLES)}."
        )

    def batches() -> Iterator[Columns]:
        columns = _parquet(path, selection) if form == "parquet" else _rows(path, form, selection)
        first = next(columns, None)
        return columns if first is None else chain([first], columns)

    for _ in batches():
        break
    return ColumnStream(batches, shown(path))


def _parquet(path: str, selection: ColumnSelection) -> Iterator[Columns]:
    before, empty = 0, Counter[str]()
    for batch in parquet_batches(path, selection.names, ROWS):
        try:
            columns = read_table(batch, selection, before, empty)
        except InputError as error:
            error.args = (f"{shown(path)}: {error}",)
            error.file = shown(path)
            raise
        before += len(columns)
        yield columns
    selection.warn(empty, shown(path))


def _rows(path: str, form: str, selection: ColumnSelection) -> Iterator[Columns]:
    # `pairs` applies the policy for nulls; a list is a list of references.
    optional = [
        name in selection.references or selection.nulls == "empty" for name in selection.names
    ]
    file = TableFile(path, form, selection.names, optional, header=True)
    try:
        before, empty = 0, Counter[str]()
        while not file.ended:
            _fill(file)
            columns: dict[str, Any] = {}
            for name, stream in zip(selection.names, file.streams, strict=True):
                columns[name] = list(stream.cells(ROWS))
                stream.drop(ROWS)
            pairs = selection.pairs(columns, before, file.name, empty)
            before += len(pairs)
            if len(pairs):
                yield pairs
        selection.warn(empty, file.name)
    finally:
        file.close()


def _fill(file: TableFile) -> None:
    while file.streams[0].ready < ROWS and not file.ended:
        file.advance()
