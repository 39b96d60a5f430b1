"""How much a process grows while each entry point is called: tests.processes.leaks."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

from proof.records import ROOT, Record
from tests.processes.leaks import LEAKS

CALLS = 1_000_000
FEWEST = 2000


def records(scale: float) -> Iterator[Record]:
    """Run all in a process of their own, and tell of each when it is done."""
    calls = max(FEWEST, round(CALLS * scale))
    with subprocess.Popen(
        [sys.executable, "-m", "tests.processes.leaks", str(calls)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        for line in running.stdout:
            found = re.fullmatch(r"\s*(-?[\d.]+) MB\s+([\d,]+) calls\s+(.*)\n", line)
            if found is None:
                raise ValueError(line)
            grown, times, what = found.groups()
            outcome = f"{grown} MB more"
            tried = int(times.replace(",", ""))
            yield Record(what, tried, "calls", outcome, ok=float(grown) <= 1)
    if running.returncode not in {0, LEAKS}:
        raise subprocess.CalledProcessError(running.returncode, "tests.processes.leaks")
