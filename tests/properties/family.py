"""Every metric of the family, with what is known of its numbers whatever the text is."""

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
    """A small model of meaning: how often some letters occur."""
    return [[float(text.count(letter)) for letter in ALPHABET] for text in texts]


def words(text: str) -> list[str]:
    """A tokenizer in Python."""
    return text.split()


def always(value: float) -> Callable[[int], float]:
    return lambda _: value


@dataclass(frozen=True)
class Member:
    """A metric and its laws.

    `perfect` is what a text of so many units has against itself, `units` what counts them;
    `best_reference`: a further reference never makes the score worse.
    """

    name: str
    metric: Any
    lowest: float = 0.0
    highest: float = 1.0
    perfect: Callable[[int], float] = field(default=always(1.0))
    units: Callable[[str], int] = field(default=lambda text: len(text.split()))
    best_reference: bool = True

    def __str__(self) -> str:
        return self.name

    def least(self, text: str) -> float | None:
        """What the text has against itself; None where it has nothing that is counted."""
        found = self.units(text)
        return self.perfect(found) if found > 0 else None


def tokens(name: str, case: str = "mixed") -> Callable[[str], int]:
    return lambda text: len(_native.tokenize(text, name, case))


def met(count: int) -> float:
    """One chunk is still a chunk."""
    return 1 - 0.5 * (1 / count) ** 3


def counted(text: str) -> int:
    """Characters that chrF counts."""
    return len("".join(text.split()))


INFINITE = float("inf")
FAMILY = [
    Member("BLEU", BLEU(effective_order=True), highest=100.0, perfect=always(100.0),
           units=tokens("13a"), best_reference=False),
    Member("chrF", CHRF(), highest=100.0, perfect=always(100.0), units=counted),
    Member("chrF++", CHRF(word_order=2), highest=100.0, perfect=always(100.0), units=counted),
    Member("TER", TER(), highest=INFINITE, perfect=always(0.0), best_reference=False),
    Member("GLEU", GLEU(), units=tokens("13a")),
    Member("GLEU, Python", GLEU(tokenizer=words, min_order=2), units=lambda t: len(t.split()) - 1),
    Member("ROUGE-1", ROUGE("1", stem=True), units=tokens("rouge", "lc")),
    Member("ROUGE-2", ROUGE("2", tokenizer="words"),
           units=lambda text: len(_native.tokenize(text, "words", "lc")) - 1),
    Member("ROUGE-L", ROUGE("L"), units=tokens("rouge", "lc")),
    Member("ROUGE-Lsum", ROUGE("Lsum", tokenizer="13a"), units=tokens("13a", "lc")),
    Member("METEOR", METEOR(synonyms=None), perfect=met, units=tokens("13a", "lc")),
    Member("METEOR, Python", METEOR(tokenizer=words, synonyms={"a": ["the"], "cat": ["dog"]}),
           perfect=met),
    Member("WER", WER(), highest=INFINITE, perfect=always(0.0)),
    Member("CER", CER(), highest=INFINITE, perfect=always(0.0), units=len),
    Member("vectors", EmbeddingSimilarity(letters, name="letters", revision="1"), lowest=-1.0,
           units=lambda text: int(sum(letters([text])[0]))),
]  # fmt: skip
