"""Faults that machines and users cause: tests.processes.faults, as often as promised."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from proof.records import Record
from tests.processes.faults import FAULTS

SHOWN = 10


def records(scale: float) -> Iterator[Record]:
    for what, fault in FAULTS.items():
        with tempfile.TemporaryDirectory() as folder:
            tried, wrong = fault(Path(folder), scale)
        notes = tuple(f"{what}: {each}" for each in wrong[:SHOWN])
        outcome = f"{len(wrong)} wrong scores, partial files or tracebacks"
        yield Record(what, tried, "runs", outcome, ok=not wrong, notes=notes)
