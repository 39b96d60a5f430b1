"""Trials by number: each case follows from the trial's name, the seed and its number."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from proof.records import Record

SEED = 20261122
DIFFER = "that differ"  # the count beside those of the kinds of cases
SHOWN = 20  # differences that are told in full
TOLD_EVERY = 2000  # cases between two records
NOTHING: Mapping[str, Record] = MappingProxyType({})


@dataclass(frozen=True)
class Trial:
    """Something that is done with made-up cases, and what it is compared with."""

    what: str
    full: int  # cases at scale 1
    # Draws a case and compares: says what differs, or nothing; counts what kinds of cases it drew.
    check: Callable[[Random, Counter[str]], str | None]
    unit: str = "corpora"

    def case(self, number: int, drawn: Counter[str], seed: int = SEED) -> str | None:
        """Try one case; what either program stops with is a difference, too."""
        random = Random(f"{self.what}|{seed}|{number}")
        try:
            return self.check(random, drawn)
        except Exception as error:  # noqa: BLE001
            return f"{type(error).__name__}: {error}"

    def records(
        self, scale: float, seed: int = SEED, done: Record | None = None
    ) -> Iterator[Record]:
        """Try so many cases; tell again and again how far it is. What is done is not done again."""
        last = max(1, round(self.full * scale))
        first = done.tried if done else 0
        drawn, wrong = Counter(done.counts if done else {}), list(done.notes if done else ())
        for number in range(first, last):
            differing = self.case(number, drawn, seed)
            drawn[DIFFER] += differing is not None
            if differing is not None and len(wrong) < SHOWN:
                wrong.append(f"{self.what}, case {number}: {differing}")
            if (number + 1) % TOLD_EVERY == 0:
                yield self.record(number + 1, drawn, wrong, seed)
        yield self.record(max(first, last), drawn, wrong, seed)

    def record(self, tried: int, drawn: Counter[str], wrong: list[str], seed: int) -> Record:
        return Record(
            self.what,
            tried,
            self.unit,
            f"{drawn[DIFFER]:,} differences",
            ok=not drawn[DIFFER],
            seed=seed,
            notes=tuple(wrong),
            counts=dict(sorted(drawn.items())),
        )


def told(settings: object, texts: object, ours: object, theirs: object) -> str:
    """Say what differs."""
    return f"{settings}: {texts!a}: {ours} and not {theirs}"


def all_records(
    trials: Sequence[Trial], scale: float, done: Mapping[str, Record] = NOTHING
) -> Iterator[Record]:
    """Try all by turns, some cases each, so that a run that is cut has tried something of each."""
    going = [trial.records(scale, done=done.get(trial.what)) for trial in trials]
    while going:
        for each in [*going]:
            record = next(each, None)
            if record is None:
                going.remove(each)
            else:
                yield record


def try_again(trials: Sequence[Trial]) -> None:
    """Try the case that the command line names again, and say what differs."""
    name, number = sys.argv[1:]
    for trial in trials:
        if name in trial.what:
            print(f"{trial.what}, case {number}: {trial.case(int(number), Counter()) or 'equal'}")
