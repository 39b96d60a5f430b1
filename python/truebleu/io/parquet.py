"""Parquet: columns of text that stay in Arrow's memory from the file to the count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu import _native
from truebleu._native import Column
from truebleu.errors import InputError
from truebleu.inputs.sequences import column_of
from truebleu.io.blocks import BlockReader, shown
from truebleu.io.empty import read_empty
from truebleu.io.streams import Survey
from truebleu.io.tables import parquet_batches, parquet_texts

if TYPE_CHECKING:
    from truebleu.io.streams import Stream


ROWS = 4096
"""Rows of a batch: enough to be worth a call, few enough for long documents."""


def texts_only(path: str, columns: Sequence[str]) -> bool:
    """Whether the columns of a Parquet file hold texts: no lists, no numbers.

    Raises what `parquet_batches` raises.
    """
    for batch in parquet_batches(path, columns, 1):
        return all(readable == "text" for _, _, readable in _native.ArrowReader(batch).fields)
    return False


class ColumnCells:
    """The cells of a column of Arrow, each of them a segment; as `CellStream`."""

    def __init__(self, name: str, empty_reference: str | None = None) -> None:
        self.name = name
        self._empty_reference = empty_reference
        self._parts: list[Column] = []
        # Sums that grow alone, because one thread appends while another drops.
        self._appended = self._appended_bytes = 0
        self._dropped = self._dropped_bytes = 0
        self._survey = Survey()

    @property
    def ready(self) -> int:
        """How many cells wait."""
        return self._appended - self._dropped

    @property
    def survey(self) -> Survey:
        """What was seen of the cells so far."""
        return self._survey

    @property
    def waiting_bytes(self) -> int:
        """How many bytes the texts that wait have."""
        return self._appended_bytes - self._dropped_bytes

    def append(self, column: Column) -> None:
        """Put cells at the end."""
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
        return column if read is None else read

    def cells(self, count: int) -> Column:
        """Give the first `count` cells that wait: at least one must."""
        taken, parts = 0, []
        for part in self._parts:
            if taken == count:
                break
            parts.append(part[: count - taken])
            taken += len(parts[-1])
        return _native.Column.joined(parts)

    def drop(self, count: int) -> None:
        """Forget the first `count` cells that wait."""
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
    """A Parquet file of which columns of texts are read, batch by batch.

    `columns`, `optional` and `empty_reference` are those of `TableFile`, and so are the errors.
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
        self._wanted = columns
        self._columns = [
            ColumnCells(f"{self.name}, column {column}", empty_reference if is_reference else None)
            for column, is_reference in zip(columns, optional, strict=True)
        ]
        self._optional = optional
        self._batches = parquet_batches(path, self._wanted, ROWS)
        self._rows = 0
        self.streams: list[Stream] = list(self._columns)

    @property
    def byte_order_mark(self) -> bool:
        """Never: Parquet says itself what its texts are."""
        return False

    @property
    def replaced(self) -> tuple[int, int]:
        """Never: what is not UTF-8 is an error."""
        return 0, 0

    @property
    def waiting_bytes(self) -> int:
        """How many bytes the texts that wait have."""
        return sum(column.waiting_bytes for column in self._columns)

    def advance(self) -> None:
        """Read one batch."""
        batch = next(self._batches, None)
        if batch is None:
            self.ended = True
            return
        found = parquet_texts(batch, self.name, self._wanted, self._rows)
        for place, column in enumerate(found):
            if not self._optional[place]:
                self._check(column, self._wanted[place])
            self._columns[place].append(column)
        self._rows += len(found[0])

    def close(self) -> None:
        """Close the file."""
        self._batches.close()

    def _check(self, column: Column, name: str) -> None:
        """Refuse a hypothesis that is missing."""
        null = column.first_null()
        if null is not None:
            line = self._rows + null + 1
            raise InputError(
                f"{self.name}, line {line}: {name!r} is missing (only a reference may be missing)",
                file=self.name,
                line=line,
            )
