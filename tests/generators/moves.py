"""Pairs of texts with many repeated and moved words, which make TER's search long."""

from __future__ import annotations

import random
import string

ALPHABETS = (2, 3, 5, 10, 30)


def pairs(seed: int, count: int, longest: int = 60) -> tuple[list[str], list[str]]:
    """Return `count` hypotheses and references of 0 to `longest` words."""
    generator = random.Random(seed)
    drawn = [pair(generator, longest) for _ in range(count)]
    return [hypothesis for hypothesis, _ in drawn], [reference for _, reference in drawn]


def pair(generator: random.Random, longest: int) -> tuple[str, str]:
    alphabet = string.ascii_letters[: generator.choice(ALPHABETS)]
    # Most texts are short: the time of TER's search is cubic in the length.
    limit = longest if generator.random() < 0.2 else min(longest, 25)
    reference = generator.choices(alphabet, k=generator.randint(0, limit))
    if generator.random() < 0.3:
        hypothesis = generator.choices(alphabet, k=generator.randint(0, limit))
    else:
        hypothesis = list(reference)
    for _ in range(generator.randrange(6)):
        change(generator, hypothesis, alphabet)
    return " ".join(hypothesis), " ".join(reference)


def change(generator: random.Random, words: list[str], alphabet: str) -> None:
    """Move a block; in half of the calls, also replace, add or delete a word."""
    a, b, c = sorted(generator.randint(0, len(words)) for _ in range(3))
    words[a:c] = words[b:c] + words[a:b]
    kind, index = generator.randrange(6), generator.randint(0, len(words))
    if kind == 0:
        words.insert(index, generator.choice(alphabet))
    elif kind == 1:
        words[index : index + 1] = "?"
    elif kind == 2:
        del words[index : index + 1]


def shuffled(seed: int, length: int) -> tuple[str, str]:
    """Return `length` different words in random order, and in their first order."""
    reference = [f"w{number}" for number in range(length)]
    hypothesis = list(reference)
    random.Random(seed).shuffle(hypothesis)
    return " ".join(hypothesis), " ".join(reference)
