"""Jobs run one after the other in one thread; canceled ones do not start."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.local_server import LocalServer
from truebleu.errors import InputError
from truebleu.server.jobs import Jobs


def run_in_thread(make: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run a coroutine in a new thread, because this one may have the event loop of a browser."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(make())).result()


def test_jobs_run_one_at_a_time_in_order() -> None:
    inside, maximum, done = 0, 0, []
    gate = threading.Event()

    def job(number: int) -> int:
        nonlocal inside, maximum
        inside += 1
        maximum = max(maximum, inside)
        gate.wait(5)
        done.append((number, threading.current_thread().name))
        inside -= 1
        return number

    async def all_of_them() -> list[object]:
        jobs = Jobs()
        tasks = [asyncio.create_task(jobs.run(lambda n=n: job(n), f"job {n}")) for n in range(5)]  # type: ignore[misc]
        while not jobs.busy:
            await asyncio.sleep(0.001)
        assert jobs.doing == "job 0"
        gate.set()
        result = await asyncio.gather(*tasks)
        jobs.close()
        return [*result, jobs.busy]

    assert run_in_thread(all_of_them) == [0, 1, 2, 3, 4, False]
    assert done == [(number, "truebleu-jobs") for number in range(5)]
    assert maximum == 1


def test_an_error_is_raised_where_the_result_is_awaited() -> None:
    def job() -> None:
        raise ValueError("wrong")

    async def run() -> int:
        jobs = Jobs()
        with pytest.raises(ValueError, match="wrong"):
            await jobs.run(job)
        return await jobs.run(lambda: 5)  # the next job runs

    assert run_in_thread(run) == 5


def test_a_canceled_job_does_not_start() -> None:
    gate, done = threading.Event(), []

    async def run() -> None:
        jobs = Jobs()
        first = asyncio.create_task(jobs.run(lambda: gate.wait(5)))
        second = asyncio.create_task(jobs.run(lambda: done.append(2)))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        gate.set()
        await first
        await jobs.run(lambda: done.append(3))

    run_in_thread(run)
    assert done == [3]


def test_a_job_that_is_canceled_while_it_runs_ends_quietly() -> None:
    begun, gate = threading.Event(), threading.Event()

    def job() -> None:
        begun.set()
        gate.wait(5)

    async def run() -> int:
        jobs = Jobs()
        task = asyncio.create_task(jobs.run(job))
        await asyncio.to_thread(begun.wait, 5)
        task.cancel()
        await asyncio.sleep(0)
        gate.set()
        return await jobs.run(lambda: 5)

    assert run_in_thread(run) == 5


def test_waiting_for_a_change_has_a_time_limit(scored: LocalServer) -> None:
    controller = scored.controller
    version = controller.session.version
    begun = time.monotonic()
    run_in_thread(lambda: controller.wait_for_change(version, 0.01))
    assert time.monotonic() - begun >= 0.01
    assert controller.session.version == version


def test_a_failure_to_score_is_shown_on_the_page(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise InputError("these texts cannot be scored")

    for role in ("reference", "system"):
        server.put(b"text\n", f"{role}.txt", role)
    monkeypatch.setattr(server.controller.session, "score", refuse)
    before = server.state()["version"]
    run_in_thread(server.controller.begin)
    assert server.state()["problem"] == "these texts cannot be scored"
    assert server.state()["version"] == before + 1


def test_a_failed_upload_leaves_no_file(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(server.controller.session, "upload", fail)
    assert server.put(b"text\n").status_code == 507
    assert server.put(b"text\n").json() == {"error": "not enough memory"}
    assert list(server.controller.session.store.folder.iterdir()) == []


def test_an_internal_error_shows_no_details(
    scored: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault() -> None:
        raise RuntimeError("a secret of the machine")

    monkeypatch.setattr(scored.controller, "current_settings", fault)
    answer = scored.get("lab")
    assert answer.status_code == 500
    assert answer.json() == {
        "error": "internal error of truebleu (RuntimeError). Report it as a bug."
    }
    assert answer.headers["x-content-type-options"] == "nosniff"
