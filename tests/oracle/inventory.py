"""The n-grams of a corpus, counted one by one: slow, from the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

Ngram = tuple[str, ...]
Segment = tuple[Sequence[str], Sequence[Sequence[str]]]


@dataclass
class Counts:
    """How often n-grams are there, matched, clipped, unmatched, missed, over all segments."""

    hypothesis: Counter[Ngram] = field(default_factory=Counter)
    matched: Counter[Ngram] = field(default_factory=Counter)
    clipped: Counter[Ngram] = field(default_factory=Counter)
    unmatched: Counter[Ngram] = field(default_factory=Counter)
    missed: Counter[Ngram] = field(default_factory=Counter)


def ngrams(tokens: Sequence[str], order: int) -> Counter[Ngram]:
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens) - order + 1))


def counts(segments: Sequence[Segment], order: int) -> Counts:
    found = Counts()
    for hypothesis, references in segments:
        produced = ngrams(hypothesis, order)
        allowed: Counter[Ngram] = Counter()
        for reference in references:
            allowed |= ngrams(reference, order)
        matched = produced & allowed
        found.hypothesis += produced
        found.matched += matched
        found.missed += allowed - matched
        for ngram, count in (produced - matched).items():
            (found.clipped if ngram in allowed else found.unmatched)[ngram] += count
    return found
