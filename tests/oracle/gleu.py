"""GLEU from its definition (Wu et al. 2016, section 4.3): slow and readable."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Gram = tuple[str, ...]


def grams(tokens: Sequence[str], orders: range) -> Counter[Gram]:
    """All n-grams of these orders together."""
    return Counter(
        tuple(tokens[start : start + n]) for n in orders for start in range(len(tokens) - n + 1)
    )


def row(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], orders: range
) -> tuple[int, int]:
    """The n-grams that both have, and those of the longer side, with the first best reference."""
    mine = grams(hypothesis, orders)
    best = (0, 0)
    for reference in references:
        others = grams(reference, orders)
        found = ((mine & others).total(), max(mine.total(), others.total()))
        if found[1] and (not best[1] or share(found) > share(best)):
            best = found
    return best


def share(row: tuple[int, int]) -> Fraction:
    """The smaller of precision and recall; 0 where there are no n-grams at all."""
    matches, total = row
    return Fraction(matches, total) if total else Fraction(0)
