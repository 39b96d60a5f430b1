"""Words that occur once in either of two texts: they tell which lines belong together.

A name or a number that stands in one line of the hypotheses and in one line of the references
most likely stands for the same thing, so the two lines belong together, however far apart they
are. A text has such anchors in most of its lines, even where a system translates badly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Cut = Callable[[str], Iterable[str]]
Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]
Votes = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
Once = tuple[NDArray[np.uint64], NDArray[np.int64]]


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


WORD = re.compile(r"\w+")
WINDOW = 4096
"""Lines of a large text that are looked at by themselves: a word that is frequent in the whole is
often unique among them, so that anchors stay dense."""
MARGIN = 512
"""Lines on either side of a window in which its counterparts are looked for."""
SURE_SHARE = 0.3
"""A window has found its counterpart if so many of its anchors agree."""
MOST_OF_A_LINE = 3
"""So many anchors of a line count for one offset: a long line is still one line."""


def cut_words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return WORD.findall(text.lower())


def cut_letters(text: str) -> list[str]:
    """Three letters at each place, for text without spaces between words."""
    letters = "".join(WORD.findall(text))
    return [letters[place : place + 3] for place in range(max(1, len(letters) - 2))]


def likeness(first: str, second: str, cut: Cut) -> float:
    """How alike two lines are, from 0 to 1: the share of words and pairs of words in common.

    Dice's coefficient of the sets. Pairs weigh as much as words, so that two lines are not alike
    for their articles.
    """
    ours, theirs = _features(first, cut), _features(second, cut)
    if not ours or not theirs:
        return 1.0 if first.strip() == second.strip() else 0.0
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))


@lru_cache(maxsize=1 << 14)
def _features(text: str, cut: Cut) -> frozenset[object]:
    words = list(cut(text))
    return frozenset([*words, *pairwise(words)])


def votes(first: Words, second: Words) -> Votes:
    """What anchors say of the lines of `first`: lines, offsets, and how many anchors say so.

    Line i with offset d belongs to line i + d of `second`. Ordered by line, then by offset.
    """
    if max(first.count, second.count) <= 2 * WINDOW:
        return _counted([_anchors(first, second, (0, first.count), (0, second.count))])
    pairs, sure = _of_windows(first, second, {})
    if not sure:
        whole = [_anchors(first, second, (0, first.count), (0, second.count))]
        lines, offsets, weights = _counted(whole)
        windows = lines // WINDOW
        usual = {
            int(window): _usual(offsets[windows == window], weights[windows == window])[0]
            for window in np.unique(windows)
        }
        pairs = whole + _of_windows(first, second, usual)[0]
    return _counted(pairs)


def _of_windows(first: Words, second: Words, usual: Mapping[int, int]) -> tuple[list[Pairs], bool]:
    """Anchors of each window beside its counterpart, and whether each window has one.

    `usual` are offsets of windows that are known; else that of the window before is taken.
    """
    found, offset, sure = [], 0, True
    for start in range(0, first.count, WINDOW):
        offset = usual.get(start // WINDOW, offset)
        low = min(max(0, start + offset - MARGIN), second.count)
        high = min(max(low, start + WINDOW + offset + MARGIN), second.count)
        pairs = _anchors(first, second, (start, min(start + WINDOW, first.count)), (low, high))
        found.append(pairs)
        if len(pairs[0]):
            offset, share = _usual(pairs[1] - pairs[0], np.ones(len(pairs[0]), np.int64))
            sure = sure and share > SURE_SHARE
    return found, sure


def _usual(offsets: NDArray[np.int64], weights: NDArray[np.int64]) -> tuple[int, float]:
    """The offset that most anchors have, and their share."""
    kinds, places = np.unique(offsets, return_inverse=True)
    totals = np.bincount(places, weights=weights)
    top = int(np.argmax(totals))
    return int(kinds[top]), float(totals[top] / totals.sum())


def _anchors(first: Words, second: Words, ours: tuple[int, int], theirs: tuple[int, int]) -> Pairs:
    """Pairs of lines that share a word that is in one line only of either."""
    keys, lines = first.in_one_line(*ours)
    others, other_lines = second.in_one_line(*theirs)
    if not len(keys) or not len(others):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    places = np.minimum(np.searchsorted(others, keys), len(others) - 1)
    same = others[places] == keys
    return lines[same], other_lines[places[same]]


def _counted(pairs: Sequence[Pairs]) -> Votes:
    first = np.concatenate([ours for ours, _ in pairs])
    offsets = np.concatenate([theirs for _, theirs in pairs]) - first
    if not len(first):
        return first, first, first
    # One number for each line and offset, so that one sort brings equal ones together.
    span = int(np.abs(offsets).max()) + 1
    keys, counts = np.unique(first * (2 * span) + offsets + span, return_counts=True)
    return keys // (2 * span), keys % (2 * span) - span, np.minimum(counts, MOST_OF_A_LINE)
