"""ROUGE from its definition (Lin 2004), with the choices of rouge-score: slow and readable.

Numbers are exact fractions of counts; a score is (precision, recall, F).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Tokens = list[str]
Rates = tuple[Fraction, Fraction, Fraction]


def counts(
    variant: str, hypothesis: Sequence[Tokens], reference: Sequence[Tokens]
) -> tuple[int, int, int]:
    """What both have, what the hypothesis has, and the reference; both are lists of sentences."""
    mine, theirs = joined(hypothesis), joined(reference)
    if variant == "L":
        return len(subsequence(theirs, mine)), len(mine), len(theirs)
    if variant == "Lsum":
        return summary_hits(hypothesis, reference), len(mine), len(theirs)
    ours, others = ngrams(mine, int(variant)), ngrams(theirs, int(variant))
    return (ours & others).total(), ours.total(), others.total()


def rates(matches: int, hypothesis: int, reference: int) -> Rates:
    """Precision, recall and F; what would be divided by nothing is 0."""
    precision = Fraction(matches, max(hypothesis, 1))
    recall = Fraction(matches, max(reference, 1))
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else Fraction(0)


def ngrams(tokens: Tokens, order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def subsequence(reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Where the tokens of a longest common subsequence stand in the reference."""
    table = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i, token in enumerate(reference):
        for j, other in enumerate(hypothesis):
            longest = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if token == other else longest
    i, j, found = len(reference), len(hypothesis), []
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            found.append(i)
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return found[::-1]


def summary_hits(hypothesis: Sequence[Tokens], reference: Sequence[Tokens]) -> int:
    """The tokens in the unions, each as often at most as the hypothesis has it."""
    left, hits = Counter(joined(hypothesis)), 0
    for sentence in reference:
        union = {place for other in hypothesis for place in subsequence(sentence, other)}
        for place in sorted(union):
            if left[sentence[place]]:
                left[sentence[place]] -= 1
                hits += 1
    return hits


def joined(sentences: Sequence[Tokens]) -> Tokens:
    return [token for sentence in sentences for token in sentence]
