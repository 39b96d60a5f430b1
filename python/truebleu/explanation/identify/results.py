"""Results of the search for the settings of a reported score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu.results import Data, Result

if TYPE_CHECKING:
    from truebleu.explanation.identify.reported import Reading, Reported

SAME = 1e-5
"""Largest difference in points between scores of one group: the error of single precision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Data):
    """Configuration (a tool with certain settings), and the score that it gives.

    Attributes:
        convention: the name of the preset that reproduces the tool.
        changes: descriptions of the settings that differ from the tool's defaults.
        points: the score, from 0 to 100.
        reading: the interpretation (scale, rounding or truncation) that makes the reported number
            equal to the score; None if there is none.
        cost: how implausible the configuration is. The cost of a tool with its default settings is
            0.
        signature: the signature of the score. It does not record changes of the texts, or that chrF
            or TER is a mean of sentence scores.
    """

    convention: str
    changes: tuple[str, ...]
    points: float
    reading: Reading | None
    cost: float
    signature: str

    @property
    def name(self) -> str:
        """Name of the tool, followed by its changed settings."""
        return ", ".join([self.convention, *self.changes])


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Identification(Result):
    """Settings that give a reported score. A configuration is a tool with certain settings.

    Attributes:
        reported: the reported number.
        matches: the configurations whose score equals the reported number, the most plausible
            first. A configuration is left out if one of its changes has no effect on the score.
        nearest: the configurations whose scores are closest to the reported number. Empty if there
            are matches.
        tried: the number of configurations tried.
        distinct: the number of different scores among these configurations.
        warnings: messages about problems in the texts.
        segments: the number of segments.
        references: the maximum number of references per segment.
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
        """Matches grouped by score. Scores that differ only by rounding errors count as equal."""
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
        """Text that states why the matches are not conclusive. Empty if they are conclusive."""
        readings = [match.reading for match in self.matches if match.reading is not None]
        is_vague = any(map(self.reported.is_vague, readings))
        return self.reported.vague_note() if is_vague else ""

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as a dict for JSON, with the reported number as text."""
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
