"""Time measurement: the shortest processor time of several repetitions with fresh input."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from benchmarks.results import Figure, MinTime
from benchmarks.texts import ROOT

Input = TypeVar("Input")


def min_time(
    call: Callable[[Input], object],
    prepare: Callable[[], Input],
    *,
    seconds: float = 1.0,
    repetitions: int = 200,
    min_repetitions: int = 3,
    clock: Callable[[], int] = time.process_time_ns,
) -> MinTime:
    """Return the shortest time of a call in seconds, without the time of `prepare`.

    Each call gets a new result of `prepare`. The calls stop after `seconds` in total or after
    `repetitions`, whichever comes first, but not before `min_repetitions`. The default clock is the
    processor time of this process, which other programs disturb little. Pass
    `time.perf_counter_ns` to measure work that runs in several threads.
    """
    best = spent = runs = 0
    gc.collect()
    gc.disable()
    try:
        while runs < min_repetitions or (runs < repetitions and spent < seconds * 1e9):
            data = prepare()
            start = clock()
            call(data)
            taken = clock() - start
            best = min(best, taken) if runs else taken
            spent += taken
            runs += 1
    finally:
        gc.enable()
    return MinTime(best / 1e9, runs)


def on_one_core() -> None:
    """Restrict this process, and the processes that it starts, to one core."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def in_fresh_process(group: str, *arguments: str, kernel: str | None = None) -> Any:
    """Run `python -m benchmarks.group GROUP`, and return the JSON value that it prints."""
    environment = {key: value for key, value in os.environ.items() if key != "TRUEBLEU_KERNEL"}
    if kernel is not None:
        environment["TRUEBLEU_KERNEL"] = kernel
    command = [sys.executable, "-m", "benchmarks.group", group, *arguments]
    run = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    return json.loads(run.stdout)


@dataclass(frozen=True)
class Spent:
    """Cost of one command: wall-clock and processor seconds, and peak memory in bytes."""

    wall: MinTime
    processor: MinTime
    peak_memory: int


def command(*words: str, repetitions: int = 1) -> Spent:
    """Run a command several times; return the smallest value of each measure."""
    runs = [command_once(words) for _ in range(repetitions)]
    return Spent(
        MinTime(min(run.wall for run in runs), repetitions),
        MinTime(min(run.processor for run in runs), repetitions),
        min(run.peak_memory for run in runs),
    )


def command_once(words: tuple[str, ...]) -> Spent:
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        message = f"{' '.join(words)} ended with exit code {process.returncode}"
        raise RuntimeError(message)
    processor = usage.ru_utime + usage.ru_stime
    return Spent(MinTime(wall, 1), MinTime(processor, 1), usage.ru_maxrss * 1024)


def two_cores_of_work(section: str) -> Figure:
    """Return the highest speedup that two cores of this machine can reach.

    Two busy processes at once are compared with one. The figure is below 2 if the machine does
    other work, or if its cores share parts of the processor.
    """
    words = [sys.executable, "-I", "-c", "for _ in range(6_000_000): pass"]
    alone, together = (min(busy(words, count) for _ in range(4)) for count in (1, 2))
    return Figure(section, "at best here: two busy processes against one", 2 * alone / together)


def busy(words: list[str], count: int) -> float:
    """Return the seconds until `count` processes that run at the same time have ended."""
    start = time.perf_counter()
    for process in [subprocess.Popen(words) for _ in range(count)]:
        process.wait()
    return time.perf_counter() - start
