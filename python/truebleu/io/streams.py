"""Streams of segments that were read from a file and are buffered until they are scored.

A plain text file has one stream, whose lines are stored in the Rust core. A table has one stream
per column, whose cells are Python objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from truebleu import _native
from truebleu.io.blocks import BlockReader
from truebleu.io.empty import read_empty

Cell = str | None | list[str]
"""A segment: its text, None for a missing reference, or a list of several references."""

if TYPE_CHECKING:

    class Stream(Protocol):
        """Protocol of an ordered stream of segments, of which some are buffered for scoring."""

        name: str

        @property
        def ready(self) -> int:
            """Number of buffered segments."""

        @property
        def survey(self) -> Survey:
            """Survey (counts for data warnings) of all segments read so far."""

        def cells(self, count: int) -> Sequence[Cell]:
            """Return the first `count` buffered segments."""

        def drop(self, count: int) -> None:
            """Drop the first `count` buffered segments."""

    class OpenFile(Protocol):
        """Protocol of a file that is being read."""

        name: str
        streams: list[Stream]
        ended: bool
        reader: BlockReader | None

        @property
        def byte_order_mark(self) -> bool:
            """Whether a byte order mark at the start was removed."""

        @property
        def replaced(self) -> tuple[int, int]:
            """Number of lines with replaced bytes, and the first such line."""

        @property
        def waiting_bytes(self) -> int:
            """Approximate number of bytes buffered in the streams."""

        def advance(self) -> None:
            """Read the next part of the file into its streams; set `ended` at the end."""

        def close(self) -> None:
            """Close the file."""


class Survey:
    """Counts of a stream, used for data warnings.

    Each pair holds the number of affected segments and the first of them (from 1; 0 if none).

    Attributes:
        lines: number of segments.
        byte_order_mark: whether a byte order mark was removed.
        empty: pair for empty segments.
        tokenized: pair for segments that look tokenized.
        replaced: pair for lines with replaced bytes.
        odd_separators: characters that end a line in other tools, with the first line of each.
        header: cells of the first line that were scored and look like column names.
        empty_references: number of empty cells of a reference column.
    """

    __slots__ = (
        "byte_order_mark",
        "empty",
        "empty_references",
        "header",
        "lines",
        "odd_separators",
        "replaced",
        "tokenized",
    )

    def __init__(
        self,
        lines: int = 0,
        byte_order_mark: bool = False,
        empty: tuple[int, int] = (0, 0),
        tokenized: tuple[int, int] = (0, 0),
        replaced: tuple[int, int] = (0, 0),
        odd_separators: Sequence[tuple[str, int]] = (),
        header: Sequence[str] = (),
    ) -> None:
        self.lines = lines
        self.empty_references = 0
        self.byte_order_mark = byte_order_mark
        self.empty = empty
        self.tokenized = tokenized
        self.replaced = replaced
        self.odd_separators = odd_separators
        self.header = header


class LineStream:
    """Stream of the lines of a text file.

    `lines` is the queue in the Rust core, which avoids Python strings.
    """

    def __init__(self, name: str, invalid: Literal["error", "replace"]) -> None:
        self.name = name
        self.lines = _native.Lines(name, invalid)

    @property
    def ready(self) -> int:
        """Number of buffered lines."""
        return self.lines.waiting_lines

    @property
    def survey(self) -> Survey:
        """Survey (counts for data warnings) of all lines read so far."""
        return Survey(*self.lines.survey())

    def cells(self, count: int) -> list[str]:
        """Return the first `count` buffered lines."""
        return self.lines.texts(count)

    def drop(self, count: int) -> None:
        """Drop the first `count` buffered lines."""
        self.lines.drop(count)


class LineFile:
    """Text file that is read block by block into one stream of lines."""

    def __init__(self, path: str, invalid: Literal["error", "replace"]) -> None:
        self.reader: BlockReader | None = BlockReader(path)
        self.name = self.reader.name
        self._blocks = self.reader
        self._stream = LineStream(self.name, invalid)
        self.streams: list[Stream] = [self._stream]
        self.ended = False

    @property
    def byte_order_mark(self) -> bool:
        """Whether a byte order mark at the start was removed."""
        return self._stream.survey.byte_order_mark

    @property
    def replaced(self) -> tuple[int, int]:
        """Number of lines with replaced bytes, and the first such line."""
        return self._stream.survey.replaced

    @property
    def waiting_bytes(self) -> int:
        """Number of buffered bytes."""
        return self._stream.lines.waiting_bytes

    def advance(self) -> None:
        """Read the next block of the file into the stream."""
        block = self._blocks.read()
        if block:
            self._stream.lines.push(block)
        else:
            self._stream.lines.finish()
            self.ended = True

    def texts(self) -> list[str]:
        """Return and drop all buffered lines."""
        lines = self._stream.lines.texts(self._stream.ready)
        self._stream.drop(len(lines))
        return lines

    def close(self) -> None:
        """Close the file."""
        self._blocks.close()


def read_lines(path: str, invalid: Literal["error", "replace"] = "error") -> list[str]:
    """Return all lines of a file; raise `InputError` if it cannot be read."""
    file = LineFile(path, invalid)
    lines: list[str] = []
    try:
        while not file.ended:
            file.advance()
            lines += file.texts()
    finally:
        file.close()
    return lines


class CellStream:
    """Stream of the cells of a column, one per segment.

    `empty_reference` is the policy that `read_empty` applies; None keeps cells unchanged.
    """

    def __init__(self, name: str, empty_reference: str | None = None) -> None:
        self.name = name
        self._empty_reference = empty_reference
        self._cells: list[Cell] = []
        # Two counters, because one thread appends while another drops.
        self._appended_bytes = 0
        self._dropped_bytes = 0
        self._survey = Survey()

    @property
    def ready(self) -> int:
        """Number of buffered cells."""
        return len(self._cells)

    @property
    def survey(self) -> Survey:
        """Survey (counts for data warnings) of all cells read so far."""
        return self._survey

    @property
    def waiting_bytes(self) -> int:
        """Approximate number of buffered bytes."""
        return self._appended_bytes - self._dropped_bytes

    def append(self, cells: Sequence[Cell]) -> None:
        """Append cells to the stream."""
        survey = self._survey
        if self._empty_reference is not None:
            cells, empty = read_empty(cells, self._empty_reference)
            survey.empty_references += empty
        for number, cell in enumerate(cells, start=survey.lines + 1):
            if isinstance(cell, str):
                if not cell or cell.isspace():
                    survey.empty = _tallied(survey.empty, number)
                elif cell.endswith(" ."):
                    survey.tokenized = _tallied(survey.tokenized, number)
        survey.lines += len(cells)
        self._cells.extend(cells)

        self._appended_bytes += sum(map(_size, cells))

    def cells(self, count: int) -> list[Cell]:
        """Return the first `count` buffered cells."""
        return self._cells[:count]

    def drop(self, count: int) -> None:
        """Drop the first `count` buffered cells."""
        self._dropped_bytes += sum(map(_size, self._cells[:count]))
        del self._cells[:count]


class GivenTexts:
    """Texts that act as a file: from the command line, or created from `source`."""

    reader: BlockReader | None = None

    def __init__(self, name: str, texts: Sequence[Cell], source: OpenFile | None = None) -> None:
        self.name = name
        self._texts = texts
        self.byte_order_mark = source is not None and source.byte_order_mark
        self.replaced = (0, 0) if source is None else source.replaced
        self._stream = CellStream(name)
        self.streams: list[Stream] = [self._stream]
        self.ended = False

    @property
    def waiting_bytes(self) -> int:
        """Approximate number of buffered bytes."""
        return self._stream.waiting_bytes

    def advance(self) -> None:
        """Append the texts to the stream."""
        self._stream.append(self._texts)
        self.ended = True

    def close(self) -> None:
        """Do nothing, since no file is open."""


def _size(cell: Cell) -> int:
    """Return the approximate size of a cell; each object adds about 50 bytes of overhead."""
    return 50 + (len(cell) if isinstance(cell, str) else sum(map(_size, cell or ())))


def _tallied(tally: tuple[int, int], number: int) -> tuple[int, int]:
    count, first = tally
    return count + 1, first or number
