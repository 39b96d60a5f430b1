"""Re-segmentation with the full table of edit distances: slow, plain Python.

Written from its definition (Matusov et al., IWSLT 2005) and from results of mweralign 1.4.1.
Nothing is imported from truebleu or from another program.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Tokens = Sequence[object]
Row = list[int]

# Cost of a border inside a word, in mweralign's SentencePiece mode.
FORBIDDEN = 100_000


@dataclass(frozen=True)
class Cut:
    borders: list[int]
    chosen: list[int]
    cost: int


def cut(
    hypothesis: Tokens,
    segments: Sequence[Sequence[Tokens]],
    *,
    mweralign: bool = False,
    inside: Sequence[bool] | None = None,
) -> Cut:
    """Split a hypothesis so that the sum of the segments' edit distances is minimal.

    `segments` has the references of each segment. With `mweralign`, the first column of the table
    has the same error as mweralign's. `inside` tells which tokens are inside a word: no segment
    except the first may begin there.
    """
    length = len(hypothesis)
    row = list(range(length + 1))
    # For each segment and reference: all rows; the first one is the last one of the segment before.
    tables: list[list[list[Row]]] = []
    first_column = 0
    for number, references in enumerate(segments):
        start = list(row)
        if number and inside:
            start = [
                cost + FORBIDDEN * (0 < column < length and inside[column])
                for column, cost in enumerate(start)
            ]
        after_border = number > 0 and inside is not None
        tables.append(
            [
                table(hypothesis, tokens, start, first_column if mweralign else None, after_border)
                for tokens in references
            ]
        )
        row = [min(of[-1][column] for of in tables[-1]) for column in range(length + 1)]
        if mweralign:
            first_column += 1 + max(map(len, references))
            row[0] = first_column
    cost = row[length]
    borders, chosen = [length], []
    for number in reversed(range(len(segments))):
        ends = [of[-1][borders[-1]] for of in tables[number]]
        best_reference = ends.index(min(ends))
        chosen.append(best_reference)
        borders.append(walk(tables[number][best_reference], borders[-1]) if number else 0)
    return Cut(borders=borders[::-1], chosen=chosen[::-1], cost=cost)


def table(
    hypothesis: Tokens, reference: Tokens, start: Row, first: int | None, after_border: bool
) -> list[Row]:
    rows = [start]
    for number, word in enumerate(reference, 1):
        above = rows[-1]
        row = [above[0] + 1 if first is None else first + number]
        for column, token in enumerate(hypothesis, 1):
            row.append(
                min(
                    above[column] + 1,
                    row[-1] + 1,
                    above[column - 1] + (word != token),
                )
            )
        rows.append(row)
    return rows


def walk(rows: list[Row], column: int) -> int:
    """Return the column where the path to the end of a segment begins.

    Ties prefer a deletion, then an insertion, then the diagonal.
    """
    line = len(rows) - 1
    while line and column:
        cost = rows[line][column]
        if cost == rows[line - 1][column] + 1:
            line -= 1
        elif cost == rows[line][column - 1] + 1:
            column -= 1
        else:
            line, column = line - 1, column - 1
    return column


# Texts


# Unicode blocks of the scripts without spaces that occur in the tests.
UNSPACED = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x3040, 0x30FF),
    (0x4E00, 0x9FFF),
)


@dataclass(frozen=True)
class Segments:
    texts: list[str]
    chosen: list[int]
    errors: list[int]


def resegment(
    text: str, references: Sequence[Sequence[str]], *, case: bool, whole_words: bool
) -> Segments:
    """Split a text at tokens; with `whole_words`, move borders inside a word to its end."""
    spans = list(words(text))

    def tokens(source: str) -> list[str]:
        cased = [source[start:end] for start, end in words(source)]
        return cased if case else [token.lower() for token in cased]

    own = [[tokens(reference) for reference in several] for several in references]
    result = cut(tokens(text), own)
    borders = list(result.borders)
    if whole_words:
        for number in range(1, len(references)):
            while is_inside(text, spans, borders[number]):
                borders[number] += 1
    texts, errors = [], []
    for number, chosen in enumerate(result.chosen):
        start, end = borders[number : number + 2]
        texts.append(text[spans[start][0] : spans[end - 1][1]] if start < end else "")
        errors.append(cut(tokens(text)[start:end], [[own[number][chosen]]]).cost)
    return Segments(texts, result.chosen, errors)


def is_inside(text: str, spans: Sequence[tuple[int, int]], border: int) -> bool:
    """Return whether a border separates two adjacent tokens of a script with spaces."""
    if not 0 < border < len(spans) or spans[border - 1][1] < spans[border][0]:
        return False
    start = spans[border][0]
    return not (is_unspaced(text[start - 1]) or is_unspaced(text[start]))


def words(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of runs of letters, marks and digits, and of all other single characters."""
    start = 0
    for i, letter in enumerate([*text, " "]):
        if is_word(letter):
            continue
        if start < i:
            yield start, i
        if not letter.isspace():
            yield i, i + 1
        start = i + 1


def is_word(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN" and not is_unspaced(letter)


def is_unspaced(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in UNSPACED)
