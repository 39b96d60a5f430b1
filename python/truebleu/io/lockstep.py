"""Reading files side by side, so that no more of them is held than what is being counted.

Files that belong together have equally many lines, not equally many bytes: reading one block of
each in turn would pile up lines of the file with the shorter lines. So the file that has the fewest
lines waiting is read on, until there is enough to be worth counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from truebleu.errors import LengthMismatch
from truebleu.inputs.references import References
from truebleu.io.empty import FIX, OPTION, check_rows

if TYPE_CHECKING:
    from truebleu.io.streams import Cell, OpenFile, Stream

ENOUGH_BYTES = 6 << 20
"""How much text is worth counting at once: some milliseconds of work for each of some threads."""

AHEAD_BYTES = 2 * ENOUGH_BYTES
"""How much is held at most when files are read on: what is being counted, and as much again."""


class SideBySide:
    """Files, read in goes.

    Iterating over it gives how many segments all files have waiting; they are dropped afterwards.
    It ends when some file has no more segments; `check_lengths` then tells whether all of them had
    equally many.
    """

    def __init__(self, files: Sequence[OpenFile]) -> None:
        self._files = files
        self._error: BaseException | None = None

    def __iter__(self) -> Iterator[int]:
        """Read what is missing of each go, and give its number of segments."""
        self._fill(ENOUGH_BYTES)
        while count := min(map(_ready, self._files)):
            yield count
            if self._error is not None:
                raise self._error
            for file in self._files:
                for stream in file.streams:
                    stream.drop(count)
            self._fill(ENOUGH_BYTES)

    def read_on(self) -> None:
        """Read the next go already: for one who counts this one with other threads meanwhile.

        What goes wrong is raised where the next go is wanted: there may be an error in this one.
        """
        try:
            self._fill(AHEAD_BYTES)
        except BaseException as error:  # noqa: BLE001  Ctrl-C, too
            self._error = error

    def _fill(self, enough: int) -> None:
        """Read until every file has segments waiting, and there is enough of them."""
        while file := self._next_to_read(enough):
            file.advance()

    def _next_to_read(self, enough: int) -> OpenFile | None:
        """The file to read on in; None when there is `enough`, or nothing that could be used."""
        shortest = min(self._files, key=_ready)
        if shortest.ended:
            return None  # what the others hold more cannot be used any more
        if _ready(shortest) and sum(file.waiting_bytes for file in self._files) >= enough:
            return None
        return shortest


def check_lengths(files: Sequence[OpenFile]) -> None:
    """Read to the end of every file, and raise `LengthMismatch` if they differ in length.

    The message has the number of lines of each, and the first place of what may be the reason.
    """
    for file in files:
        while not file.ended:
            for stream in file.streams:
                stream.drop(stream.ready)
            file.advance()
    streams = [file.streams[0] for file in files]
    if len({stream.survey.lines for stream in streams}) > 1:
        raise LengthMismatch(_different_lengths(streams, [file.name for file in files]))


def read_texts(
    files: Sequence[OpenFile],
    hypotheses: Sequence[Stream],
    references: Sequence[Stream],
    *,
    before_batch: Callable[[], None],
    after_batch: Callable[[], None],
) -> tuple[list[list[Cell]], References]:
    """Read every stream of hypotheses, and all references.

    The calls are those of `score_files`. Raises `LengthMismatch` for files of different lengths,
    and `InputError` for whatever is wrong in a file, with its name and line.
    """
    texts: list[list[Cell]] = [[] for _ in hypotheses]
    columns: list[list[Cell]] = [[] for _ in references]
    for count in SideBySide(files):
        before_batch()
        for stream, cells in zip([*hypotheses, *references], [*texts, *columns], strict=True):
            cells.extend(stream.cells(count))
        after_batch()
    check_lengths(files)
    if all(None in column for column in columns):
        check_rows(columns, fix=FIX.format(OPTION))
    if any(isinstance(cell, list) for column in columns for cell in column):
        return texts, References.per_segment(list(map(references_of, zip(*columns, strict=True))))
    return texts, References.streams(columns)


def references_of(cells: Sequence[Cell]) -> list[str | None]:
    """Return all references of one segment; a cell may hold several."""
    found: list[str | None] = []
    for cell in cells:
        if isinstance(cell, list):
            found.extend(cell)
        else:
            found.append(cell)
    return found


def _ready(file: OpenFile) -> int:
    """How many segments wait in every stream."""
    return min(stream.ready for stream in file.streams)


def _different_lengths(streams: Sequence[Stream], names: Sequence[str]) -> str:
    surveys = [stream.survey for stream in streams]
    counts = [f"{name} has {survey.lines}" for name, survey in zip(names, surveys, strict=True)]
    reasons = [
        f"{name} holds {what}, first in line {line}"
        for name, survey in zip(names, surveys, strict=True)
        for what, line in survey.odd_separators
    ]
    message = f"the files have different numbers of lines: {', '.join(counts)}"
    if not reasons:
        return f"{message}; truebleu check says where lines are missing"
    return (
        f"{message}. This may be why: {', '.join(reasons)}; "
        "some tools end a line there, here only \\n and \\r\\n do"
    )
