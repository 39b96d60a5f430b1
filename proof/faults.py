"""Repeated runs of the faults in tests.processes.faults, such as full disks and closed pipes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from proof.records import Record
from tests.processes.faults import FAULTS

MAX_EXAMPLES = 10


def records(scale: float) -> Iterator[Record]:
    for name, fault in FAULTS.items():
        with tempfile.TemporaryDirectory() as folder:
            tried, wrong = fault(Path(folder), scale)
        notes = tuple(f"{name}: {problem}" for problem in wrong[:MAX_EXAMPLES])
        outcome = f"{len(wrong)} wrong scores, partial files or tracebacks"
        yield Record(name, tried, "runs", outcome, ok=not wrong, notes=notes)
