"""Streams of segments. A stream has the segments that were read from a file but not scored yet.

A text file has one stream, and each line is a segment. A table has one stream per column, and each
cell is a segment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from truebleu import _native
from truebleu.inputs.references import streams_of
from truebleu.io.blocks import BlockReader
from truebleu.io.empty import read_empty

Cell = str | None | list[str]
"""A segment of a stream: a text, None for a missing reference, or a list with several
references."""

if TYPE_CHECKING:

    class Stream(Protocol):
        """Interface of a stream: a buffer of the segments that were read from a file.

        Segments stay in the buffer until they are scored.
        """

        name: str

        @property
        def ready(self) -> int:
            """The number of buffered segments."""

        @property
        def survey(self) -> Survey:
            """Statistics of all segments that were read so far, for data warnings."""

        def cells(self, count: int) -> Sequence[Cell]:
            """Return the first `count` buffered segments. They stay in the buffer."""

        def drop(self, count: int) -> None:
            """Remove the first `count` segments from the buffer."""

    class OpenFile(Protocol):
        """Interface of an open file, whose segments are read into streams."""

        name: str
        streams: list[Stream]
        ended: bool
        reader: BlockReader | None

        @property
        def byte_order_mark(self) -> bool:
            """Whether a byte order mark at the start of the file was removed."""

        @property
        def replaced(self) -> tuple[int, int]:
            """Pair (count, first) for lines in which invalid UTF-8 was replaced.

            `count` is the number of these lines. `first` is the number of the first one, from 1. If
            there is no such line, both are 0.
            """

        @property
        def waiting_bytes(self) -> int:
            """The approximate number of bytes in the buffers of all streams."""

        def advance(self) -> None:
            """Read the next part of the file, and append its texts to the streams of its columns.

            At the end of the file, set `ended` to True.
            """

        def close(self) -> None:
            """Close the file."""


class Survey:
    """Statistics of the segments in a stream, for data warnings.

    The attributes `empty`, `tokenized` and `replaced` are pairs. The first item is the number of
    segments that have a problem. The second item is the number of the first such segment, from 1.
    If no segment has the problem, the pair is (0, 0).

    Attributes:
        lines: the number of segments.
        byte_order_mark: whether a byte order mark was removed.
        empty: pair for segments that are empty or only whitespace.
        tokenized: pair for segments that look tokenized.
        replaced: pair for lines with invalid UTF-8 that was replaced.
        odd_separators: (character, line) for each character that ends lines in other tools but not
            in truebleu. `line` is the number of the first line with the character.
        header: the cells of the first line if it looks like column names but was read as segments.
            Otherwise, it is empty.
        empty_references: the number of empty cells in a reference column.
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
    """A stream of the lines in a text file. Each line is a segment.

    The attribute `lines` is the buffer, which is stored in the Rust core.
    """

    def __init__(self, name: str, invalid: Literal["error", "replace"]) -> None:
        self.name = name
        self.lines = _native.Lines(name, invalid)

    @property
    def ready(self) -> int:
        """The number of buffered lines."""
        return self.lines.waiting_lines

    @property
    def survey(self) -> Survey:
        """Statistics of all lines that were read so far, for data warnings."""
        return Survey(*self.lines.survey())

    def cells(self, count: int) -> list[str]:
        """Return the first `count` buffered lines. They stay in the buffer."""
        return self.lines.texts(count)

    def drop(self, count: int) -> None:
        """Remove the first `count` lines from the buffer."""
        self.lines.drop(count)


class LineFile:
    """A text file that is read in blocks into one stream of lines.

    `invalid` says what to do with invalid UTF-8: "error" or "replace".
    """

    def __init__(self, path: str, invalid: Literal["error", "replace"]) -> None:
        self.reader: BlockReader | None = BlockReader(path)
        self.name = self.reader.name
        self._blocks = self.reader
        self._stream = LineStream(self.name, invalid)
        self.streams: list[Stream] = [self._stream]
        self.ended = False

    @property
    def byte_order_mark(self) -> bool:
        """Whether a byte order mark at the start of the file was removed."""
        return self._stream.survey.byte_order_mark

    @property
    def replaced(self) -> tuple[int, int]:
        """Pair (count, first) for lines in which invalid UTF-8 was replaced.

        `count` is the number of these lines. `first` is the number of the first one, from 1. If
        there is no such line, both are 0.
        """
        return self._stream.survey.replaced

    @property
    def waiting_bytes(self) -> int:
        """The number of buffered bytes."""
        return self._stream.lines.waiting_bytes

    def advance(self) -> None:
        """Read the next block of the file into the stream.

        At the end of the file, set `ended` to True.
        """
        block = self._blocks.read()
        if block:
            self._stream.lines.push(block)
        else:
            self._stream.lines.finish()
            self.ended = True

    def texts(self) -> list[str]:
        """Return all buffered lines and remove them from the buffer."""
        lines = self._stream.lines.texts(self._stream.ready)
        self._stream.drop(len(lines))
        return lines

    def close(self) -> None:
        """Close the file."""
        self._blocks.close()


def read_lines(path: str, invalid: Literal["error", "replace"] = "error") -> list[str]:
    """Return all lines of a text file.

    `invalid` says what to do with invalid UTF-8: "error" or "replace".

    Raises:
        InputError: The file cannot be read.
    """
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
    """A stream of segments from one column of a table. Each cell is a segment.

    `empty_reference` is the meaning of empty cells: "missing" for no reference, "empty" for a
    reference of length 0. None keeps the cells unchanged.
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
        """The number of buffered cells."""
        return len(self._cells)

    @property
    def survey(self) -> Survey:
        """Statistics of all cells that were read so far, for data warnings."""
        return self._survey

    @property
    def waiting_bytes(self) -> int:
        """The approximate number of buffered bytes."""
        return self._appended_bytes - self._dropped_bytes

    def append(self, cells: Sequence[Cell]) -> None:
        """Add cells to the buffer."""
        survey = self._survey
        if self._empty_reference is not None:
            cells, empty = read_empty(cells, self._empty_reference)
            survey.empty_references += empty
        for number, cell in enumerate(cells, start=survey.lines + 1):
            if isinstance(cell, str):
                if not cell or cell.isspace():
                    survey.empty = _add_to_tally(survey.empty, number)
                elif cell.endswith(" ."):
                    survey.tokenized = _add_to_tally(survey.tokenized, number)
        survey.lines += len(cells)
        self._cells.extend(cells)

        self._appended_bytes += sum(map(_size, cells))

    def cells(self, count: int) -> list[Cell]:
        """Return the first `count` buffered cells. They stay in the buffer."""
        return self._cells[:count]

    def drop(self, count: int) -> None:
        """Remove the first `count` cells from the buffer."""
        self._dropped_bytes += sum(map(_size, self._cells[:count]))
        del self._cells[:count]


class GivenTexts:
    """Texts in memory, with the same interface as an open file.

    If the texts were made from a file, `source` is this file. It is None for texts from the command
    line.
    """

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
        """The approximate number of buffered bytes."""
        return self._stream.waiting_bytes

    def advance(self) -> None:
        """Add all texts to the stream."""
        self._stream.append(self._texts)
        self.ended = True

    def close(self) -> None:
        """Do nothing: no file is open."""


def reference_columns(cells: Sequence[Cell]) -> list[list[str | None]]:
    """Return the references in `cells` as columns. Each column has one reference per segment.

    Each cell has the references of one segment. If a cell is a list, column 1 gets its first
    reference, column 2 its second reference, and so on. A missing reference is None. If no cell is
    a list, there is one column.
    """
    return streams_of([cell if isinstance(cell, list) else [cell] for cell in cells])


def _size(cell: Cell) -> int:
    """Return the approximate memory of a cell, in bytes."""
    return 50 + (len(cell) if isinstance(cell, str) else sum(map(_size, cell or ())))


def _add_to_tally(tally: tuple[int, int], number: int) -> tuple[int, int]:
    count, first = tally
    return count + 1, first or number
