"""Words that occur once in either of two texts: they tell which lines belong together.

A name or a number that stands in one line of the hypotheses and in one line of the references
most likely stands for the same thing, so the two lines belong together, however far apart they
are. A text has such anchors in most of its lines, even where a system translates badly.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from truebleu.hygiene.words import Words

    Cut = Callable[[str], Iterable[str]]
    Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]
    Votes = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]

__all__ = ["cut_letters", "cut_words", "likeness", "votes"]

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
