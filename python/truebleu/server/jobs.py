"""Work for the processor: in a thread of its own, one job at a time.

The thread is a daemon: whoever stops the server does not wait for what is being counted.
"""

from __future__ import annotations

import asyncio
import threading
from queue import SimpleQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Result = TypeVar("Result")
    Job = tuple[Callable[[], Any], "asyncio.Future[Any]", asyncio.AbstractEventLoop, str]

__all__ = ["Jobs"]


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
