"""Why two numbers for the same texts differ.

`compare_conventions` is about tools, `diagnose` about two scores. Each gap is divided among the
rules in which the two sides differ (`splitting`).
"""

from __future__ import annotations

from truebleu.disagreement.scores import Diagnosis, diagnose
from truebleu.disagreement.splitting import Move
from truebleu.disagreement.tools import Disagreement, ToolScore, compare_conventions

__all__ = [
    "Diagnosis",
    "Disagreement",
    "Move",
    "ToolScore",
    "compare_conventions",
    "diagnose",
]
