"""Corpora for Hypothesis, decoded from one string of bytes (the tape) per corpus.

One draw gives about a dozen segments, so ten thousand segments take seconds. Failing corpora still
shrink well: a byte 0 before a segment ends the corpus, and a tape of zeros is one empty segment.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.generators.fragments import FRAGMENTS

MAX_REFERENCES = 5
FEW = 4
# Bytes; every piece and every reference uses at least one.
TAPE_LENGTH = 1600


@dataclass(frozen=True)
class Corpus:
    """Hypotheses, and the references of each; a missing reference is None."""

    hypotheses: list[str]
    references: list[list[str | None]]

    def streams(self) -> list[list[str | None]]:
        """Return the references as streams of equal length, with None where one is missing."""
        width = max(map(len, self.references), default=0)
        filled = [segment + [None] * (width - len(segment)) for segment in self.references]
        return [[segment[i] for segment in filled] for i in range(width)]

    def __len__(self) -> int:
        return len(self.hypotheses)


class Tape:
    """Bytes that are read from start to end; after the end, all bytes are 0."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0

    @property
    def ended(self) -> bool:
        return self.position >= len(self.data)

    def byte(self) -> int:
        if self.ended:
            return 0
        self.position += 1
        return self.data[self.position - 1]

    def below(self, limit: int) -> int:
        return self.byte() % limit


def corpora(tape_length: int = TAPE_LENGTH) -> st.SearchStrategy[Corpus]:
    """Return a strategy for corpora of short segments with one to five references each."""
    return st.binary(min_size=tape_length // 2, max_size=tape_length).map(decode)


def decode(data: bytes) -> Corpus:
    tape = Tape(data)
    corpus = Corpus([], [])
    while tape.byte() or not corpus.hypotheses:
        hypothesis = pieces(tape)
        corpus.hypotheses.append("".join(hypothesis))
        corpus.references.append(references(tape, hypothesis))
    return corpus


def references(tape: Tape, hypothesis: list[str]) -> list[str | None]:
    """Return up to five references; at least one of them is not None."""
    count = 1 + tape.below(256) * MAX_REFERENCES // 256
    texts: list[str | None] = [reference(tape, hypothesis) for _ in range(count)]
    if all(text is None for text in texts):
        texts[-1] = ""
    return texts


def reference(tape: Tape, hypothesis: list[str]) -> str | None:
    """Return a reference, often similar to the hypothesis, so that long n-grams match."""
    kind = tape.below(16)
    if kind == 15:
        return None
    if kind == 14:
        return ""
    if kind >= 10:
        return "".join(pieces(tape))
    edited = list(hypothesis)
    for _ in range(kind // 2):
        edit(tape, edited)
    return "".join(edited)


def edit(tape: Tape, text: list[str]) -> None:
    index = tape.below(len(text) + 1)
    change = tape.below(3)
    if change == 0 or index == len(text):
        text.insert(index, piece(tape))
    elif change == 1:
        text[index] = piece(tape)
    else:
        del text[index]


def pieces(tape: Tape) -> list[str]:
    """Return fragments of a text, about half of them followed by a space.

    A byte 0 ends the text. A third of the texts use only a few different fragments, so that n-grams
    repeat and clipping has an effect.
    """
    count = tape.below(24)
    choices = FEW if tape.below(3) == 2 else len(FRAGMENTS)
    fragments: list[str] = []
    for _ in range(count):
        control = tape.byte()
        if control == 0:
            break
        fragments.append(piece(tape, choices))
        if control % 2:
            fragments.append(" ")
    return fragments


def piece(tape: Tape, choices: int = len(FRAGMENTS)) -> str:
    choice = tape.byte()
    if choice < 240 or choices == FEW:
        return FRAGMENTS[choice % choices]
    if choice < 248:
        return FRAGMENTS[tape.below(choices)] * 2
    return chr(scalar(tape, wide=choice >= 252))


def scalar(tape: Tape, *, wide: bool) -> int:
    """Return a Unicode scalar value: of any plane if `wide`, else of the basic plane."""
    code = tape.byte() << 8 | tape.byte()
    if wide:
        code = (code << 8 | tape.byte()) % 0x110000
    return code - 0x800 if 0xD800 <= code < 0xE000 else code
