"""Re-segmentation as a table of every cell: slow, plain Python.

Written from its definition (Matusov et al., IWSLT 2005), and from what mweralign 1.4.1 gives.
Nothing here is imported from truebleu or from another program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Tokens = Sequence[object]
Row = list[int]

# A border before a piece inside a word, in mweralign's SentencePiece mode.
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
    """Cut a hypothesis at the least sum of edit distances; each segment has its references.

    `mweralign`: with the fault in its first column. `inside`: the tokens inside a word, where no
    segment but the first may begin.
    """
    length = len(hypothesis)
    row = list(range(length + 1))
    # Per segment, of each reference: all rows, the first of which is the end of the one before.
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
        which = ends.index(min(ends))
        chosen.append(which)
        borders.append(walk(tables[number][which], borders[-1]) if number else 0)
    return Cut(borders=borders[::-1], chosen=chosen[::-1], cost=cost)


def table(
    hypothesis: Tokens, reference: Tokens, start: Row, first: int | None, after_border: bool
) -> list[Row]:
    rows = [start]
    for number, word in enumerate(reference, 1):
        above = rows[-1]
        row = [above[0] + 1 if first is None else first + number]
        for column, other in enumerate(hypothesis, 1):
            row.append(
                min(
                    above[column] + 1,
                    row[-1] + 1,
                    above[column - 1] + (word != other),
                )
            )
        rows.append(row)
    return rows


def walk(rows: list[Row], column: int) -> int:
    """Return where the path to the end of a segment begins: deletion, insertion, then diagonal."""
    line = len(rows) - 1
    while line and column:
        here = rows[line][column]
        if here == rows[line - 1][column] + 1:
            line -= 1
        elif here == rows[line][column - 1] + 1:
            column -= 1
        else:
            line, column = line - 1, column - 1
    return column
