"""Reading files side by side, so that no more of them is held than what is being counted.

Files that belong together have equally many lines, not equally many bytes: reading one block of
each in turn would pile up lines of the file with the shorter lines. So the file that has the fewest
lines waiting is read on, until there is enough to be worth counting.
"""

from __future__ import annotations

from truebleu.errors import LengthMismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from truebleu.io.streams import OpenFile, Stream

__all__ = ["check_lengths", "read_side_by_side"]

ENOUGH_BYTES = 4 << 20
"""How much text is worth counting at once: some milliseconds of work for each of some threads."""


def read_side_by_side(files: Sequence[OpenFile], *, ahead: bool) -> Generator[int, None, None]:
    """Yield how many segments all files have waiting; they are dropped afterwards.

    With `ahead`, a thread reads on while the caller counts. It ends when some file has no more
    segments; `check_lengths` then tells whether all of them had equally many.
    """
    _fill(files, ENOUGH_BYTES, taken=0)
    while count := min(_ready(file) for file in files):
        reading = None
        if ahead and sum(file.waiting_bytes for file in files) >= ENOUGH_BYTES:
            # There is more. What is being counted is still held: room for as much again.
            reading = _Reading(files, 2 * ENOUGH_BYTES, taken=count)
        try:
            yield count
        except GeneratorExit:
            if reading:
                reading.abandon()
            raise
        if reading:
            reading.finish()
        for file in files:
            for stream in file.streams:
                stream.drop(count)
        _fill(files, ENOUGH_BYTES, taken=0)


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


def _ready(file: OpenFile) -> int:
    return file.streams[0].ready


def _fill(
    files: Sequence[OpenFile], enough: int, taken: int, wanted: Callable[[], bool] = lambda: True
) -> None:
    """Read until every file has more than `taken` segments waiting, and `enough` bytes in all.

    It ends early when it is not `wanted` any more.
    """
    while wanted():
        shortest = min(files, key=_ready)
        if shortest.ended:
            return  # what the others hold more cannot be used any more
        if _ready(shortest) > taken and sum(file.waiting_bytes for file in files) >= enough:
            return
        shortest.advance()


class _Reading:
    """A thread that reads on."""

    def __init__(self, files: Sequence[OpenFile], enough: int, taken: int) -> None:
        from threading import Thread  # small files do without

        self._wanted = True
        self._error: BaseException | None = None
        # A daemon: Ctrl-C does not wait for a slow disk.
        self._thread = Thread(target=self._run, args=(files, enough, taken), daemon=True)
        self._thread.start()

    def _run(self, files: Sequence[OpenFile], enough: int, taken: int) -> None:
        try:
            _fill(files, enough, taken, lambda: self._wanted)
        except BaseException as error:  # noqa: BLE001  it is raised again where the result is used
            self._error = error

    def finish(self) -> None:
        """Wait for the end; raise what went wrong."""
        self._thread.join()
        if self._error is not None:
            raise self._error

    def abandon(self) -> None:
        """Let it end: while Python shuts down, no thread should come back from the core.

        Not for long: it may wait for input that never comes, where it does no harm.
        """
        self._wanted = False
        self._thread.join(timeout=0.5)


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
        return message
    return (
        f"{message}. This may be why: {', '.join(reasons)}; "
        "some tools end a line there, here only \\n and \\r\\n do"
    )
