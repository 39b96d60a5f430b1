"""The words of a text as numbers: a key for each, and the line that holds it, in arrays.

Keys are sums of hashed letters, in 64 bits, so that the words of a hundred thousand lines are had
without a Python object for each. Two words with one key are as good as impossible, and would be
one anchor gone wrong.
"""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Once = tuple[NDArray[np.uint64], NDArray[np.int64]]

__all__ = ["Words", "words_of"]

BLOCK = 4096
"""Lines of which code points are held at a time."""

CODE_POINTS = 0x110000
MULTIPLIER = 0x9E3779B97F4A7C15
"""Odd, and its bits look random: 2**64 divided by the golden ratio."""

LONGEST = 64
"""Letters of a word that count; what is longer is no word."""

LETTERS = 3
"""So many letters in a row stand for a word where none are parted."""


class Words:
    """Keys of words (uint64) and their lines, in the order of the text; `starts` by line."""

    def __init__(self, keys: NDArray[np.uint64], lines: NDArray[np.int64], count: int) -> None:
        self.keys = keys
        self.lines = lines
        self.count = count
        self.starts = np.searchsorted(lines, np.arange(count + 1))
        self._known: tuple[int, int, Once] | None = None

    def in_one_line(self, low: int, high: int) -> Once:
        """The keys, sorted, that occur in one of some lines only, and in which."""
        # Every stream is held against the first reference, which is asked for the same each time.
        if self._known is None or self._known[:2] != (low, high):
            self._known = low, high, self._in_one_line(low, high)
        return self._known[2]

    def _in_one_line(self, low: int, high: int) -> Once:
        inside = slice(self.starts[low], self.starts[high])
        order = np.argsort(self.keys[inside], kind="stable")
        keys, lines = self.keys[inside][order], self.lines[inside][order]
        if not len(keys):
            return keys, lines
        firsts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        lasts = np.concatenate([firsts[1:], [len(keys)]]) - 1
        once = lines[firsts] == lines[lasts]
        return keys[firsts[once]], lines[firsts[once]]


def words_of(segments: Sequence[str], *, letters: bool) -> Words:
    """The words of each segment in lower case, or every three letters of it."""
    parts = [
        _of_block(segments[first : first + BLOCK], first, letters=letters)
        for first in range(0, len(segments), BLOCK)
    ]
    keys = np.concatenate([part[0] for part in parts] or [np.zeros(0, np.uint64)])
    lines = np.concatenate([part[1] for part in parts] or [np.zeros(0, np.int64)])
    return Words(keys, lines, len(segments))


def _of_block(
    some: Sequence[str], first: int, *, letters: bool
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    lowered = [text.lower() for text in some]
    codes = np.frombuffer("\n".join([*lowered, ""]).encode("utf-32-le"), np.uint32)
    lengths = np.fromiter(map(len, lowered), np.int64, len(lowered)) + 1
    lines = np.repeat(np.arange(first, first + len(some)), lengths)
    inside = _is_of_word(codes)
    return _triples(codes, lines, inside) if letters else _whole(codes, lines, inside)


def _is_of_word(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which characters are letters, digits or marks of them."""
    table = np.zeros(CODE_POINTS, bool)
    kinds = np.flatnonzero(np.bincount(codes, minlength=1))
    table[kinds] = [chr(code).isalnum() or _is_mark(chr(code)) for code in kinds]
    found: NDArray[np.bool_] = table[codes]
    return found


def _is_mark(letter: str) -> bool:
    if letter.isascii():
        return False
    from unicodedata import category

    return category(letter)[0] == "M"


def _whole(
    codes: NDArray[np.uint32], lines: NDArray[np.int64], inside: NDArray[np.bool_]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    before = np.concatenate([[False], inside[:-1]])
    starts = np.flatnonzero(inside & ~before)
    if not len(starts):
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    # Each letter times a power that says where in the word it stands.
    positions = np.arange(len(codes))
    places = positions - np.repeat(
        np.concatenate([[0], starts]), np.diff(np.concatenate([[0], starts, [len(codes)]]))
    )
    powers = _powers()
    parts = np.where(inside, _mixed(codes) * powers[np.minimum(places, LONGEST)], np.uint64(0))
    return np.add.reduceat(parts, starts), lines[starts]


def _triples(
    codes: NDArray[np.uint32], lines: NDArray[np.int64], inside: NDArray[np.bool_]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    mixed, where = _mixed(codes[inside]), lines[inside]
    powers = _powers()
    if len(mixed) < LETTERS:
        return mixed, where
    keys = sum(mixed[at : len(mixed) - LETTERS + 1 + at] * powers[at] for at in range(LETTERS))
    last = where[LETTERS - 1 :]
    whole = where[: len(last)] == last
    return np.asarray(keys, np.uint64)[whole], last[whole]


def _mixed(codes: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """Numbers that look random, one for each code point."""
    mixed = (codes.astype(np.uint64) + np.uint64(1)) * np.uint64(MULTIPLIER)
    spread: NDArray[np.uint64] = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(MULTIPLIER)
    return spread


def _powers() -> NDArray[np.uint64]:
    powers: NDArray[np.uint64] = np.cumprod(
        np.full(LONGEST + 1, np.uint64(MULTIPLIER)), dtype=np.uint64
    )
    return powers
