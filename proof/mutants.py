"""What became of mutants: killed by a test, or not, and then whether anybody could have."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from proof.records import ROOT, Record

# Changes that change nothing: of each the file, the line before and after, and why.
EQUIVALENT = ROOT / "proof" / "equivalent.json"
LEAST = 0.9
SHOWN = 12


@dataclass(frozen=True)
class Mutant:
    """A change of one place, and what the tests made of it."""

    file: str  # from the root of the repository
    line: str  # what was changed, without the space around it
    becomes: str
    fate: str  # "killed", "survived", "untested" or "timeout"

    @property
    def killed(self) -> bool:
        return self.fate == "killed"


STRICT = "zip's `strict=True` says that lengths cannot differ there"


def reason(mutant: Mutant) -> str | None:
    """Why nobody can see a change; None where somebody could."""
    line, becomes = mutant.line, mutant.becomes
    loose = [line.replace("strict=True", other) for other in ("strict=None", "strict=False", "")]
    if "strict=True" in line and becomes in loose:
        return STRICT
    return equivalent().get((mutant.file, line, becomes))


@cache
def equivalent() -> dict[tuple[str, str, str], str]:
    """Give the reasons that are listed."""
    entries = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {
        (entry["file"], entry["line"], becomes): entry["reason"]
        for entry in entries
        for becomes in entry["becomes"]
    }


def told(what: str, mutants: Sequence[Mutant]) -> Record:
    """Sum up: how many were killed, how many change nothing, which others survive."""
    fates = Counter(mutant.fate for mutant in mutants)
    survive = [mutant for mutant in mutants if not mutant.killed]
    same = [each for each in survive if reason(each)]
    left = [each for each in survive if not reason(each)]
    killed = fates["killed"]
    share = killed / max(1, len(mutants) - len(same))
    outcome = f"{killed:,} killed ({killed / max(1, len(mutants)):.1%})"
    if same:
        outcome += f", {len(same)} change nothing; of the others {share:.1%}"
    return Record(
        what, len(mutants), "mutants", outcome, ok=share >= LEAST, notes=(*notes(what, left, same),)
    )


def notes(what: str, left: Sequence[Mutant], same: Sequence[Mutant]) -> list[str]:
    """List what survives, and why it may."""
    said = [
        f"{what}: `{each.file}`: `{each.line}` as `{each.becomes}`: {each.fate}"
        for each in left[:SHOWN]
    ]
    if len(left) > SHOWN:
        said.append(f"{what}: {len(left) - SHOWN} more survive")
    reasons = Counter(map(reason, same))
    said += [f"{what}: {count} change nothing: {reason}" for reason, count in reasons.items()]
    return said
