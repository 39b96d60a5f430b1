"""Number of random segments that each test compared, for the summary of a test run."""

from __future__ import annotations

from collections import Counter

compared: Counter[str] = Counter()


def count(name: str, segments: int) -> None:
    compared[name] += segments


def lines() -> list[str]:
    return [f"{name}: {segments:,} segments" for name, segments in sorted(compared.items())]
