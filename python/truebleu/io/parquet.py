"""Zero-copy reading of text columns of Parquet files."""

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
from truebleu.io.tables import parquet_batches, parquet_texts

if TYPE_CHECKING:
    from truebleu.io.streams import Stream


ROWS = 4096
"""Rows per batch: enough to amortize the call, few enough for long documents."""


def texts_only(path: str, columns: Sequence[str]) -> bool:
    """Return whether the columns of a Parquet file contain only texts, no lists or numbers.

    Raises the errors of `parquet_batches`.
    """
    for batch in parquet_batches(path, columns, 1):
        return all(readable == "text" for _, _, readable in _native.ArrowReader(batch).fields)
    return False


class ColumnCells:
    """Stream of the cells of an Arrow column, one per segment."""

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
        """Number of buffered cells."""
        return self._appended - self._dropped

    @property
    def survey(self) -> Survey:
        """Survey (counts for data warnings) of all cells read so far."""
        return self._survey

    @property
    def waiting_bytes(self) -> int:
        """Number of bytes of the buffered texts."""
        return self._appended_bytes - self._dropped_bytes

    def append(self, column: Column) -> None:
        """Append cells to the stream."""
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
        """Return the first `count` buffered cells; at least one must be buffered."""
        taken, parts = 0, []
        for part in self._parts:
            if taken == count:
                break
            parts.append(part[: count - taken])
            taken += len(parts[-1])
        return _native.Column.joined(parts)

    def drop(self, count: int) -> None:
        """Drop the first `count` buffered cells."""
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
    """Parquet file whose text columns are read batch by batch.

    Arguments and errors are as for `TableFile`.
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
        """False, because Parquet files have no byte order mark."""
        return False

    @property
    def replaced(self) -> tuple[int, int]:
        """(0, 0), because invalid UTF-8 is an error in Parquet files."""
        return 0, 0

    @property
    def waiting_bytes(self) -> int:
        """Number of bytes of the buffered texts."""
        return sum(column.waiting_bytes for column in self._columns)

    def advance(self) -> None:
        """Read the next batch of rows into the streams."""
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
        """Raise `InputError` if a hypothesis is missing."""
        null = column.first_null()
        if null is not None:
            line = self._rows + null + 1
            raise InputError(
                f"{self.name}, line {line}: {name!r} is missing. Only references may be missing.",
                file=self.name,
                line=line,
            )
