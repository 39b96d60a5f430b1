"""How many segments of made-up text each test has compared, for the summary of a run."""

from __future__ import annotations

from collections import Counter

compared: Counter[str] = Counter()


def count(what: str, segments: int) -> None:
    compared[what] += segments


def lines() -> list[str]:
    return [f"{what}: {segments:,} segments" for what, segments in sorted(compared.items())]
