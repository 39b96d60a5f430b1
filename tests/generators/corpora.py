"""Hypothesis draws one string of bytes for each corpus; it is read here like a tape.

One draw makes a dozen segments, so that ten thousand take seconds, and still shrinks well: a
byte 0 before a segment ends the corpus, and a tape of zeros is a corpus of one empty segment.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.generators.fragments import FRAGMENTS

MOST_REFERENCES = 5
FEW = 4
# A segment has at least one piece and one reference, and each takes a byte or more of the tape.
TAPE_LENGTH = 1600


@dataclass(frozen=True)
class Corpus:
    """Hypotheses, and for each its references; None is a reference that is missing."""

    hypotheses: list[str]
    references: list[list[str | None]]

    def streams(self) -> list[list[str | None]]:
        """The references as streams of equal length, filled up with None."""
        width = max((len(each) for each in self.references), default=0)
        filled = [each + [None] * (width - len(each)) for each in self.references]
        return [[each[at] for each in filled] for at in range(width)]

    def __len__(self) -> int:
        return len(self.hypotheses)


class Tape:
    """Bytes that are read once; past its end it holds zeros."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def ended(self) -> bool:
        return self.at >= len(self.data)

    def byte(self) -> int:
        if self.ended:
            return 0
        self.at += 1
        return self.data[self.at - 1]

    def below(self, limit: int) -> int:
        return self.byte() % limit


def corpora(tape_length: int = TAPE_LENGTH) -> st.SearchStrategy[Corpus]:
    """Some dozens of short segments with one to five references each, some of them missing."""
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
    """Up to five; at least one of them is there."""
    count = 1 + tape.below(256) * MOST_REFERENCES // 256
    found: list[str | None] = [reference(tape, hypothesis) for _ in range(count)]
    if all(each is None for each in found):
        found[-1] = ""
    return found


def reference(tape: Tape, hypothesis: list[str]) -> str | None:
    """Often close to the hypothesis, so that long n-grams match and clipping matters."""
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
    at = tape.below(len(text) + 1)
    change = tape.below(3)
    if change == 0 or at == len(text):
        text.insert(at, piece(tape))
    elif change == 1:
        text[at] = piece(tape)
    else:
        del text[at]


def pieces(tape: Tape) -> list[str]:
    """A drawn number of fragments, or fewer if a byte 0 ends them; about half are parted by spaces.

    A third of the texts use a few fragments only, so that n-grams repeat and clipping matters.
    """
    count = tape.below(24)
    choices = FEW if tape.below(3) == 2 else len(FRAGMENTS)
    found: list[str] = []
    for _ in range(count):
        control = tape.byte()
        if control == 0:
            break
        found.append(piece(tape, choices))
        if control % 2:
            found.append(" ")
    return found


def piece(tape: Tape, choices: int = len(FRAGMENTS)) -> str:
    choice = tape.byte()
    if choice < 240 or choices == FEW:
        return FRAGMENTS[choice % choices]
    if choice < 248:
        return FRAGMENTS[tape.below(choices)] * 2
    return chr(scalar(tape, wide=choice >= 252))


def scalar(tape: Tape, *, wide: bool) -> int:
    """Any Unicode scalar value; the narrow ones are where most scripts are."""
    code = tape.byte() << 8 | tape.byte()
    if wide:
        code = (code << 8 | tape.byte()) % 0x110000
    return code - 0x800 if 0xD800 <= code < 0xE000 else code
