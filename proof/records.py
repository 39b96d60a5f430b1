"""What a stage tells, and how it is kept: one file of data for each stage."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from truebleu.io.writing import write_whole

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "proof" / "results"


@dataclass(frozen=True)
class Record:
    """One thing that was tried."""

    what: str  # in words; a record of the same words replaces the one before
    tried: int  # how often
    unit: str  # what is counted: "corpora", "code points"
    outcome: str  # what came out: "0 differences"
    ok: bool | None  # whether that is what should come out; None: a figure that nothing is held to
    seed: int | None = None  # what it takes to have the same cases again
    notes: tuple[str, ...] = ()  # sentences below the table: exceptions with their reasons
    counts: dict[str, int] = field(default_factory=dict)  # how many of what kind it tried
    seconds: float = 0.0  # set by whoever runs the stage
    verdict: str = ""  # what the page says in place of what `ok` stands for


@dataclass(frozen=True)
class Result:
    """What came of one run of a stage."""

    stage: str
    scale: float  # the share of the full size that was run
    facts: dict[str, str]  # when, of which program, on what
    seconds: float = 0.0
    finished: bool = False
    records: tuple[Record, ...] = field(default=())

    def added(self, record: Record, seconds: float) -> Result:
        """Take in a record and the seconds that passed since the last one.

        A long trial tells how far it is by records of the same words: their times add up.
        """
        known = {each.what: each for each in self.records}
        before = known[record.what].seconds if record.what in known else 0.0
        known[record.what] = replace(record, seconds=before + seconds)
        return replace(self, records=tuple(known.values()), seconds=self.seconds + seconds)

    @property
    def failed(self) -> list[Record]:
        return [each for each in self.records if each.ok is False]

    @property
    def ok(self) -> bool:
        """Whether it ran to its end, tried something, and all came out as it should."""
        return self.finished and bool(self.records) and not self.failed


def path_of(stage: str, folder: Path) -> Path:
    return folder / f"{stage}.json"


def save(result: Result, folder: Path = RESULTS) -> None:
    """Write a stage's file, whole."""
    text = json.dumps(asdict(result), ensure_ascii=False, indent=1) + "\n"
    write_whole(str(path_of(result.stage, folder)), [text.encode()])


def load(stage: str, folder: Path = RESULTS) -> Result | None:
    """Read what a stage's last run left; None where it never ran."""
    path = path_of(stage, folder)
    if not path.exists():
        return None
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    records = [Record(**{**each, "notes": tuple(each["notes"])}) for each in data.pop("records")]
    return Result(**data, records=tuple(records))
