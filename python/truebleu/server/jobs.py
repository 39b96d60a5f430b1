"""Work for the processor: in a thread of its own, one job at a time.

The thread is a daemon: whoever stops the server does not wait for what is being counted.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

Result = TypeVar("Result")
Seen = tuple[int, int, int] | None

if TYPE_CHECKING:
    Job = tuple[Callable[[], Any], "asyncio.Future[Any]", asyncio.AbstractEventLoop, str]
    from pathlib import Path

    from truebleu.server.entries import Entry


class Jobs:
    """A queue of jobs.

    `busy` says whether one is being done, `doing` which, in words, where it has some.
    """

    def __init__(self) -> None:
        self.doing: str | None = None
        self.busy = False
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="truebleu-jobs", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[], Result], what: str = "") -> Result:
        """Do a job when it is its turn, and give what it gives.

        `what` says for people what is done.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._queue.put((job, future, loop, what))
        result: Result = await future
        return result

    def close(self) -> None:
        """Take no more: the thread ends behind what it does now."""
        self._queue.put(None)

    def _work(self) -> None:
        while (task := self._queue.get()) is not None:
            job, future, loop, what = task
            if future.done():  # nobody waits for it any more
                continue
            self.doing, self.busy = what or None, True
            result: Any = None
            failed: BaseException | None = None
            try:
                result = job()
            except BaseException as error:  # noqa: BLE001  it is raised where the result is used
                failed = error
            self.doing, self.busy = None, False
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle, future, result, failed)


def _settle(future: asyncio.Future[Any], result: Any, failed: BaseException | None) -> None:
    if future.done():
        return
    if failed is not None:
        future.set_exception(failed)
    else:
        future.set_result(result)


# Files that are looked at again and again: which of them changed, and are quiet now


class Watch:
    """Looks at the files of some entries.

    A file that is being written changes from one look to the next; it has settled when it looks
    as it did the last time, and otherwise than when it was last told of.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._paths = {entry.id: entry.path for entry in entries}
        self._told = {number: _seen(path) for number, path in self._paths.items()}
        self._last = dict(self._told)

    def settled(self) -> list[str]:
        """Look, and give the numbers of those that changed and have settled."""
        found = []
        for number, path in self._paths.items():
            now = _seen(path)
            if now is not None and now == self._last[number] and now != self._told[number]:
                found.append(number)
                self._told[number] = now
            self._last[number] = now
        # All files of a step are written before any is told of.
        waiting = any(self._last[number] != self._told[number] for number in self._paths if found)
        if waiting:
            for number in found:
                self._told[number] = None
            return []
        return found


def _seen(path: Path) -> Seen:
    """What tells whether a file was written to; None while it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
