"""Memory over many calls: `python -m tests.processes.leaks` makes a million of each."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.paths import ROOT
from tests.processes.leaks import entry_points, slow_entry_points

CALLS = 25_000  # 50 bytes lost in each call exceed a megabyte


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc tells what is used")
def test_many_calls_grow_a_process_by_at_most_a_megabyte() -> None:
    """A process of its own has memory that no other test uses."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.processes.leaks", str(CALLS)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(entry_points()) + len(slow_entry_points())
