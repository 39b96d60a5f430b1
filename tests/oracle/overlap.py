"""Shared n-grams by looking everywhere, and GPT-3's words by their description."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Sequence

Tokens = Sequence[Hashable]


def bare_words(text: str) -> list[str]:
    """What white space parts, each character lower-cased, without punctuation and symbols."""
    kept = (
        "".join(lowered(c) for c in word if unicodedata.category(c)[0] not in "PS")
        for word in text.split()
    )
    return [word for word in kept if word]


def lowered(character: str) -> str:
    return character.lower().replace("ς", "σ")


def ngrams(tokens: Tokens, n: int) -> list[tuple[Hashable, ...]]:
    return [tuple(tokens[at : at + n]) for at in range(len(tokens) - n + 1)]


def holders(gram: tuple[Hashable, ...], documents: Sequence[Tokens], own: int | None) -> list[int]:
    """The documents that have an n-gram, but for the text's own."""
    return [
        at
        for at, document in enumerate(documents)
        if at != own and gram in ngrams(document, len(gram))
    ]


def shared(
    tokens: Tokens, documents: Sequence[Tokens], n: int, most: float, own: int | None = None
) -> tuple[int, set[int]]:
    """How many n-grams are shared, and which tokens lie in one that is."""
    count, covered = 0, set()
    for at, gram in enumerate(ngrams(tokens, n)):
        if 0 < len(holders(gram, documents, own)) <= most:
            count += 1
            covered |= set(range(at, at + n))
    return count, covered
