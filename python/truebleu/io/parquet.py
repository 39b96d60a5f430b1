"""Read text columns of Parquet files without copying the texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu import _native
from truebleu._native import Column
from truebleu.errors import InputError
from truebleu.inputs.arrow import column_of
from truebleu.io.blocks import BlockReader, shown
from truebleu.io.empty import read_empty
from truebleu.io.streams import Survey
from truebleu.io.tables import MISSING, parquet_batches, parquet_texts

if TYPE_CHECKING:
    from truebleu.io.streams import Stream


ROWS = 4096
"""Number of rows per batch. Larger batches of long documents would need much memory."""


def texts_only(path: str, columns: Sequence[str]) -> bool:
    """Return whether all chosen columns of a Parquet file are text columns.

    The result is False for a file without rows.

    Args:
        path: the Parquet file.
        columns: the names or numbers of the columns.

    Raises:
        InputError: The file is not a Parquet file, or a column is missing or ambiguous.
        MissingDependency: pyarrow is not installed.
    """
    for batch in parquet_batches(path, columns, 1):
        return all(readable == "text" for _, _, readable in _native.ArrowReader(batch).fields)
    return False


class ColumnCells:
    """A stream of segments from one text column of a Parquet file. Each cell is a segment.

    `empty_reference` is the meaning of empty cells: "missing" for no reference, "empty" for a
    reference of length 0. None keeps the cells unchanged.
    """

    def __init__(self, name: str, empty_reference: str | None = None) -> None:
        self.name = name
        self._empty_reference = empty_reference
        self._parts: list[Column] = []
        # Separate counters, because one thread appends while another drops.
        self._appended = self._appended_bytes = 0
        self._dropped = self._dropped_bytes = 0
        self._survey = Survey()

    @property
    def ready(self) -> int:
        """The number of buffered cells."""
        return self._appended - self._dropped

    @property
    def survey(self) -> Survey:
        """Statistics of all cells that were read so far, for data warnings."""
        return self._survey

    @property
    def waiting_bytes(self) -> int:
        """The number of bytes of the buffered texts."""
        return self._appended_bytes - self._dropped_bytes

    def append(self, column: Column) -> None:
        """Add the cells of a column to the buffer."""
        survey = self._survey
        if self._empty_reference is not None:
            column = self._read_empty(column, self._empty_reference)
        empty, tokenized = column.survey()
        survey.empty = _added(survey.empty, empty, survey.lines)
        survey.tokenized = _added(survey.tokenized, tokenized, survey.lines)
        survey.lines += len(column)
        self._parts.append(column)
        self._appended_bytes += column.bytes
        self._appended += len(column)

    def _read_empty(self, column: Column, policy: str) -> Column:
        if column.first_null() is None and not column.survey()[0][0]:
            return column
        from pyarrow import array, large_string

        cells, empty = read_empty(column, policy)
        self._survey.empty_references += empty
        read = column_of(array(cells, large_string()), self.name, text=True)
        return read if isinstance(read, _native.Column) else column

    def cells(self, count: int) -> Column:
        """Return the first `count` buffered cells. At least one cell must be buffered."""
        taken, parts = 0, []
        for part in self._parts:
            if taken == count:
                break
            parts.append(part[: count - taken])
            taken += len(parts[-1])
        return _native.Column.joined(parts)

    def drop(self, count: int) -> None:
        """Remove the first `count` cells from the buffer."""
        while count:
            first = self._parts[0]
            gone = min(count, len(first))
            self._dropped_bytes += first[:gone].bytes
            if gone == len(first):
                del self._parts[0]
            else:
                self._parts[0] = first[gone:]
            self._dropped += gone
            count -= gone


def _added(tally: tuple[int, int], more: tuple[int, int], before: int) -> tuple[int, int]:
    count, first = more
    return tally[0] + count, tally[1] or (before + first if count else 0)


class ParquetFile:
    """A Parquet file whose text columns are read in batches.

    Args:
        path: the file.
        columns: names or numbers of the columns to read. All must be text columns.
        optional: one bool per column: True for reference columns, whose cells may be missing.
        empty_reference: the meaning of empty cells in optional columns: "missing" for no reference,
            or "empty" for a reference of length 0. None keeps the cells unchanged.

    Raises:
        InputError: The file is not a Parquet file, a column or a hypothesis is missing, or a text
            is not valid UTF-8. The message has the file.
        MissingDependency: pyarrow is not installed.
    """

    def __init__(
        self,
        path: str,
        columns: Sequence[str],
        optional: Sequence[bool],
        empty_reference: str | None = None,
    ) -> None:
        self.name = shown(path)
        self.reader: BlockReader | None = None
        self.ended = False
        self._column_names = columns
        self._columns = [
            ColumnCells(f"{self.name}, column {column}", empty_reference if is_reference else None)
            for column, is_reference in zip(columns, optional, strict=True)
        ]
        self._optional = optional
        self._batches = parquet_batches(path, self._column_names, ROWS)
        self._rows = 0
        self.streams: list[Stream] = list(self._columns)

    @property
    def byte_order_mark(self) -> bool:
        """Always False, because a Parquet file has no byte order mark."""
        return False

    @property
    def replaced(self) -> tuple[int, int]:
        """The pair (0, 0): no text has replaced bytes, because invalid UTF-8 raises an error."""
        return 0, 0

    @property
    def waiting_bytes(self) -> int:
        """The number of bytes of the buffered texts."""
        return sum(column.waiting_bytes for column in self._columns)

    def advance(self) -> None:
        """Read the next rows into the columns' streams. If none are left, set `ended` to True."""
        batch = next(self._batches, None)
        if batch is None:
            self.ended = True
            return
        columns = parquet_texts(batch, self.name, self._column_names, self._rows)
        for i, column in enumerate(columns):
            if not self._optional[i]:
                self._check(column, self._column_names[i])
            self._columns[i].append(column)
        self._rows += len(columns[0])

    def close(self) -> None:
        """Close the file."""
        self._batches.close()

    def _check(self, column: Column, name: str) -> None:
        """Raise `InputError` if a hypothesis column has a null."""
        null = column.first_null()
        if null is not None:
            line = self._rows + null + 1
            raise InputError(
                f"{self.name}, line {line}: {name!r} is {MISSING}",
                file=self.name,
                line=line,
            )
