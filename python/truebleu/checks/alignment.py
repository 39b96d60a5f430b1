"""Which line of one text belongs to which line of another: shifts, missing lines, lines too many.

Anchors vote for offsets. Lines belong to runs, in each of which the offset is one; the runs that
agree with most anchors are found by dynamic programming, where each change of the offset has its
price. What the runs say is then held against the lines themselves, and where exactly one run
ends and the next begins is decided by how alike the lines are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.anchors import Cut, Votes, cut_letters, cut_words, likeness, votes
from truebleu.checks.texts import Texts

PRICE = 3.0
"""Anchors that a change of the offset has to win, and one more for each power of ten of lines: in
a long text chance brings more of them together."""

CANDIDATES = 40
"""Offsets that are considered at most."""

SAMPLE = 200
"""Lines of a run of which likeness is measured."""

TIMES_AS_ALIKE = 1.5
MORE_ALIKE = 0.05
"""A run stands if its lines are so much more alike at its offset than where they are."""

NEAR = 12
"""Lines on either side of a change among which its place is looked for."""

REPEATS = 0.5
"""What it counts, in likeness, that the lines that are too many repeat those before them."""

EDGE_LIKENESS = 0.5
EDGE_TIMES = 3.0
"""By so much, in sum, are lines before the first change, or behind the last, more alike where they
would be without it, though they have too few anchors to be a run of their own."""

FEW_ANCHORS = 3
FEWEST_LINES = 20
"""Shorter texts with the same number of lines are taken as they are: too little evidence."""

ORDERED_SHARE = 0.5
SURE_LINES = 8
"""Lines with two anchors that agree: from so many on, the order can be judged. Where fewer than
half of them agree with the runs, another order is tried."""

OTHER_ORDER_TIMES = 1.5
OTHER_ORDER_MARGIN = 0.1
"""The other order fits better if its lines are so much more alike: the ratio and the difference of
the mean likeness. Lines of good systems gain 0.2 and more when they are put back in order, lines
that follow chance anchors 0.07 at most (docs/how-to/check-data-and-ci.md)."""


@dataclass(frozen=True, slots=True)
class Run:
    """Lines from `start` up to `end`, counted from 0: line i belongs to line i + `offset`."""

    start: int
    end: int
    offset: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """The `runs` of a text against another, in order; `ordered` is False for shuffled lines.

    Lines between runs, before the first and behind the last have no counterpart.
    """

    runs: tuple[Run, ...]
    ordered: bool = True

    def counterparts(self, lines: int, others: int) -> NDArray[np.int64]:
        """For each of the `others` lines the line that belongs to it; -1 for none."""
        found = np.full(others, -1, np.int64)
        for run in self.runs:
            start, end = max(run.start, -run.offset), min(run.end, others - run.offset, lines)
            if end > start:
                found[start + run.offset : end + run.offset] = np.arange(start, end)
        return found


def align(first: Texts, second: Texts) -> Alignment | None:
    """Say which lines of `second` those of `first` belong to; None where that cannot be said."""
    # Where words are not parted by spaces, letters are compared.
    letters = first.unspaced or second.unspaced
    said = votes(first.words(letters=letters), second.words(letters=letters))
    lines, offsets, weights = said
    if len(lines) < FEW_ANCHORS:
        return None
    if len(first) == len(second) < FEWEST_LINES:
        return Alignment((Run(0, len(first), 0),))
    price = PRICE + log10(max(10, len(first)))
    candidates = _candidates(said, price, {0, len(second) - len(first)})
    states = _best_path(said, candidates, price)
    sure = weights > 1
    agreeing = np.count_nonzero(sure & (offsets == states))
    cut: Cut = cut_letters if letters else cut_words
    alike = _Likeness(first.segments, second.segments, cut)
    if np.count_nonzero(sure) >= SURE_LINES and agreeing < ORDERED_SHARE * np.count_nonzero(sure):
        # The anchors contradict the runs. They may be chance, as in the output of a bad system.
        if _fits_other_order(said, states, alike):
            return Alignment((), ordered=False)
        return None
    found = _runs(lines, states, len(first))
    found = _standing(found, alike)
    return Alignment(tuple(_with_ends(found, alike)))


def _candidates(said: Votes, price: float, always: Iterable[int]) -> list[int]:
    """Offsets that might pay for a change somewhere, the most frequent first."""
    _, offsets, weights = said
    order = np.argsort(offsets, kind="stable")
    kinds, starts = np.unique(offsets[order], return_index=True)
    so_far = np.cumsum(weights)
    groups = np.split(order, starts[1:])
    totals = np.array([weights[group].sum() for group in groups])
    ranked = np.argsort(-totals, kind="stable")
    found = [int(kinds[ranked[0]])]
    for place in ranked[1:]:
        if totals[place] < price or len(found) == CANDIDATES:
            break
        # The best stretch: what agrees with the offset less what does not.
        group = groups[place]
        after = 2 * np.cumsum(weights[group]) - so_far[group]
        lowest = np.minimum.accumulate(after - weights[group])
        if np.max(after - lowest) >= price:
            found.append(int(kinds[place]))
    return [*found, *sorted(set(always) - set(found))]


def _best_path(said: Votes, candidates: Sequence[int], price: float) -> NDArray[np.int64]:
    """The offset of each vote's line on the path that agrees with most anchors (Viterbi)."""
    lines, offsets, weights = said
    starts = np.flatnonzero(np.diff(lines, prepend=-1))
    gains = np.zeros((len(starts), len(candidates)))
    which = np.cumsum(np.diff(lines, prepend=lines[0]) > 0)
    for place, offset in enumerate(candidates):
        chosen = offsets == offset
        gains[which[chosen], place] = weights[chosen]
    best = _walk(gains, price)
    return np.asarray(candidates, np.int64)[best][which]


def _walk(gains: NDArray[np.float64], price: float) -> NDArray[np.int64]:
    """The column of each row on the path of the highest sum, where each change has its price."""
    if gains.shape[1] == 1:
        return np.zeros(len(gains), np.int64)
    totals = np.zeros(gains.shape[1])
    came_from = np.zeros(gains.shape, np.int16)
    stay = np.arange(gains.shape[1])
    for row, gain in enumerate(gains):
        top = int(totals.argmax())
        change = totals[top] - price > totals
        came_from[row] = np.where(change, top, stay)
        totals = np.where(change, totals[top] - price, totals) + gain
    path = np.zeros(len(gains), np.int64)
    state = int(totals.argmax())
    for row in range(len(gains) - 1, -1, -1):
        path[row] = state
        state = int(came_from[row, state])
    return path


def _runs(lines: NDArray[np.int64], states: NDArray[np.int64], count: int) -> list[Run]:
    """Runs of one offset, each from its first anchor to its last; the outer ones to the ends."""
    changes = [0, *(np.flatnonzero(np.diff(states)) + 1).tolist(), len(states)]
    found = [
        Run(int(lines[low]), int(lines[high - 1]) + 1, int(states[low]))
        for low, high in pairwise(changes)
    ]
    found[0] = Run(0, found[0].end, found[0].offset)
    found[-1] = Run(found[-1].start, count, found[-1].offset)
    return found


class _Likeness:
    """How alike lines of two texts are."""

    def __init__(self, first: Sequence[str], second: Sequence[str], cut: Cut) -> None:
        self._first = first
        self._second = second
        self._cut = cut
        self.lines = len(first)
        self.others = len(second)

    def of(self, line: int, offset: int) -> float:
        other = line + offset
        if not 0 <= other < self.others or not 0 <= line < self.lines:
            return 0.0
        return likeness(self._first[line], self._second[other], self._cut)

    def repeats(self, line: int, count: int) -> bool:
        """Whether so many lines from a line on repeat those before them."""
        before = self._first[max(0, line - count) : line]
        return bool(before) and before == self._first[line : line + count]

    def of_run(self, run: Run, offset: int) -> float:
        """The mean over some lines of a run, at an offset."""
        step = max(1, (run.end - run.start) // SAMPLE)
        places = range(run.start, run.end, step)
        return sum(self.of(place, offset) for place in places) / len(places)


def _fits_other_order(said: Votes, states: NDArray[np.int64], alike: _Likeness) -> bool:
    """Whether lines are clearly more alike in the order of their anchors than in that of the runs.

    Both orders are measured on the same lines: those with two anchors that agree.
    """
    lines, offsets, weights = said
    # The strongest vote comes first. Each line, and each counterpart, has one place in an order.
    sure = [place for place in np.argsort(-weights, kind="stable").tolist() if weights[place] > 1]
    partners: dict[int, int] = {}
    used: set[int] = set()
    for place in sure:
        line, partner = int(lines[place]), int(lines[place] + offsets[place])
        if line not in partners and partner not in used:
            partners[line] = partner
            used.add(partner)
    if len(partners) < SURE_LINES:
        return False
    own_offsets = dict(zip(lines.tolist(), states.tolist(), strict=True))
    sample = sorted(partners)[:: max(1, len(partners) // SAMPLE)]
    given = sum(alike.of(line, own_offsets[line]) for line in sample) / len(sample)
    other = sum(alike.of(line, partners[line] - line) for line in sample) / len(sample)
    return other > OTHER_ORDER_TIMES * given and other > given + OTHER_ORDER_MARGIN


def _standing(runs: Sequence[Run], alike: _Likeness) -> list[Run]:
    """The runs whose lines are more alike at their offset than at their neighbours' or at none."""
    found: list[Run] = []
    for place, run in enumerate(runs):
        others = {runs[near].offset for near in (place - 1, place + 1) if 0 <= near < len(runs)}
        others = (others | {0}) - {run.offset}
        here = alike.of_run(run, run.offset)
        there = max((alike.of_run(run, offset) for offset in others), default=0.0)
        stands = here > TIMES_AS_ALIKE * there and here > there + MORE_ALIKE
        if len(runs) == 1 and run.offset and not stands:
            return [Run(run.start, run.end, 0)]
        if len(runs) > 1 and not stands:
            continue
        if found and found[-1].offset == run.offset:
            run = Run(found.pop().start, run.end, run.offset)  # noqa: PLW2901  one run now
        found.append(run)
    return found or [Run(0, alike.lines, 0)]


def _with_ends(runs: Sequence[Run], alike: _Likeness) -> list[Run]:
    """The same runs, which end and begin where the lines say so."""
    found = _with_edges(runs, alike)
    for place in range(1, len(found)):
        before, after = found[place - 1], found[place]
        extra = max(0, before.offset - after.offset)
        end = _end(before, after, extra, alike)
        found[place - 1] = Run(before.start, end, before.offset)
        found[place] = Run(end + extra, after.end, after.offset)
    low = max(0, -found[0].offset)
    found[0] = Run(low, found[0].end, found[0].offset)
    high = min(alike.lines, alike.others - found[-1].offset)
    found[-1] = Run(found[-1].start, high, found[-1].offset)
    return [run for run in found if run.end > run.start]


def _with_edges(runs: Sequence[Run], alike: _Likeness) -> list[Run]:
    """The runs up to both ends, with a few lines there that are in line with the other end."""
    first = runs[0]
    found = [Run(0, first.end, first.offset), *runs[1:]]
    last = found[-1]
    found[-1] = Run(last.start, alike.lines, last.offset)
    if first.offset:
        count = _edge(range(min(NEAR, first.end)), 0, first.offset, alike)
        if count:
            found[:1] = [Run(0, count, 0), Run(count, found[0].end, first.offset)]
    offset, last = alike.others - alike.lines, found[-1]
    if last.offset != offset:
        places = range(alike.lines - 1, max(last.start, alike.lines - NEAR - 1), -1)
        count = _edge(places, offset, last.offset, alike)
        if count:
            start = alike.lines - count
            found[-1:] = [Run(last.start, start, last.offset), Run(start, alike.lines, offset)]
    return found


def _edge(places: Iterable[int], offset: int, other: int, alike: _Likeness) -> int:
    """How many of these lines, from the first on, are clearly more alike at one offset."""
    best, count, here, there = 0.0, 0, 0.0, 0.0
    for number, line in enumerate(places, 1):
        if not 0 <= line + other < alike.others:
            continue  # it is in line with nothing, which says nothing
        here += alike.of(line, offset)
        there += alike.of(line, other)
        if here - there > max(best, EDGE_LIKENESS) and here > EDGE_TIMES * there:
            best, count = here - there, number
    return count


def _end(before: Run, after: Run, extra: int, alike: _Likeness) -> int:
    """Where the first of two runs ends; `extra` lines behind it have no counterpart."""
    # A word may be an anchor by chance: what the lines say counts near the change.
    low = max(before.start, before.end - NEAR)
    high = max(low, min(after.start + NEAR, after.end) - extra)
    # Sums of likeness: of the lines before each place in the one run, behind it in the other.
    as_before = np.array([alike.of(line, before.offset) for line in range(low, high)])
    as_after = np.array([alike.of(line, after.offset) for line in range(low + extra, high + extra)])
    sums = np.concatenate([[0.0], np.cumsum(as_before)])
    sums += np.concatenate([np.cumsum(as_after[::-1])[::-1], [0.0]])
    if extra:
        sums += [REPEATS * alike.repeats(place, extra) for place in range(low, high + 1)]
    # The last of equal places: of a line that stands twice, the second is too many.
    return low + int(len(sums) - 1 - np.argmax(np.round(sums[::-1], 9)))
