"""A drop-in for the edit distances of `nltk.metrics.distance` of NLTK 3.10.4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.hints import hinted
from truebleu.compat.nltk.errors import TooLong
from truebleu.compat.nltk.scoring import plain
from truebleu.inputs.references import References
from truebleu.metrics.rouge import ROUGE

MAX_DISTANCE_INPUT_LEN = 2000
"""Maximum number of items in a sequence."""


def edit_distance(
    s1: Sequence[Any],
    s2: Sequence[Any],
    substitution_cost: float = 1,
    transpositions: bool = False,
) -> float:
    """Return the minimum cost of the edits that turn `s1` into `s2`.

    An insertion or a deletion of an item costs 1.

    >>> edit_distance("rain", "shine"), edit_distance("rain", "shine", substitution_cost=2)
    (3, 5)
    >>> edit_distance("the cat sat".split(), "cat the sat".split(), transpositions=True)
    1

    Args:
        s1: a text, or a sequence of hashable items.
        s2: a text, or a sequence of hashable items.
        substitution_cost: cost of replacing an item by another.
        transpositions: whether two items may be swapped, at cost 1 plus the number of items between
            them.

    Raises:
        ValueError: a sequence has more than `MAX_DISTANCE_INPUT_LEN` items.
    """
    _check_lengths(s1, s2, "edit_distance")
    is_whole = type(substitution_cost) is int and not transpositions
    if is_whole and substitution_cost == 1:
        return _levenshtein(s1, s2)
    if is_whole and substitution_cost > 1 and len(s1) and len(s2):
        # A substitution costs at least as much as a deletion and an insertion, so the distance
        # follows from the length of the longest common subsequence.
        texts, references = plain([list(s1)], [[list(s2)]])
        row = ROUGE("L").statistics(texts, References.per_segment(references))[0]
        return len(s1) + len(s2) - 2 * int(row[0])
    return _costs(s1, s2, substitution_cost, transpositions)[-1][-1]


def edit_distance_align(
    s1: Sequence[Any], s2: Sequence[Any], substitution_cost: float = 1
) -> list[tuple[int, int]]:
    """Return an alignment of `s1` and `s2` with minimum edit cost.

    The result is a list of pairs, from (0, 0) to (len(s1), len(s2)). A pair (i, j) aligns the first
    i items of `s1` with the first j items of `s2`.

    Several alignments may have the minimum cost. NLTK's choice is reproduced: from the end to the
    start, prefer a match or substitution, then a deletion, then an insertion.

    >>> edit_distance_align("rain", "shine")
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (4, 5)]

    Raises:
        ValueError: a sequence has more than `MAX_DISTANCE_INPUT_LEN` items.
    """
    _check_lengths(s1, s2, "edit_distance_align")
    costs = _costs(s1, s2, substitution_cost, False)
    i, j = len(s1), len(s2)
    path = [(i, j)]
    while i or j:
        steps = []
        if i and j:
            substituted = 0 if s1[i - 1] == s2[j - 1] else substitution_cost
            steps.append((costs[i - 1][j - 1] + substituted, i - 1, j - 1))
        if i:
            steps.append((costs[i - 1][j] + 1, i - 1, j))
        if j:
            steps.append((costs[i][j - 1] + 1, i, j - 1))
        _, i, j = min(steps, key=lambda step: step[0])
        path.append((i, j))
    return path[::-1]


def _check_lengths(s1: Sequence[Any], s2: Sequence[Any], name: str) -> None:
    longest = max(len(s1), len(s2))
    if longest > MAX_DISTANCE_INPUT_LEN:
        raise hinted(
            TooLong(
                f"{name}: input length {longest} exceeds MAX_DISTANCE_INPUT_LEN "
                f"({MAX_DISTANCE_INPUT_LEN}). This function is super-linear in the input length "
                "over two untrusted strings (CWE-407/CWE-400); a long input is a CPU/memory DoS. "
                "Raise nltk.metrics.distance.MAX_DISTANCE_INPUT_LEN if you need to compare longer "
                "trusted strings."
            ),
            "Here it is truebleu.compat.nltk.metrics.distance.MAX_DISTANCE_INPUT_LEN.",
        )


def _levenshtein(s1: Sequence[Any], s2: Sequence[Any]) -> int:
    """Return the Levenshtein distance, computed by bit vectors (Myers 1999, Hyyrö 2003).

    https://doi.org/10.1145/316542.316550
    """
    places: dict[Any, int] = {}
    for index, item in enumerate(s1):
        places[item] = places.get(item, 0) | 1 << index
    every = (1 << len(s1)) - 1
    last = every ^ every >> 1
    distance, up, down = len(s1), every, 0  # cells 1 more, or 1 less, than the cell above
    for item in s2:
        equal = places.get(item, 0)
        diagonal = (((equal & up) + up) ^ up) | equal
        right, left = down | every & ~(diagonal | up), up & diagonal
        distance += (right & last > 0) - (left & last > 0)
        right, left = right << 1 | 1, left << 1
        mixed = equal | down
        up, down = (left | ~(mixed | right)) & every, right & mixed & every
    return distance if len(s1) else len(s2)


def _costs(
    s1: Sequence[Any], s2: Sequence[Any], substitution_cost: float, transpositions: bool
) -> list[list[float]]:
    """Return a matrix whose item [i][j] is the minimum cost of turning `s1[:i]` into `s2[:j]`.

    For the arguments, see `edit_distance`.
    """
    above: list[float] = list(range(len(s2) + 1))
    rows = [above]
    last_row: dict[Any, int] = {}  # last row of each item of `s1`, counted from 1
    for i, item in enumerate(s1, 1):
        cost: float = i
        row = [cost]
        last_column = 0  # last column before `j` with `item`
        for j, opposite in enumerate(s2, 1):
            same = item == opposite
            diagonal = above[j - 1] if same else above[j - 1] + substitution_cost
            cost = min(above[j] + 1, cost + 1, diagonal)
            if transpositions:
                row_before = last_row.get(opposite, 0)
                column_before, last_column = last_column, j if same else last_column
                if row_before and column_before:
                    between = i - row_before + j - column_before - 1
                    cost = min(cost, rows[row_before - 1][column_before - 1] + between)
            row.append(cost)
        rows.append(row)
        above = row
        if transpositions:
            last_row[item] = i
    return rows
