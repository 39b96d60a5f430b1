"""Line alignment of two texts, to detect shifted, missing and extra lines.

If line i of one text corresponds to line j of the other text, then j - i is the offset of line i. A
run is a range of lines with equal offsets. An anchor is a word that occurs in exactly one line of
each text. It is a vote for the offset between these two lines. Dynamic programming finds the runs
that agree with the most votes, with a penalty for each change of the offset. The similarity of
lines then confirms or rejects each run, and determines where it starts and ends.
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
"""Minimum number of agreeing anchors that a change of the offset must add. log10 of the number of
lines is added to it, because longer texts have more random anchors."""

CANDIDATES = 40
"""Maximum number of different offsets that the search considers."""

SAMPLE = 200
"""Number of lines by which the similarity of a run is estimated."""

TIMES_AS_ALIKE = 1.5
"""Minimum ratio of the similarity of a run at its offset to its similarity at any other offset. A
run below it is dropped."""
MORE_ALIKE = 0.05
"""Minimum difference between the similarity of a run at its offset and at any other offset. A run
below it is dropped."""

NEAR = 12
"""Number of lines before and after a change of the offset that are searched for its exact
position."""

REPEATS = 0.5
"""Similarity that is added where extra lines repeat the lines before them."""

EDGE_LIKENESS = 0.5
"""Minimum difference of summed similarity. Above it, the first or last lines of a text become a
separate run, although they have too few anchors."""
EDGE_TIMES = 3.0
"""Minimum ratio of summed similarity at which the first or last lines become a separate run."""

FEW_ANCHORS = 3
"""Minimum number of lines with anchors. With fewer, the alignment is unknown."""
FEWEST_LINES = 20
"""Minimum number of lines for an alignment by anchors. Shorter texts with equal numbers of lines
are considered aligned, because they give too little evidence."""

ORDERED_SHARE = 0.5
"""Of the lines with two agreeing anchors, the minimum share that must agree with the runs. Below
it, the lines may be in another order."""
SURE_LINES = 8
"""Minimum number of lines with two agreeing anchors for a decision on the order of lines."""

OTHER_ORDER_TIMES = 1.5
"""Minimum ratio of the mean similarity in another order of lines to the mean similarity in the
given order. Below it, the given order is assumed."""
OTHER_ORDER_MARGIN = 0.1
"""Minimum difference between the mean similarity in another order of lines and in the given order.
The right order of a good system gains 0.2 or more, and random anchors gain at most 0.07."""


@dataclass(frozen=True, slots=True)
class Run:
    """A range of lines with equal offsets in an alignment of two texts.

    Line i, with `start` <= i < `end`, corresponds to line i + `offset` of the other text. Lines are
    numbered from 0.
    """

    start: int
    end: int
    offset: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """The alignment of a text with another text.

    `runs` are ranges of lines with equal offsets. A line outside all runs has no counterpart in the
    other text. `ordered` is False if the two texts have their lines in different orders. `runs` is
    then empty.
    """

    runs: tuple[Run, ...]
    ordered: bool = True

    def counterparts(self, lines: int, num_counterparts: int) -> NDArray[np.int64]:
        """Return the line of this text that corresponds to each line of the other text.

        The result is an int64 array of shape (num_counterparts,) with line numbers from 0. It has
        -1 where this text has no corresponding line. `lines` is the number of lines of this text.
        `num_counterparts` is the number of lines of the other text.
        """
        counterparts = np.full(num_counterparts, -1, np.int64)
        for run in self.runs:
            start, end = (
                max(run.start, -run.offset),
                min(run.end, num_counterparts - run.offset, lines),
            )
            if end > start:
                counterparts[start + run.offset : end + run.offset] = np.arange(start, end)
        return counterparts


def align(first: Texts, second: Texts) -> Alignment | None:
    """Return the alignment of `first` with `second`; None if it cannot be determined."""
    # Without spaces between words, compare letters.
    letters = first.unspaced or second.unspaced
    anchor_votes = votes(first.words(letters=letters), second.words(letters=letters))
    lines, offsets, weights = anchor_votes
    if len(lines) < FEW_ANCHORS:
        return None
    if len(first) == len(second) < FEWEST_LINES:
        return Alignment((Run(0, len(first), 0),))
    price = PRICE + log10(max(10, len(first)))
    candidates = _candidates(anchor_votes, price, {0, len(second) - len(first)})
    states = _best_path(anchor_votes, candidates, price)
    is_sure = weights > 1
    agreeing = np.count_nonzero(is_sure & (offsets == states))
    cut: Cut = cut_letters if letters else cut_words
    similarity = _LineSimilarity(first.segments, second.segments, cut)
    if np.count_nonzero(is_sure) >= SURE_LINES and agreeing < ORDERED_SHARE * np.count_nonzero(
        is_sure
    ):
        # The anchors contradict the runs. They may be random, as in the output of a bad system.
        if _has_other_order(anchor_votes, states, similarity):
            return Alignment((), ordered=False)
        return None
    runs = _runs(lines, states, len(first))
    runs = _drop_implausible_runs(runs, similarity)
    return Alignment(tuple(_refine_ends(runs, similarity)))


def _candidates(anchor_votes: Votes, price: float, always: Iterable[int]) -> list[int]:
    """Return the offsets that the alignment of two texts may have.

    If line i of the first text corresponds to line i + d of the second text, the offset of line i
    is d. The result has the most frequent offset and the offsets in `always`. It also has each
    offset whose votes exceed all other votes by at least `price`, in some range of lines.
    """
    _, offsets, weights = anchor_votes
    order = np.argsort(offsets, kind="stable")
    kinds, starts = np.unique(offsets[order], return_index=True)
    so_far = np.cumsum(weights)
    groups = np.split(order, starts[1:])
    totals = np.array([weights[group].sum() for group in groups])
    ranked = np.argsort(-totals, kind="stable")
    candidates = [int(kinds[ranked[0]])]
    for i in ranked[1:]:
        if totals[i] < price or len(candidates) == CANDIDATES:
            break
        # Votes for the offset minus all other votes, in the best range of lines.
        group = groups[i]
        after = 2 * np.cumsum(weights[group]) - so_far[group]
        lowest = np.minimum.accumulate(after - weights[group])
        if np.max(after - lowest) >= price:
            candidates.append(int(kinds[i]))
    return [*candidates, *sorted(set(always) - set(candidates))]


def _best_path(anchor_votes: Votes, candidates: Sequence[int], price: float) -> NDArray[np.int64]:
    """Return the offset of each vote's line in the best path (Viterbi algorithm).

    A vote says that a line has an offset: that it corresponds to the line of the other text whose
    number is higher by the offset. A path assigns one of the offsets in `candidates` to each line.
    The value of a path is the number of votes for the assigned offsets, minus `price` for each
    change of the offset. The path with the highest value is the best.
    """
    lines, offsets, weights = anchor_votes
    starts = np.flatnonzero(np.diff(lines, prepend=-1))
    gains = np.zeros((len(starts), len(candidates)))
    row_by_vote = np.cumsum(np.diff(lines, prepend=lines[0]) > 0)
    for i, offset in enumerate(candidates):
        is_candidate = offsets == offset
        gains[row_by_vote[is_candidate], i] = weights[is_candidate]
    best = _walk(gains, price)
    return np.asarray(candidates, np.int64)[best][row_by_vote]


def _walk(gains: NDArray[np.float64], price: float) -> NDArray[np.int64]:
    """Return the best path through the matrix `gains`: the index of one column for each row.

    The value of a path is the sum of its gains, minus `price` for each change of the column. The
    path with the highest value is the best.
    """
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
    """Return one run for each sequence of equal offsets in `states`.

    A run is a range of lines with equal offsets. `states` has the offset of each line in `lines`.
    The first run is extended to the start of the text, and the last run to its end. `count` is the
    number of lines of the text.
    """
    changes = [0, *(np.flatnonzero(np.diff(states)) + 1).tolist(), len(states)]
    runs = [
        Run(int(lines[low]), int(lines[high - 1]) + 1, int(states[low]))
        for low, high in pairwise(changes)
    ]
    runs[0] = Run(0, runs[0].end, runs[0].offset)
    runs[-1] = Run(runs[-1].start, count, runs[-1].offset)
    return runs


class _LineSimilarity:
    """The similarity of lines of a first and a second text."""

    def __init__(self, first: Sequence[str], second: Sequence[str], cut: Cut) -> None:
        self._first = first
        self._second = second
        self._cut = cut
        self.lines = len(first)
        self.others = len(second)

    def of(self, line: int, offset: int) -> float:
        """Return the similarity of a line of the first text to a line of the second text.

        `line` is the index of the first line. The second line has the index `line + offset`. The
        similarity is between 0 and 1. It is 0 if one of these lines does not exist.
        """
        counterpart = line + offset
        if not 0 <= counterpart < self.others or not 0 <= line < self.lines:
            return 0.0
        return likeness(self._first[line], self._second[counterpart], self._cut)

    def repeats(self, line: int, count: int) -> bool:
        """Return whether lines of the first text repeat the lines before them.

        The `count` lines from `line` on are compared with the `count` lines before `line`.
        """
        before = self._first[max(0, line - count) : line]
        return bool(before) and before == self._first[line : line + count]

    def of_run(self, run: Run, offset: int) -> float:
        """Return the mean similarity of lines of the first text to lines of the second text.

        Each line i in the range `run` is compared with line i + `offset` of the second text. The
        mean is estimated from a sample of these lines.
        """
        step = max(1, (run.end - run.start) // SAMPLE)
        sample = range(run.start, run.end, step)
        return sum(self.of(place, offset) for place in sample) / len(sample)


def _has_other_order(
    anchor_votes: Votes, states: NDArray[np.int64], similarity: _LineSimilarity
) -> bool:
    """Return whether two texts probably have their lines in different orders.

    A vote of a line names a line of the other text that probably corresponds to it. Only lines with
    at least two votes for one line are used. The orders are different if lines are clearly more
    similar to the lines that their votes name than to the lines at their offsets in `states`.
    """
    lines, offsets, weights = anchor_votes
    # Strongest votes first. Each line and each counterpart is used once.
    sure = [i for i in np.argsort(-weights, kind="stable").tolist() if weights[i] > 1]
    partners: dict[int, int] = {}
    used: set[int] = set()
    for i in sure:
        line, partner = int(lines[i]), int(lines[i] + offsets[i])
        if line not in partners and partner not in used:
            partners[line] = partner
            used.add(partner)
    if len(partners) < SURE_LINES:
        return False
    own_offsets = dict(zip(lines.tolist(), states.tolist(), strict=True))
    sample = sorted(partners)[:: max(1, len(partners) // SAMPLE)]
    own_similarity = sum(similarity.of(line, own_offsets[line]) for line in sample) / len(sample)
    other_similarity = sum(similarity.of(line, partners[line] - line) for line in sample) / len(
        sample
    )
    return (
        other_similarity > OTHER_ORDER_TIMES * own_similarity
        and other_similarity > own_similarity + OTHER_ORDER_MARGIN
    )


def _drop_implausible_runs(runs: Sequence[Run], similarity: _LineSimilarity) -> list[Run]:
    """Return the runs that are plausible.

    A run is a range of lines with equal offsets. It is plausible if its lines are clearly more
    similar to their counterparts at this offset than at other offsets. The other offsets are 0 and
    the offsets of the neighboring runs. If no run is plausible, return one run of all lines with
    offset 0.
    """
    kept_runs: list[Run] = []
    for i, run in enumerate(runs):
        others = {runs[near].offset for near in (i - 1, i + 1) if 0 <= near < len(runs)}
        others = (others | {0}) - {run.offset}
        own_similarity = similarity.of_run(run, run.offset)
        other_similarity = max((similarity.of_run(run, offset) for offset in others), default=0.0)
        is_plausible = (
            own_similarity > TIMES_AS_ALIKE * other_similarity
            and own_similarity > other_similarity + MORE_ALIKE
        )
        if len(runs) == 1 and run.offset and not is_plausible:
            return [Run(run.start, run.end, 0)]
        if len(runs) > 1 and not is_plausible:
            continue
        if kept_runs and kept_runs[-1].offset == run.offset:
            run = Run(kept_runs.pop().start, run.end, run.offset)  # noqa: PLW2901  one run now
        kept_runs.append(run)
    return kept_runs or [Run(0, similarity.lines, 0)]


def _refine_ends(runs: Sequence[Run], similarity: _LineSimilarity) -> list[Run]:
    """Move the ends of each run to the lines that give the highest similarity.

    A run is a range of lines with equal offsets.
    """
    runs_with_edges = _extend_to_edges(runs, similarity)
    for i in range(1, len(runs_with_edges)):
        before, after = runs_with_edges[i - 1], runs_with_edges[i]
        extra = max(0, before.offset - after.offset)
        end = _end(before, after, extra, similarity)
        runs_with_edges[i - 1] = Run(before.start, end, before.offset)
        runs_with_edges[i] = Run(end + extra, after.end, after.offset)
    low = max(0, -runs_with_edges[0].offset)
    runs_with_edges[0] = Run(low, runs_with_edges[0].end, runs_with_edges[0].offset)
    high = min(similarity.lines, similarity.others - runs_with_edges[-1].offset)
    runs_with_edges[-1] = Run(runs_with_edges[-1].start, high, runs_with_edges[-1].offset)
    return [run for run in runs_with_edges if run.end > run.start]


def _extend_to_edges(runs: Sequence[Run], similarity: _LineSimilarity) -> list[Run]:
    """Extend the first run to the start of the text, and the last run to its end.

    A run is a range of lines with equal offsets. The first lines of the text become a separate run
    if they are clearly more similar to their counterparts at offset 0. The last lines become a
    separate run if they are clearly more similar at the offset that aligns the last lines of both
    texts.
    """
    first = runs[0]
    extended = [Run(0, first.end, first.offset), *runs[1:]]
    last = extended[-1]
    extended[-1] = Run(last.start, similarity.lines, last.offset)
    if first.offset:
        count = _edge(range(min(NEAR, first.end)), 0, first.offset, similarity)
        if count:
            extended[:1] = [Run(0, count, 0), Run(count, extended[0].end, first.offset)]
    offset, last = similarity.others - similarity.lines, extended[-1]
    if last.offset != offset:
        edge_lines = range(similarity.lines - 1, max(last.start, similarity.lines - NEAR - 1), -1)
        count = _edge(edge_lines, offset, last.offset, similarity)
        if count:
            start = similarity.lines - count
            extended[-1:] = [
                Run(last.start, start, last.offset),
                Run(start, similarity.lines, offset),
            ]
    return extended


def _edge(lines: Iterable[int], offset: int, other_offset: int, similarity: _LineSimilarity) -> int:
    """Return how many lines at the start or at the end of the text have the offset `offset`.

    `lines` are the possible lines, starting at the first or at the last line of the text. All other
    lines of the text have the offset `other_offset`. The result is the number of lines for which
    the change to `offset` increases the similarity most. It is 0 if the increase is too small.
    """
    best, count, own_sum, other_sum = 0.0, 0, 0.0, 0.0
    for n_lines, line in enumerate(lines, 1):
        if not 0 <= line + other_offset < similarity.others:
            continue  # without a counterpart there is no evidence
        own_sum += similarity.of(line, offset)
        other_sum += similarity.of(line, other_offset)
        if own_sum - other_sum > max(best, EDGE_LIKENESS) and own_sum > EDGE_TIMES * other_sum:
            best, count = own_sum - other_sum, n_lines
    return count


def _end(before: Run, after: Run, extra: int, similarity: _LineSimilarity) -> int:
    """Return the line at which the run `before` ends and extra lines start.

    A run is a range of lines with equal offsets. `extra` is the number of lines without a
    counterpart between the runs `before` and `after`.
    """
    # Anchors may be random, so line similarity decides near the change.
    low = max(before.start, before.end - NEAR)
    high = max(low, min(after.start + NEAR, after.end) - extra)
    # For each possible end: the similarity of the lines before it at the offset of `before`, plus
    # the similarity of the lines after the extra lines at the offset of `after`.
    as_before = np.array([similarity.of(line, before.offset) for line in range(low, high)])
    as_after = np.array(
        [similarity.of(line, after.offset) for line in range(low + extra, high + extra)]
    )
    sums = np.concatenate([[0.0], np.cumsum(as_before)])
    sums += np.concatenate([np.cumsum(as_after[::-1])[::-1], [0.0]])
    if extra:
        sums += [REPEATS * similarity.repeats(line, extra) for line in range(low, high + 1)]
    # Of equally good positions take the last: the second of two equal lines is extra.
    return low + int(len(sums) - 1 - np.argmax(np.round(sums[::-1], 9)))
