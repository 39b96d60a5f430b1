"""MBR decoding and pairwise scores: Ctrl-C, and memory over many calls."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.processes.interrupting import interrupted

LONG = """
import signal, sys
import numpy  # whose import, when it is interrupted, says that it failed
from truebleu import TER, mbr, mbr_each, pairwise
signal.signal(signal.SIGINT, signal.default_int_handler)
texts = [" ".join(f"w{(i * j) % 97}" for j in range(30)) + f" {i}" for i in range(30_000)]
print("counting", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(130)
print("finished")
"""
CALLS = {
    "mbr": "mbr(texts)",
    "mbr in threads": "mbr(texts, threads=2)",
    "pairwise": "pairwise(texts[:3000], texts[:3000], TER())",
    "mbr_each": "list(mbr_each([texts[:100]] * 40_000))",
}


@pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent as on POSIX")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ctrl_c_ends_the_call(call: str) -> None:
    assert interrupted(LONG.replace("{call}", call)) == "counting\ninterrupted\n"


MANY = """
import sys
from truebleu import CHRF, best_of, mbr, mbr_each, pairwise
samples = ["the cat sat", "a cat sat", "the cat sat down", "it räined"]
many = [f"w{i} w{i % 7} w{i % 3} ä" for i in range(40)]
chrf = CHRF()
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4
def calls(number):
    for _ in range(number):
        {call}
calls(1_000)
before = resident()
calls(10_000)
print(resident() - before)
"""
REPEATED = {
    "mbr": "mbr(samples)",
    "aggregated": "mbr(samples, metric=chrf, aggregate=True, weights=[1, 2, 3, 4])",
    "a large set": "mbr(many, threads=1)",
    "pairwise": "pairwise(samples, samples)",
    "best_of": "best_of(samples, samples)",
    "many sets": "list(mbr_each([samples] * 3))",
}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
@pytest.mark.parametrize("call", REPEATED.values(), ids=REPEATED)
def test_memory_is_constant(call: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", MANY.replace("{call}", call)],
        capture_output=True,
        text=True,
        check=True,
        timeout=110,
    )
    assert int(run.stdout) <= 1024  # KiB
