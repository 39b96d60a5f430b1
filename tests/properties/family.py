"""Every metric with its bounds and its perfect score, for tests of laws."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from truebleu import (
    BLEU,
    CER,
    CHRF,
    GLEU,
    METEOR,
    ROUGE,
    TER,
    WER,
    EmbeddingSimilarity,
    _native,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ALPHABET = "abcdehint "


def letters(texts: list[str]) -> list[list[float]]:
    """Return counts of some letters for each text, in place of sentence embeddings."""
    return [[float(text.count(letter)) for letter in ALPHABET] for text in texts]


def words(text: str) -> list[str]:
    """Tokenize at spaces, in Python."""
    return text.split()


def constant(value: float) -> Callable[[int], float]:
    return lambda _: value


@dataclass(frozen=True)
class Member:
    """Metric with its laws.

    `perfect`: score of a text compared with itself, for the number of its units. `units`: function
    that counts the units of a text. `best_reference`: another reference never lowers the score.
    """

    name: str
    metric: Any
    lowest: float = 0.0
    highest: float = 1.0
    perfect: Callable[[int], float] = field(default=constant(1.0))
    units: Callable[[str], int] = field(default=lambda text: len(text.split()))
    best_reference: bool = True

    def __str__(self) -> str:
        return self.name

    def self_score(self, text: str) -> float | None:
        """Return the score of a text compared with itself, or None if it has no units."""
        found = self.units(text)
        return self.perfect(found) if found > 0 else None


def tokens(name: str, case: str = "mixed") -> Callable[[str], int]:
    return lambda text: len(_native.tokenize(text, name, case))


def meteor_self_score(count: int) -> float:
    """Return METEOR of a text with itself, whose single chunk still has a penalty."""
    return 1 - 0.5 * (1 / count) ** 3


def chrf_units(text: str) -> int:
    """Return the number of characters that chrF counts."""
    return len("".join(text.split()))


INFINITE = float("inf")
FAMILY = [
    Member("BLEU", BLEU(effective_order=True), highest=100.0, perfect=constant(100.0),
           units=tokens("13a"), best_reference=False),
    Member("chrF", CHRF(), highest=100.0, perfect=constant(100.0), units=chrf_units),
    Member("chrF++", CHRF(word_order=2), highest=100.0, perfect=constant(100.0), units=chrf_units),
    Member("TER", TER(), highest=INFINITE, perfect=constant(0.0), best_reference=False),
    Member("GLEU", GLEU(), units=tokens("13a")),
    Member("GLEU, Python", GLEU(tokenizer=words, min_order=2), units=lambda t: len(t.split()) - 1),
    Member("ROUGE-1", ROUGE("1", stem=True), units=tokens("rouge", "lc")),
    Member("ROUGE-2", ROUGE("2", tokenizer="words"),
           units=lambda text: len(_native.tokenize(text, "words", "lc")) - 1),
    Member("ROUGE-L", ROUGE("L"), units=tokens("rouge", "lc")),
    Member("ROUGE-Lsum", ROUGE("Lsum", tokenizer="13a"), units=tokens("13a", "lc")),
    Member("METEOR", METEOR(synonyms=None), perfect=meteor_self_score, units=tokens("13a", "lc")),
    Member("METEOR, Python", METEOR(tokenizer=words, synonyms={"a": ["the"], "cat": ["dog"]}),
           perfect=meteor_self_score),
    Member("WER", WER(), highest=INFINITE, perfect=constant(0.0)),
    Member("CER", CER(), highest=INFINITE, perfect=constant(0.0), units=len),
    Member("vectors", EmbeddingSimilarity(letters, name="letters", revision="1"), lowest=-1.0,
           units=lambda text: int(sum(letters([text])[0]))),
]  # fmt: skip
