"""What a search for the settings behind a number found."""

from __future__ import annotations

from truebleu.frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from truebleu.identification.reported import Reading, Reported

__all__ = ["Identification", "Match"]

SAME = 1e-5
"""Points by which numbers of one group differ at most: what single precision leaves of them."""


class Match(Record):
    """A configuration and its number.

    `convention` is the tool, `changes` are the settings that are not as it comes, in words;
    `points` is its score between 0 and 100. `reading` says how that reads as the reported number,
    None where it does not. `cost` says how implausible the configuration is: 0 for a tool as it
    comes. `signature` gives the number again, of the texts that `changes` speak of.
    """

    __slots__ = ()
    names = ("convention", "changes", "points", "reading", "cost", "signature")

    convention: str
    changes: tuple[str, ...]
    points: float
    reading: Reading | None
    cost: float
    signature: str

    def __init__(
        self,
        convention: str,
        changes: Iterable[str],
        points: float,
        reading: Reading | None,
        cost: float,
        signature: str,
    ) -> None:
        parts = convention, tuple(changes), points, reading, cost, signature
        object.__setattr__(self, "_parts", parts)

    @property
    def name(self) -> str:
        """The convention and what is changed of it, in one line."""
        return ", ".join([self.convention, *self.changes])

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        ready = dict(zip(self.names, self._parts, strict=True))
        ready["changes"] = list(self.changes)
        ready["reading"] = self.reading and {
            "scale": self.reading.scale,
            "how": self.reading.how,
        }
        return ready


class Identification(Record):
    """The settings that give a reported number.

    `matches` (of `Match`) are all configurations whose score reads as the `reported` number, the
    most plausible first, each without changes that make no difference; where there is none,
    `nearest` has the nearest. `tried` is how many configurations were tried, `distinct` how many
    different numbers they gave. `warnings` say what is wrong with the texts; `segments` and
    `references` how many there are.
    """

    __slots__ = ()
    names = (
        "reported",
        "matches",
        "nearest",
        "tried",
        "distinct",
        "warnings",
        "segments",
        "references",
    )

    reported: Reported
    matches: tuple[Match, ...]
    nearest: tuple[Match, ...]
    tried: int
    distinct: int
    warnings: tuple[str, ...]
    segments: int
    references: int

    def __init__(
        self,
        reported: Reported,
        matches: Iterable[Match],
        nearest: Iterable[Match],
        tried: int,
        distinct: int,
        warnings: Iterable[str],
        segments: int,
        references: int,
    ) -> None:
        parts = reported, tuple(matches), tuple(nearest), tried, distinct, tuple(warnings)
        object.__setattr__(self, "_parts", (*parts, segments, references))

    @property
    def groups(self) -> list[list[Match]]:
        """The matches, those with the same number together: only last bits tell them apart."""
        groups: list[list[Match]] = []
        places: dict[int, int] = {}
        for match in self.matches:
            key = round(match.points / SAME)
            place = next((places[near] for near in (key, key - 1, key + 1) if near in places), None)
            if place is None:
                places[key] = len(groups)
                groups.append([match])
            else:
                groups[place].append(match)
        return groups

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        return {
            "reported": self.reported.text,
            "decimals": self.reported.decimals,
            "matches": [match.to_dict() for match in self.matches],
            "nearest": [match.to_dict() for match in self.nearest],
            "tried": self.tried,
            "distinct": self.distinct,
            "warnings": list(self.warnings),
            "segments": self.segments,
            "references": self.references,
        }

    def __repr__(self) -> str:
        found = f"{len(self.matches)} of {self.tried} configurations"
        return f"<Identification of {self.reported.text}: {found}>"
