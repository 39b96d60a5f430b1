"""GLEU from its definition (Wu et al. 2016, section 4.3): slow and readable."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Gram = tuple[str, ...]


def grams(tokens: Sequence[str], orders: range) -> Counter[Gram]:
    """Return the n-grams of all these orders with their counts."""
    return Counter(
        tuple(tokens[start : start + n]) for n in orders for start in range(len(tokens) - n + 1)
    )


def row(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], orders: range
) -> tuple[int, int]:
    """Return the number of matches, and the larger number of n-grams of the two texts.

    The reference is the one with the highest score; ties go to the first.
    """
    ours = grams(hypothesis, orders)
    best = (0, 0)
    for reference in references:
        theirs = grams(reference, orders)
        counts = ((ours & theirs).total(), max(ours.total(), theirs.total()))
        if counts[1] and (not best[1] or share(counts) > share(best)):
            best = counts
    return best


def share(row: tuple[int, int]) -> Fraction:
    """Return the smaller one of precision and recall; 0 if there are no n-grams."""
    matches, total = row
    return Fraction(matches, total) if total else Fraction(0)
