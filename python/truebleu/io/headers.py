"""Detect whether the first line of a table has column names."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 30
"""Maximum number of characters of a column name."""

JOINTS = "_-. "
"""Characters between the words of a column name."""

MEANINGS = frozenset(
    {
        "candidate",
        "gold",
        "human",
        "hyp",
        "hypotheses",
        "hypothesis",
        "id",
        "label",
        "machine",
        "mt",
        "out",
        "output",
        "pred",
        "prediction",
        "predictions",
        "ref",
        "reference",
        "references",
        "score",
        "segment",
        "sentence",
        "source",
        "src",
        "sys",
        "system",
        "target",
        "text",
        "tgt",
        "translation",
    }
)
"""Words that are accepted as column names even if they are capitalized."""


def looks_like_names(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether the cells of a table's first line look like column names.

    `first` has the cells of the first line. `below` has the cells of each following line. The
    result is True if all these conditions are met:

    - All cells in `first` are different.
    - Each cell in `first` has at most 30 characters, starts with a letter, and contains only ASCII
      letters, digits, spaces and `_-.`.
    - Each cell in `first` contains a typical word, such as "reference", or starts with a lowercase
      letter and has no space.
    - No cell in `below` is equal to a cell in `first`.
    - More than half of the cells in `below` have a space, non-ASCII characters, or more than 30
      characters.

    >>> looks_like_names(["mt", "ref"], [["It rained.", "It was raining."]])
    True
    >>> looks_like_names(["Overview", "Introduction"], [["It rained.", "It was raining."]])
    False
    """
    if not below or len(set(first)) < len(first) or not all(map(_is_name, first)):
        return False
    cells = [cell for row in below for cell in row]
    if set(first) & set(cells):
        return False
    texts = sum(len(cell) > LONGEST or " " in cell.strip() or not cell.isascii() for cell in cells)
    return 2 * texts > len(cells)


def _is_name(cell: str) -> bool:
    word = "".join(letter for letter in cell if letter not in JOINTS)
    if cell[-1:] in JOINTS or not (
        word.isascii() and word.isalnum() and word[0].isalpha() and len(cell) <= LONGEST
    ):
        return False
    without_digits = cell.lower().translate(dict.fromkeys(map(ord, "0123456789"), " "))
    words = without_digits.translate(dict.fromkeys(map(ord, JOINTS), " ")).split()
    is_typical = bool(MEANINGS & set(words)) and cell.count(" ") <= 1
    return is_typical or (cell[0].islower() and " " not in cell)
