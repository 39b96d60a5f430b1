"""N-grams of a corpus and whether they match, counted one by one from the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

Ngram = tuple[str, ...]
Segment = tuple[Sequence[str], Sequence[Sequence[str]]]


@dataclass
class Counts:
    """Counts of n-grams over all segments: total, matched, clipped, unmatched and missed."""

    hypothesis: Counter[Ngram] = field(default_factory=Counter)
    matched: Counter[Ngram] = field(default_factory=Counter)
    clipped: Counter[Ngram] = field(default_factory=Counter)
    unmatched: Counter[Ngram] = field(default_factory=Counter)
    missed: Counter[Ngram] = field(default_factory=Counter)


def ngrams(tokens: Sequence[str], order: int) -> Counter[Ngram]:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1))


def counts(segments: Sequence[Segment], order: int) -> Counts:
    totals = Counts()
    for hypothesis, references in segments:
        produced = ngrams(hypothesis, order)
        allowed: Counter[Ngram] = Counter()
        for reference in references:
            allowed |= ngrams(reference, order)
        matched = produced & allowed
        totals.hypothesis += produced
        totals.matched += matched
        totals.missed += allowed - matched
        for ngram, count in (produced - matched).items():
            (totals.clipped if ngram in allowed else totals.unmatched)[ngram] += count
    return totals
