"""Growth of a process during many calls of each entry point, by tests.processes.leaks."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

from proof.records import ROOT, Record
from tests.processes.leaks import LEAKS

CALLS = 1_000_000
MIN_CALLS = 2000


def records(scale: float) -> Iterator[Record]:
    """Run all entry points in a separate process; yield a record after each."""
    calls = max(MIN_CALLS, round(CALLS * scale))
    with subprocess.Popen(
        [sys.executable, "-m", "tests.processes.leaks", str(calls)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        for line in running.stdout:
            match = re.fullmatch(r"\s*(-?[\d.]+) MB\s+([\d,]+) calls\s+(.*)\n", line)
            if match is None:
                raise ValueError(line)
            grown, times, name = match.groups()
            outcome = f"{grown} MB more"
            tried = int(times.replace(",", ""))
            yield Record(name, tried, "calls", outcome, ok=float(grown) <= 1)
    if running.returncode not in {0, LEAKS}:
        raise subprocess.CalledProcessError(running.returncode, "tests.processes.leaks")
