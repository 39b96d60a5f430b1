"""Small corpora of every kind that once caused an error in a page."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tests.news import REFERENCES, SYSTEMS, lines


@dataclass(frozen=True)
class Corpus:
    """Systems by name, reference streams, and settings of the report."""

    systems: dict[str, list[str]]
    references: list[list[str | None]]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def segments(self) -> int:
        return len(self.references[0])


WORDS = (
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "on",
    "mat",
    "house",
    "with",
    "of",
    "today",
    "not",
    ".",
    ",",
)


def make_corpus(systems: int, segments: int, references: int = 1, seed: int = 1) -> Corpus:
    """Return random short segments; each system shares some words with the reference."""
    draw = random.Random(seed)
    first = [draw.choices(WORDS, k=draw.randint(3, 12)) for _ in range(segments)]

    def near(words: list[str], share: float) -> str:
        return " ".join(draw.choice(WORDS) if draw.random() < share else word for word in words)

    streams: list[list[str | None]] = [[" ".join(words) for words in first]]
    streams.extend([near(words, 0.3) for words in first] for _ in range(references - 1))
    named = {
        f"system {number}": [near(words, 0.1 + 0.5 * number / systems) for words in first]
        for number in range(systems)
    }
    return Corpus(named, streams)


def example() -> Corpus:
    """Return the example corpus with all its files."""
    options = {"source": lines("source.de.txt"), "documents": lines("documents.txt")}
    return Corpus(SYSTEMS, [list(stream) for stream in REFERENCES], options)


def many_scripts() -> Corpus:
    """Return Chinese, Arabic, Hebrew, Thai and Hindi texts, with emoji and combining marks."""
    rows = [
        ("议会今天投票反对。", "议会今天投票。", "今天议会没有投票。"),
        ("صوّت البرلمان اليوم ضد القانون.", "صوت البرلمان ضد القانون.", "البرلمان اليوم."),
        ("הפרלמנט הצביע היום (2020) נגד.", "הפרלמנט הצביע נגד 2020.", "היום הצביע."),
        ("รัฐสภาลงมติวันนี้", "รัฐสภาลงมติ", "วันนี้รัฐสภา"),
        ("संसद ने आज मतदान किया।", "संसद ने मतदान किया।", "आज संसद।"),
        ("👩‍👩‍👧‍👦 went 🏳️‍🌈 home 👍🏽", "👩‍👩‍👧‍👦 went home 👍🏽", "👍 went 🏳️‍🌈 home"),
        ("Z" + "\u0301\u0302\u0303" * 30 + " algo", "Z\u0301 algo", "Zalgo"),
    ]
    reference, first, second = (list(column) for column in zip(*rows, strict=True))
    return Corpus({"甲": first, "النظام ب": second}, [list(reference)])


def three_references() -> Corpus:
    """Return texts with three references, some of which are missing."""
    corpus = make_corpus(2, 30, references=3)
    for index in range(30):
        if index % 3:
            corpus.references[index % 3][index] = None
    return corpus


def empty_hypotheses() -> Corpus:
    """Return a corpus whose hypotheses are all empty."""
    corpus = make_corpus(1, 12)
    return Corpus({"silent": [""] * 12, "mute": [""] * 12}, corpus.references)
