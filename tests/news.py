"""Texts of `examples/news`: three systems and two references of 104 segments."""

from __future__ import annotations

from pathlib import Path

from tests.paths import NEWS


def lines(name: str | Path) -> list[str]:
    """Return the lines of a file of the corpus, or of any file by its absolute path."""
    return (NEWS / name).read_text(encoding="utf-8").splitlines()


WEAK, MEDIUM, STRONG = (lines(f"system.{name}.en.txt") for name in ("weak", "medium", "strong"))
SYSTEMS = {"medium": MEDIUM, "strong": STRONG, "weak": WEAK}
REFERENCES = [lines("reference.a.en.txt"), lines("reference.b.en.txt")]
REFERENCE = REFERENCES[0]
