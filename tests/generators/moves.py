"""Pairs of texts with many repeated and moved words: what TER's search finds hard."""

from __future__ import annotations

import random
import string

ALPHABETS = (2, 3, 5, 10, 30)


def pairs(seed: int, count: int, longest: int = 60) -> tuple[list[str], list[str]]:
    """Hypotheses and references of 0 to `longest` words."""
    chance = random.Random(seed)
    made = [pair(chance, longest) for _ in range(count)]
    return [hypothesis for hypothesis, _ in made], [reference for _, reference in made]


def pair(chance: random.Random, longest: int) -> tuple[str, str]:
    alphabet = string.ascii_letters[: chance.choice(ALPHABETS)]
    # Short ones mostly: the time that a search takes grows with the cube of the length.
    most = longest if chance.random() < 0.2 else min(longest, 25)
    reference = chance.choices(alphabet, k=chance.randint(0, most))
    if chance.random() < 0.3:
        hypothesis = chance.choices(alphabet, k=chance.randint(0, most))
    else:
        hypothesis = list(reference)
    for _ in range(chance.randrange(6)):
        change(chance, hypothesis, alphabet)
    return " ".join(hypothesis), " ".join(reference)


def change(chance: random.Random, words: list[str], alphabet: str) -> None:
    """Move a block; then, now and then, replace, add or delete a word."""
    a, b, c = sorted(chance.randint(0, len(words)) for _ in range(3))
    words[a:c] = words[b:c] + words[a:b]
    kind, at = chance.randrange(6), chance.randint(0, len(words))
    if kind == 0:
        words.insert(at, chance.choice(alphabet))
    elif kind == 1:
        words[at : at + 1] = "?"
    elif kind == 2:
        del words[at : at + 1]


def shuffled(seed: int, length: int) -> tuple[str, str]:
    """So many different words, and the same in any order."""
    reference = [f"w{number}" for number in range(length)]
    hypothesis = list(reference)
    random.Random(seed).shuffle(hypothesis)
    return " ".join(hypothesis), " ".join(reference)
