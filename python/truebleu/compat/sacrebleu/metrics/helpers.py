"""sacreBLEU's functions for word and character n-grams. Scoring does not use them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def extract_all_word_ngrams(
    line: str, min_order: int, max_order: int
) -> tuple[Counter[tuple[str, ...]], int]:
    """Return a counter of all word n-grams, which are tuples, and the number of words."""
    words = line.split()
    orders = range(min_order, max_order + 1)
    return Counter(tuple(part) for n in orders for part in _parts(words, n)), len(words)


def extract_word_ngrams(tokens: Sequence[str], n: int) -> Counter[str]:
    """Return a counter of the word n-grams of order `n`, each a str of words joined with spaces."""
    return Counter(" ".join(part) for part in _parts(tokens, n))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """Return a counter of the character n-grams of order `n`, by default without whitespace."""
    return Counter(_char_parts(line, n, include_whitespace))


def extract_all_char_ngrams(
    line: str, max_order: int, include_whitespace: bool = False
) -> list[Counter[str]]:
    """Return a list with a counter of character n-grams for each order from 1 to `max_order`."""
    orders = range(1, max_order + 1)
    return [Counter(_char_parts(line, n, include_whitespace)) for n in orders]


def _parts(items: Sequence[str], n: int) -> list[Sequence[str]]:
    return [items[i : i + n] for i in range(len(items) - n + 1)]


def _char_parts(line: str, n: int, include_whitespace: bool) -> list[str]:
    text = line if include_whitespace else "".join(line.split())
    return [text[i : i + n] for i in range(len(text) - n + 1)]
