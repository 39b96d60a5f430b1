"""TER as in sacreBLEU 2.6, written from its description: slow, plain Python.

Nothing is imported from truebleu or from another program.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tests.oracle.tokenizers import ENTITIES, SYMBOLS

Cell = tuple[int, int]

BEAM = 25
MAX_SHIFT_DISTANCE = 50
MAX_SHIFT_SIZE = 10
MAX_CANDIDATES = 1000

PUNCTUATION = frozenset('.,?:;!"()')
ASIAN_PUNCTUATION = frozenset("、。・\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09")
ASIAN_PUNCTUATION |= {chr(code) for code in range(0x3008, 0x3012)}
ASIAN_PUNCTUATION |= {chr(code) for code in range(0x3014, 0x3020)}
ASIAN_PUNCTUATION |= {chr(code) for code in range(0xFF61, 0xFF66)}
# The last range ends at 3F22, an error of sacreBLEU's for 32FF.
ASIAN_RANGES = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x31C0, 0x31EF), (0x2E80, 0x2EFF), (0x3300, 0x33FF),
    (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0x3200, 0x3F22),
)  # fmt: skip


@dataclass(frozen=True)
class Settings:
    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False


@dataclass(frozen=True)
class Row:
    edits: int
    length: Fraction

    @property
    def score(self) -> float:
        if self.length:
            return 100 * (self.edits / float(self.length))
        return 100.0 if self.edits else 0.0


def segment(hypothesis: str, references: Sequence[str], settings: Settings) -> Row:
    words = tokenize(hypothesis, settings)
    # sacreBLEU tokenizes references twice.
    once = [" ".join(tokenize(reference, settings)) for reference in references]
    twice = [tokenize(reference, settings) for reference in once]
    mean_length = Fraction(sum(map(len, twice)), len(twice))
    return Row(min(edits(words, reference) for reference in twice), mean_length)


# Words


def tokenize(text: str, settings: Settings) -> list[str]:
    text = text.rstrip()
    if not settings.case_sensitive:
        text = text.lower()
    if settings.normalized:
        text = normalized(text)
        if settings.asian_support:
            text = "".join(f" {c} " if is_asian(c) else c for c in text)
    if settings.no_punct:
        dropped = PUNCTUATION | (ASIAN_PUNCTUATION if settings.asian_support else frozenset())
        text = "".join(c for c in text if c not in dropped)
    return text.split()


def normalized(text: str) -> str:
    text = text.replace("\n-", "").replace("\n", " ")
    for entity, character in ENTITIES:
        text = text.replace(entity, character)
    text = "".join(f" {c} " if c in SYMBOLS else c for c in f" {text} ")
    text = text.replace("'s ", " 's ")
    text = re.sub(r"(?s)([^0-9])([.,])", r"\1 \2 ", text)
    text = re.sub(r"(?s)([.,])([^0-9])", r" \1 \2", text)
    return re.sub("([0-9])-", r"\1 - ", text)


def is_asian(c: str) -> bool:
    return c in ASIAN_PUNCTUATION or any(low <= ord(c) <= high for low, high in ASIAN_RANGES)


# Edits


def edits(hypothesis: list[str], reference: list[str]) -> int:
    """Return the number of edits: greedily chosen block shifts, and then the edit distance."""
    if not reference:
        return len(hypothesis)
    moves = tried = 0
    while True:
        cost, path = cheapest_path(hypothesis, reference)
        best: tuple[int, int, int, int] | None = None
        for start, length, targets in candidates(hypothesis, reference, path):
            for target in targets:
                after, _ = cheapest_path(moved(hypothesis, start, length, target), reference)
                best = max(best or (-99999, 0, 0, 0), (cost - after, length, -start, -target))
                tried += 1
            if tried >= MAX_CANDIDATES:
                return moves + cost
        if best is None or best[0] <= 0:
            return moves + cost
        _, length, start, target = best
        hypothesis = moved(hypothesis, -start, length, -target)
        moves += 1


def moved(words: list[str], start: int, length: int, target: int) -> list[str]:
    """Return the words with the block at `start` moved before the word `target`.

    `target` is an index in `words`. If it is inside the block or directly after it, it is an index
    in the words without the block.
    """
    block, remaining = words[start : start + length], words[:start] + words[start + length :]
    if target > start + length:
        target -= length
    return remaining[:target] + block + remaining[target:]


def candidates(
    hypothesis: list[str], reference: list[str], path: list[Cell]
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield start, length and targets of the blocks that match a part of the reference."""
    aligned, wrong_words, wrong_reference = alignment(hypothesis, reference, path)
    for start in range(len(hypothesis)):
        for position in range(len(reference)):
            if abs(position - start) > MAX_SHIFT_DISTANCE:
                continue
            for length in range(1, MAX_SHIFT_SIZE + 1):
                block = hypothesis[start : start + length]
                if len(block) < length or block != reference[position : position + length]:
                    break
                if not wrong_words.intersection(range(start, start + length)):
                    continue
                if not wrong_reference.intersection(range(position, position + length)):
                    continue
                if start <= aligned[position] < start + length:
                    continue
                targets = [
                    0 if j < 0 else aligned[j] + 1 for j in range(position - 1, position + length)
                ]
                yield start, length, sorted(set(targets))


def alignment(
    hypothesis: list[str], reference: list[str], path: list[Cell]
) -> tuple[list[int], set[int], set[int]]:
    """Return the alignment of a path, and the positions of unmatched words in both texts.

    The alignment has for each reference word the index of the hypothesis word on the path, or -1
    before the first hypothesis word.
    """
    aligned = [-1] * len(reference)
    wrong_words: set[int] = set()
    wrong_reference: set[int] = set()
    for (i, j), (to_i, to_j) in pairwise(path):
        if to_j > j:
            aligned[j] = to_i - 1
        right = to_i > i and to_j > j and hypothesis[i] == reference[j]
        if not right:
            wrong_words.update(range(i, to_i))
            wrong_reference.update(range(j, to_j))
    return aligned, wrong_words, wrong_reference


def cheapest_path(hypothesis: list[str], reference: list[str]) -> tuple[int, list[Cell]]:
    """Return the edit distance, and the path of cells (hypothesis index, reference index).

    Ties prefer a match or substitution, then an insertion (a hypothesis word alone), then a
    deletion.
    """
    cells: dict[Cell, tuple[int, Cell]] = {
        (0, j): (j, (0, j - 1)) for j in range(len(reference) + 1)
    }
    columns = beam(len(hypothesis), len(reference))
    for i in range(1, len(hypothesis) + 1):
        for j in columns(i):
            options = []
            if j and (i - 1, j - 1) in cells:
                change = hypothesis[i - 1] != reference[j - 1]
                options.append((cells[i - 1, j - 1][0] + change, (i - 1, j - 1)))
            if (i - 1, j) in cells:
                options.append((cells[i - 1, j][0] + 1, (i - 1, j)))
            if j and (i, j - 1) in cells:
                options.append((cells[i, j - 1][0] + 1, (i, j - 1)))
            if options:
                cells[i, j] = min(options, key=lambda option: option[0])
    path = [(len(hypothesis), len(reference))]
    while path[-1] != (0, 0):
        path.append(cells[path[-1]][1])
    return cells[path[0]][0], path[::-1]


def beam(words: int, reference_words: int) -> Callable[[int], range]:
    """Return a function that gives the columns of a row that are inside the beam."""
    ratio = reference_words / words if words else 1
    width = math.ceil(ratio / 2 + BEAM) if ratio / 2 > BEAM else BEAM

    def columns(row: int) -> range:
        line = math.floor(row * ratio)
        end = reference_words + 1 if row == words else min(reference_words + 1, line + width)
        return range(max(0, line - width), end)

    return columns
