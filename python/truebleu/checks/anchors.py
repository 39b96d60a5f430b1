"""Anchors for line alignment: words that occur in exactly one line of each of two texts.

If a name or a number occurs in exactly one line of the hypotheses and in exactly one line of the
references, these two lines probably correspond. Their line numbers can differ by any amount. Even
in the output of bad systems, most lines have an anchor.
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
"""Number of lines whose code points are in memory at once."""
CODE_POINTS = 0x110000
MULTIPLIER = 0x9E3779B97F4A7C15
"""Odd number for hashing: 2**64 divided by the golden ratio."""
LONGEST = 64
"""Number of characters at the start of a word whose order affects the hash."""
LETTERS = 3
"""Number of letters in an n-gram. In text without spaces, n-grams of letters replace words."""


class Words:
    """The words of a text as hashes.

    `keys` has one hash (uint64) per word, in text order. `lines` has the line number of each word,
    from 0. `count` is the number of lines. `starts` has, for each line, the index in `keys` of its
    first word.
    """

    def __init__(self, keys: NDArray[np.uint64], lines: NDArray[np.int64], count: int) -> None:
        self.keys = keys
        self.lines = lines
        self.count = count
        self.starts = np.searchsorted(lines, np.arange(count + 1))
        self._cache: tuple[int, int, Once] | None = None

    def in_one_line(self, low: int, high: int) -> Once:
        """Return the hashes that occur in exactly one of the lines `low` to `high` - 1.

        The result is two arrays: the hashes in ascending order, and the line number of each hash.
        """
        # Cached because all streams are compared with the first reference.
        if self._cache is None or self._cache[:2] != (low, high):
            self._cache = low, high, self._in_one_line(low, high)
        return self._cache[2]

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
    """Return hashes of the lowercase words of all segments.

    With `letters=True`, return hashes of letter trigrams. They replace words in text without
    spaces.
    """
    parts = [
        _of_block(segments[first : first + BLOCK], first, letters=letters)
        for first in range(0, len(segments), BLOCK)
    ]
    keys = np.concatenate([part[0] for part in parts] or [np.zeros(0, np.uint64)])
    lines = np.concatenate([part[1] for part in parts] or [np.zeros(0, np.int64)])
    return Words(keys, lines, len(segments))


def _of_block(
    segments: Sequence[str], first: int, *, letters: bool
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    lowered = [text.lower() for text in segments]
    codes = np.frombuffer("\n".join([*lowered, ""]).encode("utf-32-le"), np.uint32)
    lengths = np.fromiter(map(len, lowered), np.int64, len(lowered)) + 1
    lines = np.repeat(np.arange(first, first + len(segments)), lengths)
    inside = _is_of_word(codes)
    return _triples(codes, lines, inside) if letters else _whole_words(codes, lines, inside)


def _is_of_word(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    table = np.zeros(CODE_POINTS, bool)
    kinds = np.flatnonzero(np.bincount(codes, minlength=1))
    table[kinds] = [chr(code).isalnum() or _is_mark(chr(code)) for code in kinds]
    is_of_word: NDArray[np.bool_] = table[codes]
    return is_of_word


def _is_mark(letter: str) -> bool:
    if letter.isascii():
        return False
    from unicodedata import category

    return category(letter)[0] == "M"


def _whole_words(
    codes: NDArray[np.uint32], lines: NDArray[np.int64], inside: NDArray[np.bool_]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    before = np.concatenate([[False], inside[:-1]])
    starts = np.flatnonzero(inside & ~before)
    if not len(starts):
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    # Polynomial hash: each letter is multiplied by a power for its position in the word.
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
    mixed, lines_of_letters = _mixed(codes[inside]), lines[inside]
    powers = _powers()
    if len(mixed) < LETTERS:
        return mixed, lines_of_letters
    keys = sum(mixed[i : len(mixed) - LETTERS + 1 + i] * powers[i] for i in range(LETTERS))
    last = lines_of_letters[LETTERS - 1 :]
    is_in_one_line = lines_of_letters[: len(last)] == last
    return np.asarray(keys, np.uint64)[is_in_one_line], last[is_in_one_line]


def _mixed(codes: NDArray[np.uint32]) -> NDArray[np.uint64]:
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
"""Number of lines per window. A large text is divided into windows that are searched one by one. A
word that is frequent in the text is often unique in a window, so each window has many anchors."""
MARGIN = 512
"""Number of lines before and after a window that are also searched for its counterparts."""
SURE_SHARE = 0.3
"""Minimum share of anchors that agree on the offset of a window for the offset to be certain."""
MOST_OF_A_LINE = 3
"""Maximum number of anchors in a line that count for one offset."""


def cut_words(text: str) -> list[str]:
    """Return the lowercase words of a text."""
    return WORD.findall(text.lower())


def cut_letters(text: str) -> list[str]:
    """Return the letter trigrams of a text. They replace words in text without spaces."""
    letters = "".join(WORD.findall(text))
    return [letters[place : place + 3] for place in range(max(1, len(letters) - 2))]


def likeness(first: str, second: str, cut: Cut) -> float:
    """Return the similarity of two lines, from 0 to 1.

    It is the Dice coefficient of two sets: the words and word bigrams of each line. `cut` is the
    function that splits a line into words. Because of the bigrams, two lines that share only
    articles have a low similarity.
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
    """Return votes for the offsets between the lines of two texts.

    Each word that occurs in exactly one line of each text is a vote. A vote for offset d of line i
    says that line i of `first` corresponds to line i + d of `second`.

    The result is three arrays of equal length: lines of `first`, offsets, and numbers of votes.
    They are sorted by line, then by offset.
    """
    if max(first.count, second.count) <= 2 * WINDOW:
        return _count_votes([_anchors(first, second, (0, first.count), (0, second.count))])
    pairs, is_sure = _of_windows(first, second, {})
    if not is_sure:
        all_pairs = [_anchors(first, second, (0, first.count), (0, second.count))]
        lines, offsets, weights = _count_votes(all_pairs)
        windows = lines // WINDOW
        usual = {
            int(window): _usual(offsets[windows == window], weights[windows == window])[0]
            for window in np.unique(windows)
        }
        pairs = all_pairs + _of_windows(first, second, usual)[0]
    return _count_votes(pairs)


def _of_windows(first: Words, second: Words, usual: Mapping[int, int]) -> tuple[list[Pairs], bool]:
    """Return pairs of lines that share an anchor, and whether their offsets are certain.

    An anchor is a word that occurs in no other line near these two lines. The search divides
    `first` into windows of `WINDOW` lines. For each window, it uses the lines of `second` near an
    expected offset. `usual` maps the index of a window to its expected offset. Without an entry, it
    is the most frequent offset of the window before.
    """
    pairs_by_window, offset, is_sure = [], 0, True
    for start in range(0, first.count, WINDOW):
        offset = usual.get(start // WINDOW, offset)
        low = min(max(0, start + offset - MARGIN), second.count)
        high = min(max(low, start + WINDOW + offset + MARGIN), second.count)
        pairs = _anchors(first, second, (start, min(start + WINDOW, first.count)), (low, high))
        pairs_by_window.append(pairs)
        if len(pairs[0]):
            offset, share = _usual(pairs[1] - pairs[0], np.ones(len(pairs[0]), np.int64))
            is_sure = is_sure and share > SURE_SHARE
    return pairs_by_window, is_sure


def _usual(offsets: NDArray[np.int64], weights: NDArray[np.int64]) -> tuple[int, float]:
    """Return the offset with the largest total weight, and its share of the sum of all weights."""
    kinds, places = np.unique(offsets, return_inverse=True)
    totals = np.bincount(places, weights=weights)
    top = int(np.argmax(totals))
    return int(kinds[top]), float(totals[top] / totals.sum())


def _anchors(first: Words, second: Words, ours: tuple[int, int], theirs: tuple[int, int]) -> Pairs:
    """Return the pairs of lines that share an anchor.

    An anchor is a word that occurs in exactly one line of the range `ours` of `first`, and in
    exactly one line of the range `theirs` of `second`. A range is (start, end), without the line
    `end`.
    """
    keys, lines = first.in_one_line(*ours)
    others, other_lines = second.in_one_line(*theirs)
    if not len(keys) or not len(others):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    places = np.minimum(np.searchsorted(others, keys), len(others) - 1)
    same = others[places] == keys
    return lines[same], other_lines[places[same]]


def _count_votes(pairs: Sequence[Pairs]) -> Votes:
    first = np.concatenate([ours for ours, _ in pairs])
    offsets = np.concatenate([theirs for _, theirs in pairs]) - first
    if not len(first):
        return first, first, first
    # Encode line and offset in one number, so that one sort groups equal pairs.
    span = int(np.abs(offsets).max()) + 1
    keys, counts = np.unique(first * (2 * span) + offsets + span, return_counts=True)
    return keys // (2 * span), keys % (2 * span) - span, np.minimum(counts, MOST_OF_A_LINE)
