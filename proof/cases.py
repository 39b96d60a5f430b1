"""Random corpora: short texts, unusual characters, empty lines, many and missing references.

Hypothesis can shrink a failing case, but takes a millisecond to draw one. These plain generators
take fifty microseconds, and the seed and number of a case are enough to repeat it.
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
LONG = 150  # pieces of a long text; more positions than fit into two 64-bit words


@dataclass(frozen=True)
class Corpus:
    """Hypotheses and reference streams; a missing reference is None."""

    hypotheses: list[str]
    streams: list[list[Text]]

    @property
    def per_segment(self) -> list[list[Text]]:
        return [list(references) for references in zip(*self.streams, strict=True)]

    @property
    def has_missing_references(self) -> bool:
        return any(text is None for stream in self.streams for text in stream)


@dataclass(frozen=True)
class Pool:
    """Pieces, words and characters of texts, all with the same properties in both programs.

    Characters that the two programs' Unicode versions treat differently are left out.
    """

    pieces: tuple[str, ...]
    words: tuple[str, ...]
    characters: list[str]


@cache
def pool(tokenizer: str = "none", lowercase: bool = False) -> Pool:
    """Return the pool of texts that can be compared with these settings."""
    left_out = unicode_age.unknown(tokenizer, lowercase)
    pieces = tuple(piece for piece in FRAGMENTS if left_out.isdisjoint(piece))
    words = tuple(word for word in WORDS if left_out.isdisjoint(word))
    return Pool(pieces, words, characters_but(left_out))


@cache
def characters_but(left_out: frozenset[str]) -> list[str]:
    return [c for c in scalar_values() if c not in left_out]


def corpus(
    random: Random, source: Pool, *, most_references: int = 6, longest: int = LONG
) -> Corpus:
    """Draw one to five segments, and one to six streams of references."""
    choices = kinds_of_pieces(random, source)
    segments = 1 + int(random.random() ** 2 * 5)
    width = 1 + int(random.random() ** 2 * most_references)
    texts = Corpus([], [[] for _ in range(width)])
    for _ in range(segments):
        hypothesis = pieces(random, choices, longest)
        space = random.choice(SPACES)
        texts.hypotheses.append(space.join(hypothesis))
        for stream in texts.streams:
            stream.append(reference(random, hypothesis, choices, space, longest))
        if all(stream[-1] is None for stream in texts.streams):
            texts.streams[0][-1] = ""
    return texts


def kinds_of_pieces(random: Random, source: Pool) -> tuple[str, ...]:
    """Return the pieces to draw from: all fragments, only a few of them, or words.

    With few pieces, n-grams repeat, so that clipping has an effect.
    """
    kind = random.random()
    if kind < 0.4:
        chosen = source.pieces
    elif kind < 0.7:
        chosen = tuple(random.choices(source.pieces, k=FEW))
    else:
        chosen = (*source.words, " ", ".", ",")
    # Sometimes add two arbitrary characters.
    return (*chosen, *random.choices(source.characters, k=2)) if kind % 0.1 < 0.03 else chosen


def pieces(random: Random, choices: tuple[str, ...], longest: int) -> list[str]:
    limit = longest if random.random() < 0.01 else min(longest, 14)
    return random.choices(choices, k=int(random.random() * limit))


def reference(
    random: Random, hypothesis: list[str], choices: tuple[str, ...], space: str, longest: int
) -> Text:
    """Draw a reference that is often similar to the hypothesis, so that long n-grams match."""
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
    index = random.randrange(len(text) + 1)
    change = random.randrange(4)
    if change == 0 or index == len(text):
        text.insert(index, random.choice(choices))
    elif change == 1:
        text[index] = random.choice(choices)
    else:
        moved = text.pop(index)
        if change == 3:
            text.insert(random.randrange(len(text) + 1), moved)


def tokens(random: Random) -> list[tuple[list[str], list[list[str]]]]:
    """Draw tokenized segments, each with a hypothesis and one to three references.

    There are at most seven different words, so n-grams of all orders match, and clipping has an
    effect.
    """
    words = random.choices("abcdefgh", k=random.randint(1, 7))
    limit = 30 if random.random() < 0.05 else 12

    def draw() -> list[str]:
        return random.choices(words, k=int(random.random() * limit))

    def draw_similar(text: list[str]) -> list[str]:
        edited = list(text)
        for _ in range(random.randrange(4)):
            edit(random, edited, tuple(words))
        return edited

    segments = []
    for _ in range(random.randint(1, 4)):
        hypothesis = draw()
        count = random.randint(1, 3)
        references = [
            draw_similar(hypothesis) if random.random() < 0.6 else draw() for _ in range(count)
        ]
        segments.append((hypothesis, references))
    return segments
