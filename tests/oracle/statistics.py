"""Sufficient statistics of BLEU: counts of one segment, and sums over segments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

Tokens = Sequence[Hashable]


@dataclass(frozen=True)
class Row:
    """Counts of a segment, or their sums over a corpus; lengths are in tokens."""

    hypothesis_length: int
    reference_length: Fraction
    matches: tuple[int, ...]
    totals: tuple[int, ...]


def row(hypothesis: Tokens, references: Sequence[Tokens], orders: int, rule: str) -> Row:
    """Count one segment: clipped matches and possible n-grams of the orders 1 to `orders`."""
    return Row(
        hypothesis_length=len(hypothesis),
        reference_length=reference_length(len(hypothesis), [len(r) for r in references], rule),
        matches=tuple(clipped(hypothesis, references, n) for n in range(1, orders + 1)),
        totals=tuple(max(0, len(hypothesis) - n + 1) for n in range(1, orders + 1)),
    )


def ngrams(tokens: Tokens, n: int) -> Counter[tuple[Hashable, ...]]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def clipped(hypothesis: Tokens, references: Sequence[Tokens], n: int) -> int:
    """Return the number of clipped matches.

    An n-gram matches at most as often as in the reference that has it most often.
    """
    allowed: Counter[tuple[Hashable, ...]] = Counter()
    for reference in references:
        allowed |= ngrams(reference, n)
    return sum((ngrams(hypothesis, n) & allowed).values())


def reference_length(hypothesis: int, references: Sequence[int], rule: str) -> Fraction:
    """Return the effective reference length; for "closest", ties go to the shorter one."""
    if rule == "closest":
        return Fraction(min(references, key=lambda length: (abs(length - hypothesis), length)))
    if rule == "shortest":
        return Fraction(min(references))
    if rule == "longest":
        return Fraction(max(references))
    assert rule == "average"
    return Fraction(sum(references), len(references))


def add(rows: Iterable[Row], orders: int) -> Row:
    """Return the sum of rows; without rows, a row of zeros."""
    total = Row(0, Fraction(0), (0,) * orders, (0,) * orders)
    for summand in rows:
        total = Row(
            total.hypothesis_length + summand.hypothesis_length,
            total.reference_length + summand.reference_length,
            tuple(a + b for a, b in zip(total.matches, summand.matches, strict=True)),
            tuple(a + b for a, b in zip(total.totals, summand.totals, strict=True)),
        )
    return total
