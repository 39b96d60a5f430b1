"""chrF from its definition, with sacreBLEU's choices: slow and readable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from string import punctuation

Row = tuple[int, ...]
TINY = Fraction(1, 10**16)


@dataclass(frozen=True)
class Settings:
    """Settings of a score; the defaults are those of chrF2."""

    char_order: int = 6
    word_order: int = 0
    beta: float = 2
    lowercase: bool = False
    whitespace: bool = False
    eps_smoothing: bool = False


def segment_row(hypothesis: str, references: Sequence[str | None], settings: Settings) -> Row:
    """Return the counts for the reference with the highest score; ties go to the first."""
    rows = [pair_row(hypothesis, r, settings) for r in references if r is not None]
    return max(rows, key=lambda row: score(row, settings))


def pair_row(hypothesis: str, reference: str, settings: Settings) -> Row:
    """Return for each order the numbers of n-grams in the hypothesis, in the reference, in both."""
    counts: list[int] = []
    for ours, theirs in zip(
        all_ngrams(hypothesis, settings), all_ngrams(reference, settings), strict=True
    ):
        total = ours.total() if theirs else 0
        counts += [total, theirs.total(), (ours & theirs).total()]
    return tuple(counts)


def all_ngrams(text: str, settings: Settings) -> list[Counter[tuple[str, ...]]]:
    if settings.lowercase:
        text = text.lower()
    characters = text if settings.whitespace else "".join(text.split())
    return [
        *(ngrams(characters, n) for n in range(1, settings.char_order + 1)),
        *(ngrams(words(text), n) for n in range(1, settings.word_order + 1)),
    ]


def ngrams(items: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(items[i : i + n]) for i in range(len(items) - n + 1))


def words(text: str) -> list[str]:
    """Return words, with one punctuation mark split off at the end or else at the start.

    Words of one character are not split.
    """
    result = []
    for word in text.split():
        if len(word) == 1:
            result.append(word)
        elif word[-1] in punctuation:
            result += [word[:-1], word[-1]]
        elif word[0] in punctuation:
            result += [word[0], word[1:]]
        else:
            result.append(word)
    return result


def add(rows: Sequence[Row]) -> Row:
    return tuple(sum(column) for column in zip(*rows, strict=True))


def score(row: Row, settings: Settings) -> Fraction:
    """Return the exact score, from 0 to 100."""
    orders = [row[i : i + 3] for i in range(0, len(row), 3)]
    if settings.eps_smoothing:
        total = sum((smoothed(order, settings) for order in orders), Fraction())
        return 100 * total / len(orders)
    nonempty = [(h, r, m) for h, r, m in orders if h and r]
    if not nonempty:
        return Fraction()
    precision = sum((Fraction(m, h) for h, _, m in nonempty), Fraction()) / len(nonempty)
    recall = sum((Fraction(m, r) for _, r, m in nonempty), Fraction()) / len(nonempty)
    return 100 * f_score(precision, recall, settings) if precision + recall else Fraction()


def smoothed(order: Row, settings: Settings) -> Fraction:
    hypothesis, reference, matches = order
    precision = Fraction(matches, hypothesis) if hypothesis else TINY
    recall = Fraction(matches, reference) if reference else TINY
    weighted = Fraction(settings.beta) ** 2 * precision + recall
    return f_score(precision, recall, settings) if weighted else TINY


def f_score(precision: Fraction, recall: Fraction, settings: Settings) -> Fraction:
    factor = Fraction(settings.beta) ** 2
    return (1 + factor) * precision * recall / (factor * precision + recall)
