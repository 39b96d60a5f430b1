"""Records and results of stages, stored as one JSON file per stage."""

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
    """One trial of a stage: what was tried, how often, and the outcome."""

    name: str  # a new record replaces one with the same name
    tried: int  # number of repetitions
    unit: str  # what was repeated: "corpora", "code points"
    outcome: str  # such as "0 differences"
    ok: bool | None  # whether the outcome is as expected; None: there is no expectation
    seed: int | None = None  # reproduces the same cases
    notes: tuple[str, ...] = ()  # exceptions and their reasons, printed below the table
    counts: dict[str, int] = field(default_factory=dict)  # number of cases by kind
    seconds: float = 0.0  # set by `running.run`
    verdict: str = ""  # printed instead of the text for `ok`


@dataclass(frozen=True)
class Result:
    """Result of one run of a stage."""

    stage: str
    scale: float  # share of the full size
    facts: dict[str, str]  # date, version, machine
    seconds: float = 0.0
    finished: bool = False
    records: tuple[Record, ...] = field(default=())

    def added(self, record: Record, seconds: float) -> Result:
        """Return the result with one more record and its time.

        A long trial reports its progress as several records with the same name. Their times are
        added.
        """
        record_by_name = {old.name: old for old in self.records}
        before = record_by_name[record.name].seconds if record.name in record_by_name else 0.0
        record_by_name[record.name] = replace(record, seconds=before + seconds)
        records = tuple(record_by_name.values())
        return replace(self, records=records, seconds=self.seconds + seconds)

    @property
    def failed(self) -> list[Record]:
        """Records whose outcome is not as expected."""
        return [record for record in self.records if record.ok is False]

    @property
    def ok(self) -> bool:
        """Whether the run is finished and has records, all with the expected outcome."""
        return self.finished and bool(self.records) and not self.failed


def path_of(stage: str, folder: Path) -> Path:
    return folder / f"{stage}.json"


def save(result: Result, folder: Path = RESULTS) -> None:
    """Write the file of a stage atomically."""
    text = json.dumps(asdict(result), ensure_ascii=False, indent=1) + "\n"
    write_whole(str(path_of(result.stage, folder)), [text.encode()])


def load(stage: str, folder: Path = RESULTS) -> Result | None:
    """Return the result of a stage's last run; None if it never ran."""
    path = path_of(stage, folder)
    if not path.exists():
        return None
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    records = [Record(**{**entry, "notes": tuple(entry["notes"])}) for entry in data.pop("records")]
    return Result(**data, records=tuple(records))
