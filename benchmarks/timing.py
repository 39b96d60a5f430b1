"""Timing: the least processor time of several repetitions, with fresh input for each."""

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

from benchmarks.results import Figure, Least
from benchmarks.texts import ROOT

Input = TypeVar("Input")


def least(
    call: Callable[[Input], object],
    prepare: Callable[[], Input],
    *,
    seconds: float = 1.0,
    repetitions: int = 200,
    at_least: int = 3,
    clock: Callable[[], int] = time.process_time_ns,
) -> Least:
    """Give the least time of a call in seconds; what `prepare` does is not counted.

    Stops after `seconds` of calls or after `repetitions`, whichever comes first, but not before
    it was called `at_least` so often. Processor time
    of the whole process is counted, so that other programs on the machine disturb little; give
    `time.perf_counter_ns` to measure work that is spread over several threads.
    """
    best = spent = runs = 0
    gc.collect()
    gc.disable()
    try:
        while runs < at_least or (runs < repetitions and spent < seconds * 1e9):
            material = prepare()
            start = clock()
            call(material)
            taken = clock() - start
            best = min(best, taken) if runs else taken
            spent += taken
            runs += 1
    finally:
        gc.enable()
    return Least(best / 1e9, runs)


def on_one_core() -> None:
    """Keep this process, and those it starts, to one core."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def in_fresh_process(group: str, *arguments: str, kernel: str | None = None) -> Any:
    """Run `python -m benchmarks.group GROUP` and give what it prints as JSON."""
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
    """What one command took: wall and processor seconds, and its peak memory in bytes."""

    wall: Least
    processor: Least
    peak_memory: int


def command(*words: str, repetitions: int = 1) -> Spent:
    """Run a command several times; give the least of each measure."""
    runs = [command_once(words) for _ in range(repetitions)]
    return Spent(
        Least(min(run.wall for run in runs), repetitions),
        Least(min(run.processor for run in runs), repetitions),
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
    return Spent(Least(wall, 1), Least(processor, 1), usage.ru_maxrss * 1024)


def two_cores_of_work(section: str) -> Figure:
    """Measure what two cores give here at best: two busy processes at once against one alone.

    On a machine that does other work too, or whose cores share a processor's parts, this is less
    than 2, and no program can reach more.
    """
    words = [sys.executable, "-I", "-c", "for _ in range(6_000_000): pass"]
    alone, together = (min(busy(words, count) for _ in range(4)) for count in (1, 2))
    return Figure(section, "at best here: two busy processes against one", 2 * alone / together)


def busy(words: list[str], count: int) -> float:
    """Give the seconds until so many processes that run at once have ended."""
    start = time.perf_counter()
    for process in [subprocess.Popen(words) for _ in range(count)]:
        process.wait()
    return time.perf_counter() - start
