"""Corpora by seed: short texts, hostile characters, empty lines, many references, some missing.

What Hypothesis draws shrinks well and takes a millisecond for each; here a plain generator of
Python makes a corpus in fifty microseconds, and a case is known by its seed and its number alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from tests import unicode_age
from tests.differential.code_points import scalar_values
from tests.generators.fragments import FRAGMENTS, WORDS

Text = str | None
SPACES = (" ", " ", "", "  ", "\t")
FEW = 4
LONG = 150  # pieces: more positions than fit into two words of 64 bits


@dataclass(frozen=True)
class Corpus:
    """Hypotheses, and streams of references, one text for each hypothesis; None is missing."""

    hypotheses: list[str]
    streams: list[list[Text]]

    @property
    def per_segment(self) -> list[list[Text]]:
        return [list(each) for each in zip(*self.streams, strict=True)]

    @property
    def misses(self) -> bool:
        return any(text is None for stream in self.streams for text in stream)


@dataclass(frozen=True)
class Pool:
    """What texts are made of: nothing that two versions of Unicode know differently."""

    pieces: tuple[str, ...]
    words: tuple[str, ...]
    characters: list[str]


@cache
def pool(tokenizer: str = "none", lowercase: bool = False) -> Pool:
    """Give what may be compared under these settings."""
    left_out = unicode_age.unknown(tokenizer, lowercase)
    pieces = tuple(piece for piece in FRAGMENTS if left_out.isdisjoint(piece))
    words = tuple(word for word in WORDS if left_out.isdisjoint(word))
    return Pool(pieces, words, characters_but(left_out))


@cache
def characters_but(left_out: frozenset[str]) -> list[str]:
    return [c for c in scalar_values() if c not in left_out]


def corpus(random: Random, of: Pool, *, most_references: int = 6, longest: int = LONG) -> Corpus:
    """Draw one to five segments, and one to six streams of references."""
    choices = kinds_of_pieces(random, of)
    segments = 1 + int(random.random() ** 2 * 5)
    width = 1 + int(random.random() ** 2 * most_references)
    found = Corpus([], [[] for _ in range(width)])
    for _ in range(segments):
        hypothesis = pieces(random, choices, longest)
        space = random.choice(SPACES)
        found.hypotheses.append(space.join(hypothesis))
        for stream in found.streams:
            stream.append(reference(random, hypothesis, choices, space, longest))
        if all(stream[-1] is None for stream in found.streams):
            found.streams[0][-1] = ""
    return found


def kinds_of_pieces(random: Random, of: Pool) -> tuple[str, ...]:
    """All fragments; or a few, so that n-grams repeat and clipping counts; or words, mostly."""
    kind = random.random()
    if kind < 0.4:
        chosen = of.pieces
    elif kind < 0.7:
        chosen = tuple(random.choices(of.pieces, k=FEW))
    else:
        chosen = (*of.words, " ", ".", ",")
    # Now and then any characters at all beside them.
    return (*chosen, *random.choices(of.characters, k=2)) if kind % 0.1 < 0.03 else chosen


def pieces(random: Random, choices: tuple[str, ...], longest: int) -> list[str]:
    most = longest if random.random() < 0.01 else min(longest, 14)
    return random.choices(choices, k=int(random.random() * most))


def reference(
    random: Random, hypothesis: list[str], choices: tuple[str, ...], space: str, longest: int
) -> Text:
    """Draw a text that is often close to the hypothesis, so that long n-grams match."""
    kind = random.random()
    if kind < 0.08:
        return None
    if kind < 0.12:
        return ""
    if kind < 0.3:
        return space.join(pieces(random, choices, longest))
    edited = list(hypothesis)
    for _ in range(int(kind * 10) % 4):
        edit(random, edited, choices)
    return space.join(edited)


def edit(random: Random, text: list[str], choices: tuple[str, ...]) -> None:
    """Add, replace, drop or move a piece."""
    at = random.randrange(len(text) + 1)
    change = random.randrange(4)
    if change == 0 or at == len(text):
        text.insert(at, random.choice(choices))
    elif change == 1:
        text[at] = random.choice(choices)
    else:
        moved = text.pop(at)
        if change == 3:
            text.insert(random.randrange(len(text) + 1), moved)


def tokens(random: Random) -> list[tuple[list[str], list[list[str]]]]:
    """Draw segments that are split already: a few words, a hypothesis and one to three references.

    The words are so few that all orders match, often more often than the references have them.
    """
    words = random.choices("abcdefgh", k=random.randint(1, 7))
    most = 30 if random.random() < 0.05 else 12

    def drawn() -> list[str]:
        return random.choices(words, k=int(random.random() * most))

    def near(text: list[str]) -> list[str]:
        edited = list(text)
        for _ in range(random.randrange(4)):
            edit(random, edited, tuple(words))
        return edited

    found = []
    for _ in range(random.randint(1, 4)):
        hypothesis = drawn()
        count = random.randint(1, 3)
        references = [near(hypothesis) if random.random() < 0.6 else drawn() for _ in range(count)]
        found.append((hypothesis, references))
    return found
