"""Work for the processor: in a thread of its own, one job at a time.

The thread is a daemon: whoever stops the server does not wait for what is being counted.
"""

from __future__ import annotations

import asyncio
import threading
from queue import SimpleQueue

from truebleu.server.refusals import Superseded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Result = TypeVar("Result")
    Job = tuple[Callable[[], Any], "asyncio.Future[Any]", asyncio.AbstractEventLoop, str]

__all__ = ["Jobs"]


class Jobs:
    """A queue of jobs, and what is being done now."""

    def __init__(self) -> None:
        self.doing: str | None = None
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._latest: dict[str, asyncio.Future[Any]] = {}
        self._thread = threading.Thread(target=self._work, name="truebleu-jobs", daemon=True)
        self._thread.start()

    async def run(
        self, job: Callable[[], Result], what: str = "", *, replacing: str | None = None
    ) -> Result:
        """Do a job when it is its turn, and give what it gives.

        `what` says for people what is done. Of jobs with the same `replacing` that wait only the
        last is done; the others raise `Superseded`.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        if replacing is not None:
            before = self._latest.get(replacing)
            if before is not None and not before.done():
                before.set_exception(Superseded("a later request took the place of this one"))
            self._latest[replacing] = future
        self._queue.put((job, future, loop, what))
        result: Result = await future
        return result

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self.doing is not None

    def close(self) -> None:
        """Take no more: the thread ends behind what it does now."""
        self._queue.put(None)

    def _work(self) -> None:
        while (task := self._queue.get()) is not None:
            job, future, loop, what = task
            if future.done():  # nobody waits for it any more
                continue
            self.doing = what or None
            result: Any = None
            failed: BaseException | None = None
            try:
                result = job()
            except BaseException as error:  # noqa: BLE001  it is raised where the result is used
                failed = error
            self.doing = None
            if not loop.is_closed():
                loop.call_soon_threadsafe(_settle, future, result, failed)


def _settle(future: asyncio.Future[Any], result: Any, failed: BaseException | None) -> None:
    if future.done():
        return
    if failed is not None:
        future.set_exception(failed)
    else:
        future.set_result(result)
