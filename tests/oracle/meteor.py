"""METEOR from its definition (Banerjee and Lavie 2005), with NLTK's choices: slow and readable.

Words are matched in three stages, each among the words that are still unmatched: equal words, equal
stems, synonyms of the stem. In each stage, every word of the hypothesis, from the last to the
first, is paired with the last word of the reference that it matches.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

Pairs = list[tuple[int, int]]


def alignment(
    hypothesis: Sequence[str],
    reference: Sequence[str],
    stem: Callable[[str], str],
    synonyms: Callable[[str], Collection[str]],
) -> Pairs:
    """Return pairs of matched word indices (hypothesis, reference), sorted by the hypothesis."""
    left = [list(range(len(hypothesis))), list(range(len(reference)))]
    pairs: Pairs = []

    def stage(matches: Callable[[str, str], bool]) -> None:
        for i in left[0][::-1]:
            for j in left[1][::-1]:
                if matches(hypothesis[i], reference[j]):
                    pairs.append((i, j))
                    left[0].remove(i)
                    left[1].remove(j)
                    break

    stage(lambda ours, theirs: ours == theirs)
    stage(lambda ours, theirs: stem(ours) == stem(theirs))
    stage(lambda ours, theirs: stem(theirs) in synonyms(stem(ours)))
    return sorted(pairs)


def chunks(pairs: Pairs) -> int:
    """Return the number of runs of matches that are consecutive in both texts."""
    breaks = sum((b[0] - a[0], b[1] - a[1]) != (1, 1) for a, b in pairwise(pairs))
    return len(pairs) and 1 + breaks


def score(
    hypothesis: Sequence[str],
    references: Sequence[Sequence[str]],
    stem: Callable[[str], str],
    synonyms: Callable[[str], Collection[str]] = lambda _: (),
    parameters: tuple[float, float, float] = (0.9, 3.0, 0.5),
) -> float:
    """Return the score for the best reference; `parameters` are alpha, beta and gamma."""
    alpha, beta, gamma = parameters
    best = 0.0
    for reference in references:
        pairs = alignment(hypothesis, reference, stem, synonyms)
        if pairs:
            precision, recall = len(pairs) / len(hypothesis), len(pairs) / len(reference)
            mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
            best = max(best, mean * (1 - gamma * (chunks(pairs) / len(pairs)) ** beta))
    return best
