"""Files of columns in batches: Parquet as Arrow, and JSON lines, TSV and CSV."""

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
    from truebleu.integrations.columns.cells import Wanted
    from truebleu.integrations.columns.columns import Columns


def stream_file(path: str, wanted: Wanted) -> ColumnStream:
    """The wanted columns of a file, by what its name ends with.

    The file is opened once here, so that what is wrong with it is said now. Raises `InputError`
    for a name that says no format, a file that cannot be read, and one without the columns.
    """
    form = table_form(path)
    if form is None:
        raise InputError(
            f"{shown(path)}: its name does not say how it is written; files of columns end in "
            f".{', .'.join(TABLES)}"
        )

    def batches() -> Iterator[Columns]:
        found = _parquet(path, wanted) if form == "parquet" else _rows(path, form, wanted)
        first = next(found, None)
        return found if first is None else chain([first], found)

    for _ in batches():
        break
    return ColumnStream(batches, shown(path))


def _parquet(path: str, wanted: Wanted) -> Iterator[Columns]:
    before, empty = 0, Counter[str]()
    for batch in parquet_batches(path, wanted.names, ROWS):
        try:
            found = read_table(batch, wanted, before, empty)
        except InputError as error:
            error.args = (f"{shown(path)}: {error}",)
            error.file = shown(path)
            raise
        before += len(found)
        yield found
    wanted.warn(empty, shown(path))


def _rows(path: str, form: str, wanted: Wanted) -> Iterator[Columns]:
    """Rows that are made of text: their cells are Python's."""
    # Whether a null may be is said below; a list is a list of references.
    optional = [name in wanted.references or wanted.nulls == "empty" for name in wanted.names]
    file = TableFile(path, form, wanted.names, optional, header=True)
    try:
        before, empty = 0, Counter[str]()
        while not file.ended:
            _fill(file)
            columns: dict[str, Any] = {}
            for name, stream in zip(wanted.names, file.streams, strict=True):
                columns[name] = list(stream.cells(ROWS))
                stream.drop(ROWS)
            found = wanted.pairs(columns, before, file.name, empty)
            before += len(found)
            if len(found):
                yield found
        wanted.warn(empty, file.name)
    finally:
        file.close()


def _fill(file: TableFile) -> None:
    """Read until a batch waits, or the file ends."""
    while file.streams[0].ready < ROWS and not file.ended:
        file.advance()
