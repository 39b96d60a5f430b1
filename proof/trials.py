"""Trials of random cases. The trial's name, the seed and the case's number determine a case."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from proof.records import Record

SEED = 20261122
DIFFER = "that differ"  # key of the number of differences among the counts of cases by kind
MAX_EXAMPLES = 20  # differences that are described in full
REPORT_EVERY = 2000  # cases between two records
NO_RECORDS: Mapping[str, Record] = MappingProxyType({})


@dataclass(frozen=True)
class Trial:
    """A comparison of truebleu with another program on random cases."""

    name: str  # also part of the random seed
    full: int  # cases at scale 1
    # Draws a case, counts its kinds, and compares; returns a description of a difference, or None.
    check: Callable[[Random, Counter[str]], str | None]
    unit: str = "corpora"

    def case(self, number: int, case_counts: Counter[str], seed: int = SEED) -> str | None:
        """Run one case; an exception of either program counts as a difference."""
        random = Random(f"{self.name}|{seed}|{number}")
        try:
            return self.check(random, case_counts)
        except Exception as error:  # noqa: BLE001
            return f"{type(error).__name__}: {error}"

    def records(
        self, scale: float, seed: int = SEED, done: Record | None = None
    ) -> Iterator[Record]:
        """Run the cases; yield a record with the progress from time to time.

        With `done`, continue after the cases of that record.
        """
        last = max(1, round(self.full * scale))
        first = done.tried if done else 0
        case_counts, wrong = Counter(done.counts if done else {}), list(done.notes if done else ())
        for number in range(first, last):
            differing = self.case(number, case_counts, seed)
            case_counts[DIFFER] += differing is not None
            if differing is not None and len(wrong) < MAX_EXAMPLES:
                wrong.append(f"{self.name}, case {number}: {differing}")
            if (number + 1) % REPORT_EVERY == 0:
                yield self.record(number + 1, case_counts, wrong, seed)
        yield self.record(max(first, last), case_counts, wrong, seed)

    def record(self, tried: int, case_counts: Counter[str], wrong: list[str], seed: int) -> Record:
        return Record(
            self.name,
            tried,
            self.unit,
            f"{case_counts[DIFFER]:,} differences",
            ok=not case_counts[DIFFER],
            seed=seed,
            notes=tuple(wrong),
            counts=dict(sorted(case_counts.items())),
        )


def describe_difference(settings: object, texts: object, ours: object, theirs: object) -> str:
    return f"{settings}: {texts!a}: {ours} and not {theirs}"


def all_records(
    trials: Sequence[Trial], scale: float, done: Mapping[str, Record] = NO_RECORDS
) -> Iterator[Record]:
    """Run some cases of each trial in turn, so that an interrupted run has cases of every trial."""
    unfinished = [trial.records(scale, done=done.get(trial.name)) for trial in trials]
    while unfinished:
        for records in [*unfinished]:
            record = next(records, None)
            if record is None:
                unfinished.remove(records)
            else:
                yield record


def try_again(trials: Sequence[Trial]) -> None:
    """Repeat the case that the command line names, and print the difference."""
    name, number = sys.argv[1:]
    for trial in trials:
        if name in trial.name:
            print(f"{trial.name}, case {number}: {trial.case(int(number), Counter()) or 'equal'}")
