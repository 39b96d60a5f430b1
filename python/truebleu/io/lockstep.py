"""Reading files side by side, so that no more of them is held than what is being counted.

Files that belong together have equally many lines, not equally many bytes: reading one block of
each in turn would pile up lines of the file with the shorter lines. So the file that has the fewest
lines waiting is read on, until there is enough to be worth counting.
"""

from __future__ import annotations

from truebleu.errors import LengthMismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from truebleu.io.streams import OpenFile, Stream

__all__ = ["check_lengths", "read_side_by_side"]

ENOUGH_BYTES = 4 << 20
"""How much text is worth counting at once: some milliseconds of work for each of some threads."""

AHEAD_BYTES = 2 * ENOUGH_BYTES
"""How much is held at most when a thread reads ahead: what is being counted, and as much again."""


def read_side_by_side(files: Sequence[OpenFile], *, ahead: bool) -> Generator[int, None, None]:
    """Yield how many segments all files have waiting; they are dropped afterwards.

    With `ahead`, a thread reads on while the caller counts. It ends when some file has no more
    segments; `check_lengths` then tells whether all of them had equally many.
    """
    reader = None
    _fill(files)
    try:
        while count := min(_ready(file) for file in files):
            if ahead and reader is None and _waiting_bytes(files) >= ENOUGH_BYTES:
                reader = _Reader(files)  # there is more than fits into one go
            yield count
            for file in files:
                for stream in file.streams:
                    stream.drop(count)
            if reader:
                reader.wait()
            else:
                _fill(files)
    finally:
        if reader:
            reader.abandon()


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
    """How many segments wait in every stream: the thread fills one column after the other."""
    return min(stream.ready for stream in file.streams)


def _waiting_bytes(files: Sequence[OpenFile]) -> int:
    return sum(file.waiting_bytes for file in files)


def _next_to_read(files: Sequence[OpenFile], enough: int) -> OpenFile | None:
    """The file to read on in; None when there is `enough`, or nothing that could be used."""
    shortest = min(files, key=_ready)
    if shortest.ended:
        return None  # what the others hold more cannot be used any more
    if _ready(shortest) and _waiting_bytes(files) >= enough:
        return None
    return shortest


def _fill(files: Sequence[OpenFile]) -> None:
    """Read until every file has segments waiting, and there is enough of them to count."""
    while file := _next_to_read(files, ENOUGH_BYTES):
        file.advance()


class _Reader:
    """A thread that keeps files read ahead.

    Only it reads; only the caller drops. Each tells the other through `_changed`.
    """

    def __init__(self, files: Sequence[OpenFile]) -> None:
        from threading import Condition, Thread  # small files do without

        self._files = files
        self._changed = Condition()
        self._wanted = True
        self._ended = False
        self._error: BaseException | None = None
        # A daemon: Ctrl-C does not wait for a slow disk.
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until there is something to count, or no more; raise what went wrong."""
        with self._changed:
            self._changed.notify()  # lines were dropped
            self._changed.wait_for(lambda: self._ended or self._enough())
        if self._error is not None:
            raise self._error

    def abandon(self) -> None:
        """Let it end: while Python shuts down, no thread should come back from the core.

        Not for long: it may wait for input that never comes, where it does no harm.
        """
        self._wanted = False
        with self._changed:
            self._changed.notify()
        self._thread.join(timeout=0.5)

    def _enough(self) -> bool:
        """Whether it pays to count: not for every block that comes."""
        return _next_to_read(self._files, ENOUGH_BYTES // 2) is None

    def _run(self) -> None:
        try:
            while file := self._file():
                file.advance()
                with self._changed:
                    self._changed.notify()
        except BaseException as error:  # noqa: BLE001  it is raised again where the result is used
            self._error = error
        with self._changed:
            self._ended = True
            self._changed.notify()

    def _file(self) -> OpenFile | None:
        """Wait until there is room; give the file to read, or None at the end."""
        with self._changed:
            while self._wanted:
                file = _next_to_read(self._files, AHEAD_BYTES)
                if file is not None:
                    return file
                if min(self._files, key=_ready).ended:
                    return None
                self._changed.wait()
        return None


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
