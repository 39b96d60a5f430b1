"""Streams of segments: what is read of a file and waits to be scored.

A plain text file has one stream, its lines, and they stay in the core. A table has one for each of
its columns that is asked for, and its cells are Python objects.
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
        """Segments in order, some of which wait."""

        name: str

        @property
        def ready(self) -> int:
            """How many segments wait."""

        @property
        def survey(self) -> Survey:
            """What was seen of the segments so far."""

        def cells(self, count: int) -> Sequence[Cell]:
            """Give the first `count` that wait."""

        def drop(self, count: int) -> None:
            """Forget the first `count` that wait."""

    class OpenFile(Protocol):
        """A file that is being read."""

        name: str
        streams: list[Stream]
        ended: bool
        reader: BlockReader | None

        @property
        def byte_order_mark(self) -> bool:
            """Whether the file began with a byte order mark, which was dropped."""

        @property
        def replaced(self) -> tuple[int, int]:
            """How many lines had bytes that were replaced, and the first of them."""

        @property
        def waiting_bytes(self) -> int:
            """About how many bytes of text wait in its streams."""

        def advance(self) -> None:
            """Read some more of the file into its streams; sets `ended` at its end."""

        def close(self) -> None:
            """Close the file."""


class Survey:
    """What was seen of a stream: how many segments, and what a person should be told about them.

    A pair is how many segments have a trait, and the number of the first (from 1; 0 if there is
    none). `odd_separators` are the characters that end a line for other tools, each with the
    number of the first line that holds it. `header` are the cells of a table's first line where
    they were scored, and look like names of columns. `empty_references` is how many cells of a
    reference column were empty, and were read as `read_empty` does.
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
    """The lines of a text file.

    `lines` is the core's queue, for counting without Python strings.
    """

    def __init__(self, name: str, invalid: Literal["error", "replace"]) -> None:
        self.name = name
        self.lines = _native.Lines(name, invalid)

    @property
    def ready(self) -> int:
        """How many lines wait."""
        return self.lines.ready

    @property
    def survey(self) -> Survey:
        """What was seen of the lines so far."""
        return Survey(*self.lines.survey())

    def cells(self, count: int) -> list[str]:
        """Give the first `count` lines that wait."""
        return self.lines.texts(count)

    def drop(self, count: int) -> None:
        """Forget the first `count` lines that wait."""
        self.lines.drop(count)


class LineFile:
    """A text file, read block by block into one stream of lines."""

    def __init__(self, path: str, invalid: Literal["error", "replace"]) -> None:
        self.reader: BlockReader | None = BlockReader(path)
        self.name = self.reader.name
        self._blocks = self.reader
        self._stream = LineStream(self.name, invalid)
        self.streams: list[Stream] = [self._stream]
        self.ended = False

    @property
    def byte_order_mark(self) -> bool:
        """Whether the file began with a byte order mark, which was dropped."""
        return self._stream.survey.byte_order_mark

    @property
    def replaced(self) -> tuple[int, int]:
        """How many lines had bytes that were replaced, and the first of them."""
        return self._stream.survey.replaced

    @property
    def waiting_bytes(self) -> int:
        """Bytes of text that wait."""
        return self._stream.lines.waiting_bytes

    def advance(self) -> None:
        """Read one block."""
        block = self._blocks.read()
        if block:
            self._stream.lines.push(block)
        else:
            self._stream.lines.finish()
            self.ended = True

    def texts(self) -> list[str]:
        """Take all lines that wait."""
        lines = self._stream.lines.texts(self._stream.ready)
        self._stream.drop(len(lines))
        return lines

    def close(self) -> None:
        """Close the file."""
        self._blocks.close()


class CellStream:
    """The cells of a column, each of them a segment.

    `empty_reference` is the policy of `read_empty`; None leaves cells as they are.
    """

    def __init__(self, name: str, empty_reference: str | None = None) -> None:
        self.name = name
        self._empty_reference = empty_reference
        self._cells: list[Cell] = []
        # Two sums, because one thread appends while another drops.
        self._appended_bytes = 0
        self._dropped_bytes = 0
        self._survey = Survey()

    @property
    def ready(self) -> int:
        """How many cells wait."""
        return len(self._cells)

    @property
    def survey(self) -> Survey:
        """What was seen of the cells so far."""
        return self._survey

    @property
    def waiting_bytes(self) -> int:
        """About how many bytes the cells that wait take."""
        return self._appended_bytes - self._dropped_bytes

    def append(self, cells: Sequence[Cell]) -> None:
        """Put cells at the end."""
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
        """Give the first `count` cells that wait."""
        return self._cells[:count]

    def drop(self, count: int) -> None:
        """Forget the first `count` cells that wait."""
        self._dropped_bytes += sum(map(_size, self._cells[:count]))
        del self._cells[:count]


class GivenText:
    """A text that was typed instead of a file: one segment."""

    reader: BlockReader | None = None
    byte_order_mark = False
    replaced = (0, 0)

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._text = text
        self._stream = CellStream(name)
        self.streams: list[Stream] = [self._stream]
        self.ended = False

    @property
    def waiting_bytes(self) -> int:
        """About how many bytes of text wait."""
        return self._stream.waiting_bytes

    def advance(self) -> None:
        """Put the text into the stream."""
        self._stream.append([self._text])
        self.ended = True

    def close(self) -> None:
        """Do nothing: no file is open."""


def _size(cell: Cell) -> int:
    """About how many bytes a cell takes: Python's objects are some fifty apart from their text."""
    return 50 + (len(cell) if isinstance(cell, str) else sum(map(_size, cell or ())))


def _tallied(tally: tuple[int, int], number: int) -> tuple[int, int]:
    count, first = tally
    return count + 1, first or number
