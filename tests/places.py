"""Where the repository is, and what it has for tests and readers alike."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEWS = ROOT / "examples" / "news"
SUMMARIES = ROOT / "examples" / "summaries"
