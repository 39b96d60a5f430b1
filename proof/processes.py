"""Forks, pools of processes and threads, again and again: none hangs, all count the same."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator

from proof.records import ROOT, Record

TIMES = 100
LONGEST = 120.0  # seconds of one of them, on a machine with much else to do

CALLS = {
    "a fork after threads have counted": "test_forked_after_use(8)",
    "forks while other threads count": "test_forked_while_other_threads_count()",
    "eight threads share a metric": "test_eight_threads_share_a_metric()",
    "eight threads, each with every call": "test_eight_threads_each_with_every_call()",
    "lists that change while they are counted": "test_lists_that_change_while_they_are_counted()",
    "eight threads change what all count": "test_eight_threads_change_what_they_all_count()",
}
# What an interpreter without a lock tries. Its truebleu and the tests' packages are its own.
FREE = "TRUEBLEU_FREE_THREADED"
FREE_CALLS = [what for what in CALLS if "fork" not in what]
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
    for what, call in calls.items():
        yield again_and_again(what, call, times)
    if FREE not in os.environ:
        print(f"{FREE} names no interpreter: free-threaded Python is not tried", file=sys.stderr)
        return
    for what in FREE_CALLS:
        yield again_and_again(
            f"{what}, free-threaded", CALLS[what], times, python=os.environ[FREE], first=LOCKED
        )


def again_and_again(
    what: str, call: str, times: int, python: str = sys.executable, first: str = "pass"
) -> Record:
    """Run a test so many times in one process; what takes too long hangs."""
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
            return Record(what, times, "times", "a hang", ok=False)
    tried = done.stdout.count("\n")
    if done.returncode == 0 and tried == times:
        return Record(what, tried, "times", "no hang, the same scores", ok=True)
    return Record(what, tried, "times", "a failure", ok=False, notes=(done.stderr[-500:],))


def environment(python: str) -> dict[str, str]:
    """Another interpreter has a truebleu of its own: this one's module is not for it."""
    own = f"{ROOT}/python:" if python == sys.executable else ""
    return {**os.environ, "PYTHONPATH": f"{own}{ROOT}"}
