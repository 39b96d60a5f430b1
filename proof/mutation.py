"""Mutants: small changes of the program, each of which a test must notice.

The core's are judged by its own tests in Rust, the Python package's by a few files of fast tests:
what other tests would notice beside is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from proof import mutants_core, mutants_python
from proof.mutants import told
from proof.records import ROOT, Record

FOLDER = ROOT / "target" / "mutants"


def records(scale: float) -> Iterator[Record]:
    for kind in (mutants_core, mutants_python):
        folder = FOLDER / kind.__name__.rpartition("mutants_")[2]
        folder.mkdir(parents=True, exist_ok=True)
        found = kind.mutants(scale, folder)
        for group, patterns in kind.GROUPS.items():
            files = kind.files(patterns)
            yield told(group, [mutant for mutant in found if mutant.file in files])
