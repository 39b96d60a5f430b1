"""Repeated forks, process pools and threads: none may hang, and all must count the same."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator

from proof.records import ROOT, Record

TIMES = 100
LONGEST = 120.0  # time limit of one repetition in seconds, for a busy machine

CALLS = {
    "a fork after threads have counted": "test_forked_after_use(8)",
    "forks while other threads count": "test_forked_while_other_threads_count()",
    "eight threads share a metric": "test_eight_threads_share_a_metric()",
    "eight threads, each with every call": "test_eight_threads_each_with_every_call()",
    "lists that change while they are counted": "test_lists_that_change_while_they_are_counted()",
    "eight threads change what all count": "test_eight_threads_change_what_they_all_count()",
}
# Names a free-threaded interpreter, which has its own truebleu and its own test packages.
FREE = "TRUEBLEU_FREE_THREADED"
FREE_CALLS = [name for name in CALLS if "fork" not in name]
LOCKED = "import sys; assert not sys._is_gil_enabled(), 'a lock is held'"
SCRIPT = """
if __name__ == "__main__":
    from tests.processes.test_threads_and_forks import *
    import tests.processes.test_threads_and_forks as tests
    {first}
    for _ in range({times}):
        tests.{call}
        print(flush=True)
"""


def records(scale: float) -> Iterator[Record]:
    times = max(1, round(TIMES * scale))
    calls = dict(CALLS)
    for method in multiprocessing.get_all_start_methods():
        calls[f"a pool of processes, {method}"] = f"test_pool_of_processes({method!r})"
    for name, call in calls.items():
        yield again_and_again(name, call, times)
    if FREE not in os.environ:
        print(f"{FREE} names no interpreter: free-threaded Python is not tested", file=sys.stderr)
        return
    for name in FREE_CALLS:
        yield again_and_again(
            f"{name}, free-threaded", CALLS[name], times, python=os.environ[FREE], first=LOCKED
        )


def again_and_again(
    name: str, call: str, times: int, python: str = sys.executable, first: str = "pass"
) -> Record:
    """Run a test `times` times in one process; a timeout counts as a hang."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = f"{folder}/again.py"
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  one line
            file.write(SCRIPT.format(times=times, call=call, first=first))
        words = [python, "-W", "ignore", path]
        try:
            done = subprocess.run(
                words, cwd=ROOT, capture_output=True, text=True, check=False,
                timeout=LONGEST * times, env=environment(python),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Record(name, times, "times", "a hang", ok=False)
    tried = done.stdout.count("\n")
    if done.returncode == 0 and tried == times:
        return Record(name, tried, "times", "no hang, the same scores", ok=True)
    return Record(name, tried, "times", "a failure", ok=False, notes=(done.stderr[-500:],))


def environment(python: str) -> dict[str, str]:
    """Return the environment; another interpreter must not import this one's native module."""
    own = f"{ROOT}/python:" if python == sys.executable else ""
    return {**os.environ, "PYTHONPATH": f"{own}{ROOT}"}
