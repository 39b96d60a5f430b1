"""Paths of the repository and of its example texts."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEWS = ROOT / "examples" / "news"
SUMMARIES = ROOT / "examples" / "summaries"
