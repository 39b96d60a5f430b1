"""Shapley values: the contribution of each setting to the difference between two scores.

The settings of the first score are replaced by the settings of the second score, one group of
settings after the other. Each change moves the score, and all moves add up to the difference. A
move depends on the earlier changes. For example, lowercasing moves the score less after a change to
a tokenizer that splits text into letters. The contribution of a group is therefore its mean move
over all orders of the changes. This mean is its Shapley value (Shapley 1953, A Value for n-Person
Games). The contributions add up to the difference exactly. `Move.alone` is the move if only this
group is changed.
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
    """Contribution of a group of settings to the difference between two BLEU scores.

    Attributes:
        part: the name of the group, such as "smoothing".
        points: the contribution of the group, on the scale 0 to 100.
        alone: the change of the score if only this group is changed.
    """

    part: str
    points: float
    alone: float


def split(
    base: Recipe, target: Recipe, points: Callable[[Recipe], float], parts: Sequence[str]
) -> list[Move]:
    """Return the contribution of each group of settings to the difference between two scores.

    The largest contribution comes first. `base` has the settings of the first score, and `target`
    has the settings of the second score. `points` returns the score, 0 to 100, under given
    settings. `parts` are the names of the groups whose settings differ.

    The score may be undefined if some groups are taken from `base` and the others from `target`.
    For example, NLTK's method4 divides by the total number of n-grams. NLTK's rules make this
    number at least 1, but other rules allow 0. In such a case, all groups of settings that concern
    counts of 0 (such as the smoothing) are changed together. If a score is still undefined, this
    function raises the error of `points`.
    """
    # NLTK's own smoothings require the scale 0 to 1.
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
    """Return the contribution of each group of settings to the difference between two scores.

    The largest contribution comes first. `after(changed)` returns the score if these groups have
    the settings of the second score, and all other groups have those of the first.
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
    """Return the weight of a move in the Shapley formula.

    `before` of the `parts` groups are changed before the move.
    """
    return factorial(before) * factorial(parts - before - 1) / factorial(parts)
