"""Mutants, their fates, and the reasons why some surviving mutants are equivalent."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from proof.records import ROOT, Record

# Mutants that do not change the behavior: file, line before and after, and reason.
EQUIVALENT = ROOT / "proof" / "equivalent.json"
MIN_SHARE = 0.9
MAX_EXAMPLES = 12


@dataclass(frozen=True)
class Mutant:
    """A small change of the program, and whether the tests noticed it."""

    file: str  # path relative to the root of the repository
    line: str  # the line before the change, without whitespace at its ends
    becomes: str  # the line after the change
    fate: str  # "killed", "survived", "untested" or "timeout"

    @property
    def killed(self) -> bool:
        return self.fate == "killed"


STRICT = "zip's `strict=True` asserts lengths that cannot differ there"


def reason(mutant: Mutant) -> str | None:
    """Return why a mutant is equivalent to the program; None if it is not known to be."""
    line, becomes = mutant.line, mutant.becomes
    loose = [line.replace("strict=True", text) for text in ("strict=None", "strict=False", "")]
    if "strict=True" in line and becomes in loose:
        return STRICT
    return equivalent().get((mutant.file, line, becomes))


@cache
def equivalent() -> dict[tuple[str, str, str], str]:
    """Return the listed reasons by file, line before and line after the change."""
    entries = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {
        (entry["file"], entry["line"], becomes): entry["reason"]
        for entry in entries
        for becomes in entry["becomes"]
    }


def make_record(name: str, mutants: Sequence[Mutant]) -> Record:
    """Return a record with the numbers of killed, equivalent and surviving mutants.

    The share of killed mutants excludes the equivalent ones.
    """
    surviving = [mutant for mutant in mutants if not mutant.killed]
    equivalent = [mutant for mutant in surviving if reason(mutant)]
    unnoticed = [mutant for mutant in surviving if not reason(mutant)]
    n_killed = len(mutants) - len(surviving)
    share = n_killed / max(1, len(mutants) - len(equivalent))
    outcome = f"{n_killed:,} killed ({n_killed / max(1, len(mutants)):.1%})"
    if equivalent:
        outcome += f", {len(equivalent)} change nothing; of the others {share:.1%}"
    return Record(
        name, len(mutants), "mutants", outcome, ok=share >= MIN_SHARE,
        notes=tuple(make_notes(name, unnoticed, equivalent)),
    )  # fmt: skip


def make_notes(name: str, unnoticed: Sequence[Mutant], equivalent: Sequence[Mutant]) -> list[str]:
    """Return notes: the first unnoticed mutants, and the number of equivalent ones by reason."""
    notes = [
        f"{name}: `{mutant.file}`: `{mutant.line}` as `{mutant.becomes}`: {mutant.fate}"
        for mutant in unnoticed[:MAX_EXAMPLES]
    ]
    if len(unnoticed) > MAX_EXAMPLES:
        notes.append(f"{name}: {len(unnoticed) - MAX_EXAMPLES} more survive")
    reasons = Counter(map(reason, equivalent))
    notes += [f"{name}: {count} change nothing: {reason}" for reason, count in reasons.items()]
    return notes
