"""Forks, pools of processes and threads, again and again: none hangs, all count the same."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import sysconfig
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
}
SCRIPT = """
if __name__ == "__main__":
    from tests.processes.test_threads_and_forks import *
    import tests.processes.test_threads_and_forks as tests
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
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        yield again_and_again(
            "free-threaded Python", CALLS["eight threads, each with every call"], times
        )


def again_and_again(what: str, call: str, times: int) -> Record:
    """Run a test so many times in one process; what takes too long hangs."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = f"{folder}/again.py"
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  one line
            file.write(SCRIPT.format(times=times, call=call))
        words = [sys.executable, "-W", "ignore", path]
        try:
            done = subprocess.run(
                words, cwd=ROOT, capture_output=True, text=True, check=False,
                timeout=LONGEST * times, env=environment(),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Record(what, times, "times", "a hang", ok=False)
    tried = done.stdout.count("\n")
    if done.returncode == 0 and tried == times:
        return Record(what, tried, "times", "no hang, the same scores", ok=True)
    return Record(what, tried, "times", "a failure", ok=False, notes=(done.stderr[-500:],))


def environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": f"{ROOT}/python:{ROOT}"}
