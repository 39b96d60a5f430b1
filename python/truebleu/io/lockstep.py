"""Read aligned files together, in constant memory. Line N of each file belongs to segment N.

Files are read in blocks of bytes, but lines have different lengths. Reading one block of each file
in turn would fill the memory with lines of the file that has the shortest lines. The next block is
therefore read from the file with the fewest buffered lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from truebleu.errors import LengthMismatch
from truebleu.inputs.references import References
from truebleu.io.empty import check_reference_cells

if TYPE_CHECKING:
    from truebleu.io.streams import Cell, OpenFile, Stream

ENOUGH_BYTES = 6 << 20
"""Minimum number of bytes of a batch, except the last one. Several threads count such a batch in a
few milliseconds."""

AHEAD_BYTES = 2 * ENOUGH_BYTES
"""Maximum number of buffered bytes while one batch is counted and the next one is read."""


class SideBySide:
    """An iterable over aligned files that reads the files in batches of segments.

    Iteration yields the number of segments of each batch. These segments are in the buffers of the
    files until the next iteration removes them. Iteration stops at the end of the file with the
    fewest segments. Call `check_lengths` afterwards to check that all files end there.
    """

    def __init__(self, files: Sequence[OpenFile]) -> None:
        self._files = files
        self._error: BaseException | None = None

    def __iter__(self) -> Iterator[int]:
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
        """Read the next batch early, while other threads count the current batch.

        If reading fails, the error is raised when iteration reaches the next batch. An error in the
        current batch is therefore raised first.
        """
        try:
            self._fill(AHEAD_BYTES)
        except BaseException as error:  # noqa: BLE001  including Ctrl-C
            self._error = error

    def _fill(self, enough: int) -> None:
        """Read until the buffers of all files together have `enough` bytes, and no buffer is empty.

        Stop earlier if the file with the fewest buffered segments has ended: the other files have
        no further lines that can be paired with its lines.
        """
        while file := self._next_to_read(enough):
            file.advance()

    def _next_to_read(self, enough: int) -> OpenFile | None:
        """Return the file with the fewest buffered segments.

        Return None if this file has ended, or if `enough` bytes are buffered and no buffer is
        empty.
        """
        shortest = min(self._files, key=_ready)
        if shortest.ended:
            return None  # further segments of other files are unusable
        if _ready(shortest) and sum(file.waiting_bytes for file in self._files) >= enough:
            return None
        return shortest


def check_lengths(files: Sequence[OpenFile]) -> None:
    """Read all files to the end, and check that they have the same number of lines.

    Raises:
        LengthMismatch: The numbers of lines differ. The message states the numbers and possible
            causes.
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
    """Read all hypotheses and references of open files, batch by batch.

    Return the texts of each stream in `hypotheses`, and the references of all segments.

    Args:
        files: all open files.
        hypotheses: the streams that contain hypotheses.
        references: the streams that contain references.
        before_batch: function to call after a batch is read, before its texts are stored.
        after_batch: function to call after the texts of a batch are stored.

    Raises:
        LengthMismatch: The files have different numbers of lines.
        InputError: The content of a file is invalid, or a segment has no reference. The message has
            the file and the line or segment.
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
        check_reference_cells(references, columns)
    if any(isinstance(cell, list) for column in columns for cell in column):
        return texts, References.per_segment(list(map(references_of, zip(*columns, strict=True))))
    return texts, References.streams(columns)


def references_of(cells: Sequence[Cell]) -> list[str | None]:
    """Return all references of one segment as a list.

    `cells` has one item per reference column: a text, a list of texts, or None for a missing
    reference.
    """
    references: list[str | None] = []
    for cell in cells:
        if isinstance(cell, list):
            references.extend(cell)
        else:
            references.append(cell)
    return references


def _ready(file: OpenFile) -> int:
    """Return how many segments are buffered in all streams of a file: the minimum over them."""
    return min(stream.ready for stream in file.streams)


def _different_lengths(streams: Sequence[Stream], names: Sequence[str]) -> str:
    surveys = [stream.survey for stream in streams]
    counts = [f"{name} has {survey.lines}" for name, survey in zip(names, surveys, strict=True)]
    reasons = [
        f"{name} has {separator}, first in line {line}"
        for name, survey in zip(names, surveys, strict=True)
        for separator, line in survey.odd_separators
    ]
    message = f"line counts differ: {', '.join(counts)}."
    if not reasons:
        return (
            f"{message} Run truebleu check to locate missing lines, or truebleu resegment if a "
            "system's lines are segmented differently from the reference."
        )
    unconverted = [
        name
        for name, survey in zip(names, surveys, strict=True)
        if survey.lines == 1
        and any(separator.startswith("a carriage return") for separator, _ in survey.odd_separators)
    ]
    fix = (
        f"Convert the line ends: tr '\\r' '\\n' < {unconverted[0]}"
        if unconverted
        else "Replace them by \\n or by a space."
    )
    return (
        f"{message} Possible cause: {', '.join(reasons)}. Some tools end lines there; truebleu "
        f"ends lines only at \\n and \\r\\n. {fix}"
    )
