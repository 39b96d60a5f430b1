"""NIST score, written from mteval's definition: slow and readable.

An n-gram is a tuple of words. mteval joins words with spaces and looks up the prefix by that
string. The empty string and "0" are false in Perl, so mteval treats both as "no prefix".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

ORDERS = 5
Gram = tuple[str, ...]
Segment = tuple[list[str], list[list[str]]]


def grams(words: Sequence[str]) -> Counter[Gram]:
    return Counter(
        tuple(words[start : start + n])
        for n in range(1, ORDERS + 1)
        for start in range(len(words) - n + 1)
    )


def information(corpus: Sequence[Segment]) -> dict[Gram, float]:
    """Return the information of each n-gram of the references, given its prefix, in bits."""
    counts: Counter[Gram] = Counter()
    words = 0
    for _, references in corpus:
        for reference in references:
            counts.update(grams(reference))
            words += len(reference)
    bits = {}
    for gram, count in counts.items():
        prefix = gram[:-1]
        prefix_count = words if prefix in {(), ("0",)} else counts[prefix]
        bits[gram] = -math.log2(count / prefix_count)
    return bits


def rows(corpus: Sequence[Segment]) -> list[list[float]]:
    bits = information(corpus)
    result = []
    for hypothesis, references in corpus:
        row = [0.0] * (2 * ORDERS + 1)
        largest: Counter[Gram] = Counter()
        for reference in references:
            largest |= grams(reference)
        for gram, count in (grams(hypothesis) & largest).items():
            row[len(gram) - 1] += bits[gram] * count
        for n in range(ORDERS):
            row[ORDERS + n] = max(0, len(hypothesis) - n)
        row[-1] = sum(map(len, references)) / len(references)
        result.append(row)
    return result


def score(summed: Sequence[float]) -> float:
    value = sum(summed[n] / max(summed[ORDERS + n], 1) for n in range(ORDERS))
    if not summed[ORDERS]:
        return 0.0
    if summed[ORDERS] >= summed[-1]:
        return value
    ratio = summed[ORDERS] / summed[-1]
    return value * math.exp(math.log(0.5) * (math.log(ratio) / math.log(1.5)) ** 2)
