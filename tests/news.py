"""The texts of `examples/news`: three systems and two references of 104 segments."""

from __future__ import annotations

from tests.places import NEWS


def lines(name: str) -> list[str]:
    """The lines of a file of this name."""
    return (NEWS / name).read_text(encoding="utf-8").splitlines()


WEAK, MEDIUM, STRONG = (lines(f"system.{name}.en.txt") for name in ("weak", "medium", "strong"))
SYSTEMS = {"medium": MEDIUM, "strong": STRONG, "weak": WEAK}
REFERENCES = [lines("reference.a.en.txt"), lines("reference.b.en.txt")]
REFERENCE = REFERENCES[0]
