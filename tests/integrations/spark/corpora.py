"""A corpus as rows of a DataFrame, and as lists."""

from __future__ import annotations

import random
from typing import Any

SCHEMA = "id long, language string, base string, new string, first string, second string"
TEXT = "the cat sat on a mat it rained all day , nobody came to Zürich . 猫 坐 了"
WORDS = TEXT.split()


def rows(count: int, seed: int = 7) -> list[tuple[Any, ...]]:
    """Return rows of two systems and two references; every fifth second reference is missing."""
    chance = random.Random(seed)

    def changed(text: str, share: float) -> str:
        words = text.split(" ")
        return " ".join(chance.choice(WORDS) if chance.random() < share else word for word in words)

    table_rows = []
    for number in range(count):
        text = " ".join(chance.choices(WORDS, k=chance.randint(1, 14)))
        second = None if number % 5 == 0 else changed(text, 0.3)
        language = ("en-de", "en-fr", None)[number % 3]
        table_rows.append((number, language, changed(text, 0.4), changed(text, 0.3), text, second))
    return table_rows


def columns(given: list[tuple[Any, ...]]) -> dict[str, list[Any]]:
    """Return the lists of the columns, by name."""
    names = [field.split()[0] for field in SCHEMA.split(", ")]
    return dict(zip(names, map(list, zip(*given, strict=True)), strict=True))
