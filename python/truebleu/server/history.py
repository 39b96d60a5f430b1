"""Scores over time: what a training run writes into the same files again and again."""

from __future__ import annotations

from datetime import datetime, timezone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["History"]

MOST = 2000


class History:
    """Points in time, each with the score of every system; the oldest go when there are many."""

    def __init__(self) -> None:
        self.points: list[dict[str, Any]] = []

    def add(self, scores: Mapping[str, float], signature: str, changed: list[str]) -> None:
        """Add what was scored now; `changed` names the files that are new."""
        self.points.append(
            {
                "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
                "scores": dict(scores),
                "signature": signature,
                "changed": changed,
            }
        )
        del self.points[:-MOST]
