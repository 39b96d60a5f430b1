"""Run the server's jobs one after another in a thread, and detect changed files.

The thread is a daemon, so the server can stop while a job runs.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

Result = TypeVar("Result")
Status = tuple[int, int, int] | None

if TYPE_CHECKING:
    Job = tuple[Callable[[], Any], "asyncio.Future[Any]", asyncio.AbstractEventLoop, str]
    from pathlib import Path

    from truebleu.server.entries import Entry


class Jobs:
    """A queue of jobs that run one after another in one thread.

    `busy` is True while a job runs. `doing` is the description of the running job. It is None if no
    job runs, or if the job has no description.
    """

    def __init__(self) -> None:
        self.doing: str | None = None
        self.busy = False
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="truebleu-jobs", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[], Result], description: str = "") -> Result:
        """Run a job after all earlier jobs, and return its result.

        The page shows `description` while the job runs. If the job raises an exception, `run`
        raises it.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._queue.put((job, future, loop, description))
        result: Result = await future
        return result

    def close(self) -> None:
        """End the thread after all jobs in the queue are done."""
        self._queue.put(None)

    def _work(self) -> None:
        while (task := self._queue.get()) is not None:
            job, future, loop, description = task
            if future.done():  # the request was cancelled
                continue
            self.doing, self.busy = description or None, True
            result: Any = None
            failed: BaseException | None = None
            try:
                result = job()
            except BaseException as error:  # noqa: BLE001  raised by `run`
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


# Watched files


class Watch:
    """Detection of changed files.

    Changes are reported when two checks in a row find the same size and modification time of each
    file. Until then, a file may be incomplete. Deleted files are not reported.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._paths = {entry.id: entry.path for entry in entries}
        self._last = self._statuses()
        self._reported = dict(self._last)

    def _statuses(self) -> dict[str, Status]:
        return {number: _status(path) for number, path in self._paths.items()}

    def changed(self) -> list[str]:
        """Check all files, and return the ids of those that changed since they were last reported.

        If any file is still being written, the result is empty. A later call then returns the
        changes.
        """
        last, self._last = self._last, self._statuses()
        # A training step writes several files: report them together, when all are stable.
        if self._last != last:
            return []
        changed = {
            number: status
            for number, status in last.items()
            if status is not None and status != self._reported[number]
        }
        self._reported |= changed
        return list(changed)


def _status(path: Path) -> Status:
    """Return the modification time, size and inode of a file; None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
