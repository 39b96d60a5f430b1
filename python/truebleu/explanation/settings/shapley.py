"""Difference between two settings, divided among the parts in which they differ.

Change the parts of one into those of the other, one at a time: each change moves the score, and
all moves together are the gap. How much one change moves depends on what was changed before it
(lowercasing moves less once all tokens are single letters), so what a part moves here is its
mean over all orders in which the parts can be changed: the Shapley value (Shapley 1953, A Value
for n-Person Games). No order is preferred, and the moves add up to the gap exactly. Beside it
stands what the part moves alone, when nothing else is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import factorial, fsum
from typing import TYPE_CHECKING

from truebleu.errors import TrueBleuError
from truebleu.results import Data

Group = tuple[str, ...]

if TYPE_CHECKING:
    from truebleu.explanation.settings.recipe import Recipe


ABOUT_ZEROS = ("smoothing", "segments without a match", "short segments")


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Data):
    """Contribution of one part.

    `part` is its name (`PARTS` of `recipe`, or "arithmetic"), `points` its share of the gap, on
    the scale to 100; `alone` what it moves when it alone is changed.
    """

    part: str
    points: float
    alone: float


def split(
    base: Recipe, target: Recipe, points: Callable[[Recipe], float], parts: Sequence[str]
) -> list[Move]:
    """Return what each of these parts moves on the way from `base` to `target`, the most first.

    `points` gives the score of a recipe, 0 to 100. Where a mixture of the two has no score
    (NLTK's method 4 divides by totals that only NLTK keeps from being 0), the parts that say what
    becomes of zeros are changed together, as one part. Raises what `points` raises when that does
    not help.
    """
    # NLTK's own smoothings are of the scale to 1.
    base, target = base.with_entries(scale=1.0), target.with_entries(scale=1.0)

    def after(changed: Collection[Group]) -> float:
        return points(base.with_parts(target, set(chain(*changed))))

    groups = [(part,) for part in parts]
    zeros = tuple(part for part in parts if part in ABOUT_ZEROS)
    try:
        return shares(groups, after)
    except TrueBleuError:
        if len(zeros) < 2:
            raise
        return shares([zeros, *(group for group in groups if group[0] not in zeros)], after)


def shares(groups: Sequence[Group], after: Callable[[Collection[Group]], float]) -> list[Move]:
    """Return what each group of parts moves, the most first.

    `after` gives the score when some are changed.
    """
    scores = {
        frozenset(changed): after(changed)
        for count in range(len(groups) + 1)
        for changed in combinations(groups, count)
    }
    nothing: frozenset[Group] = frozenset()
    moves = []
    for group in groups:
        share = fsum(
            _weight(len(changed), len(groups)) * (scores[changed | {group}] - value)
            for changed, value in scores.items()
            if group not in changed
        )
        alone = scores[frozenset({group})] - scores[nothing]
        moves.append(Move(part=" and ".join(group), points=share, alone=alone))
    return sorted(moves, key=lambda move: -abs(move.points))


def _weight(before: int, parts: int) -> float:
    """Return the share of all orders in which just so many parts are changed before a part."""
    return factorial(before) * factorial(parts - before - 1) / factorial(parts)
