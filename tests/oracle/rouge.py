"""ROUGE from its definition (Lin 2004), with the choices of rouge-score: slow and readable.

A score is (precision, recall, F) as exact fractions.
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
    """Return the numbers of matches, of units in the hypothesis and of units in the reference.

    Units are n-grams, or tokens for the variants L and Lsum. Texts are lists of sentences.
    """
    hypothesis_tokens, reference_tokens = joined(hypothesis), joined(reference)
    if variant == "L":
        matches = len(subsequence(reference_tokens, hypothesis_tokens))
        return matches, len(hypothesis_tokens), len(reference_tokens)
    if variant == "Lsum":
        matches = summary_hits(hypothesis, reference)
        return matches, len(hypothesis_tokens), len(reference_tokens)
    ours = ngrams(hypothesis_tokens, int(variant))
    theirs = ngrams(reference_tokens, int(variant))
    return (ours & theirs).total(), ours.total(), theirs.total()


def rates(matches: int, hypothesis: int, reference: int) -> Rates:
    """Return precision, recall and F; a quotient with the denominator 0 is 0."""
    precision = Fraction(matches, max(hypothesis, 1))
    recall = Fraction(matches, max(reference, 1))
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else Fraction(0)


def ngrams(tokens: Tokens, order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def subsequence(reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Return the positions in the reference of a longest common subsequence."""
    table = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i, token in enumerate(reference):
        for j, hypothesis_token in enumerate(hypothesis):
            longest = max(table[i][j + 1], table[i + 1][j])
            table[i + 1][j + 1] = table[i][j] + 1 if token == hypothesis_token else longest
    i, j, positions = len(reference), len(hypothesis), []
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            positions.append(i)
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return positions[::-1]


def summary_hits(hypothesis: Sequence[Tokens], reference: Sequence[Tokens]) -> int:
    """Return the number of matches of ROUGE-Lsum.

    A token of a reference sentence matches if it is in a longest common subsequence with any
    hypothesis sentence, at most as often as it occurs in the hypothesis.
    """
    left, hits = Counter(joined(hypothesis)), 0
    for sentence in reference:
        union = {i for candidate in hypothesis for i in subsequence(sentence, candidate)}
        for i in sorted(union):
            if left[sentence[i]]:
                left[sentence[i]] -= 1
                hits += 1
    return hits


def joined(sentences: Sequence[Tokens]) -> Tokens:
    return [token for sentence in sentences for token in sentence]
