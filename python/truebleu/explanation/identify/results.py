"""Results of the identification of settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu.results import Data, Result

if TYPE_CHECKING:
    from truebleu.explanation.identify.reported import Reading, Reported

SAME = 1e-5
"""Largest difference in points between numbers of one group: the error of single precision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Data):
    """Configuration and its score.

    `convention` is the tool, `changes` describes the settings that differ from the tool's defaults,
    and `points` is the score between 0 and 100. `reading` says how the score reads as the reported
    number, None if it does not. `cost` says how implausible the configuration is, 0 for a tool with
    its defaults. `signature` reproduces the score on the texts described in `changes`.
    """

    convention: str
    changes: tuple[str, ...]
    points: float
    reading: Reading | None
    cost: float
    signature: str

    @property
    def name(self) -> str:
        """Convention and its changed settings, in one line."""
        return ", ".join([self.convention, *self.changes])


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Identification(Result):
    """Settings that give a reported score.

    `matches` are all configurations whose score reads as the `reported` number, the most plausible
    first; changes that do not affect the score are omitted. If there are none, `nearest` has the
    configurations with the closest scores. `tried` is the number of configurations tried,
    `distinct` the number of different scores. `warnings` describe problems of the texts. `segments`
    is the number of segments, `references` the maximum number of references per segment.
    """

    reported: Reported
    matches: tuple[Match, ...]
    nearest: tuple[Match, ...]
    tried: int
    distinct: int
    warnings: tuple[str, ...]
    segments: int
    references: int

    @property
    def groups(self) -> list[list[Match]]:
        """Matches grouped by score; scores in a group differ by rounding errors only."""
        groups: list[list[Match]] = []
        index_by_key: dict[int, int] = {}
        for match in self.matches:
            key = round(match.points / SAME)
            near = [index_by_key[k] for k in (key, key - 1, key + 1) if k in index_by_key]
            if near:
                groups[near[0]].append(match)
            else:
                index_by_key[key] = len(groups)
                groups.append([match])
        return groups

    @property
    def vague_note(self) -> str:
        """Reason why the matches are not conclusive; empty if they are."""
        readings = [match.reading for match in self.matches if match.reading is not None]
        is_vague = any(map(self.reported.is_vague, readings))
        return self.reported.vague_note() if is_vague else ""

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON data, with the reported number as text."""
        note = self.vague_note
        return {
            "reported": self.reported.text,
            "decimals": self.reported.decimals,
            "matches": [match.to_dict() for match in self.matches],
            "nearest": [match.to_dict() for match in self.nearest],
            "tried": self.tried,
            "distinct": self.distinct,
            "warnings": [*self.warnings, *([note] if note else [])],
            "segments": self.segments,
            "references": self.references,
        }

    def __repr__(self) -> str:
        counts = f"{len(self.matches)} of {self.tried} configurations"
        return f"<Identification of {self.reported.text}: {counts}>"
