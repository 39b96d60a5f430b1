"""Mutants: small changes of the program, each of which a test must notice.

Mutants of the core are run by the core's own tests, those of the Python package by some fast test
files. Other tests, which might notice more, are not run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from proof import mutants_core, mutants_python
from proof.mutants import make_record
from proof.records import ROOT, Record

FOLDER = ROOT / "target" / "mutants"


def records(scale: float) -> Iterator[Record]:
    yield from resumed(scale, {})


def resumed(scale: float, done: Mapping[str, Record]) -> Iterator[Record]:
    """Yield the records of the core, of the Python package or of both, whichever `done` lacks."""
    for kind in (mutants_core, mutants_python):
        if kind.GROUPS.keys() <= done.keys():
            continue
        folder = FOLDER / kind.__name__.rpartition("mutants_")[2]
        folder.mkdir(parents=True, exist_ok=True)
        mutants = kind.mutants(scale, folder)
        for group, patterns in kind.GROUPS.items():
            files = kind.files(patterns)
            yield make_record(group, [mutant for mutant in mutants if mutant.file in files])
