"""Explanation of the difference between two BLEU scores, from the scores alone or from the texts.

>>> from truebleu import BLEU
>>> texts = ["It rained!", "The cat sat on a mat."], ["It rained all day.", "The cat sat there."]
>>> first = BLEU(smoothing="floor").corpus_score(*texts)
>>> second = BLEU(smoothing="add-k").corpus_score(*texts)
>>> print(diagnose(first, second))
+17.64 points: 17.50, then 35.13
  smooth: floor[0.10], then add-k[1.00]
  smoothing: +17.64
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from truebleu.errors import ConfigurationError, InputError, TrueBleuError
from truebleu.explanation.settings.recipe import COUNTED_PARTS, Recipe
from truebleu.explanation.settings.rescoring import Rescorer
from truebleu.explanation.settings.rouge import split_rouge
from truebleu.explanation.settings.shapley import Move, shares, split
from truebleu.inputs.batch import read
from truebleu.metrics.base.layout import AVERAGE_PARTS
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.rouge import ROUGE, ROUGEScore
from truebleu.results import Result
from truebleu.wording import signed

WORTH_SAYING = 0.005
"""Smallest difference in points that is visible with two decimals."""

ROUNDING = 1e-9
"""Scores that differ by at most this many points count as equal (rounding error)."""

Field = tuple[str, str | None, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis(Result):
    """Difference between two scores, divided among the settings that cause it.

    Attributes:
        first: the first score, in points (0 to 100).
        second: the second score, in points.
        gap: the second score minus the first, in points.
        fields: the keys whose values differ between the two signatures, each with both values. A
            value is None if a signature lacks the key.
        moves: the contribution of each setting to the gap.
        remainder: the unexplained part of the gap, in points.
        needs: a text that states what is needed to explain the remainder, or why it cannot be
            explained. Empty if the remainder is 0.
    """

    first: float
    second: float
    gap: float
    fields: tuple[Field, ...]
    moves: tuple[Move, ...]
    remainder: float
    needs: str

    def __str__(self) -> str:
        lines = [f"{signed(self.gap, 2)} points: {self.first:.2f}, then {self.second:.2f}"]
        lines += [f"  {key}: {a or 'default'}, then {b or 'default'}" for key, a, b in self.fields]
        lines += [
            f"  {move.part}: {signed(move.points, 2)}"
            for move in self.moves
            if abs(move.points) >= WORTH_SAYING
        ]
        if self.needs:
            lines.append(f"  {signed(self.remainder, 2)} unexplained: {self.needs}")
        return "\n".join(lines)


def diagnose(
    first: BLEUScore | ROUGEScore,
    second: BLEUScore | ROUGEScore,
    hypotheses: Any = None,
    references: Any = None,
) -> Diagnosis:
    """Return an explanation of the difference between two BLEU scores, or two ROUGE scores.

    Without texts, the effects of the formula's settings (smoothing, n-gram orders, weights, brevity
    penalty) are computed from the counts in the scores. The effects of different texts, and of
    settings that change the counts (tokenizer, case, reference length rule), cannot be separated.
    Their sum is the attribute `remainder` of the result.

    If `hypotheses` and `references` are passed, the effect of every setting is computed. If a score
    was computed from other texts, the attribute `needs` of the result states this. Differences
    between ROUGE scores are explained only with texts.

    Args:
        first: a BLEU or ROUGE score.
        second: another score of the same metric.
        hypotheses: the hypotheses of both scores, in any form that `BLEU.corpus_score` accepts.
        references: the references of both scores.

    Raises:
        ConfigurationError: the scores are neither two BLEU scores nor two ROUGE scores, or a
            tokenizer is not available.
        InputError: only one of hypotheses and references is passed, or a text is invalid.
    """
    is_rouge = isinstance(first, ROUGEScore)
    for score in (first, second):
        if not isinstance(score, ROUGEScore if is_rouge else BLEUScore):
            raise ConfigurationError(
                "diagnose() compares two BLEU scores or two ROUGE scores, got "
                f"{type(first).__name__} and {type(second).__name__}. Pass two scores of the same "
                "metric."
            )
    if (hypotheses is None) != (references is None):
        raise InputError("diagnose() requires both hypotheses and references, or neither.")
    a, b = _points(first), _points(second)
    if hypotheses is not None:
        moves, needs = _by_texts(first, second, hypotheses, references)
    elif isinstance(first, BLEUScore) and isinstance(second, BLEUScore):
        moves, needs = _by_counts(first, second)
    else:
        moves, needs = [], "" if a == b else f"the scores do not show the reason. {_NEEDED}"
    remainder = b - a - sum(move.points for move in moves)
    if not needs and abs(remainder) <= ROUNDING:
        remainder = 0.0
    return Diagnosis(
        first=a,
        second=b,
        gap=b - a,
        fields=tuple(_fields(first, second)),
        moves=tuple(moves),
        remainder=remainder,
        needs=needs,
    )


def _points(score: BLEUScore | ROUGEScore) -> float:
    return score.value * (100 / score.scale)


def _fields(first: Score, second: Score) -> list[Field]:
    a, b = first.signature.full(), second.signature.full()
    keys = dict.fromkeys([*a.keys(), *b.keys()])
    return [(key, a.get(key), b.get(key)) for key in keys if a.get(key) != b.get(key)]


def _by_texts(
    first: BLEUScore | ROUGEScore, second: BLEUScore | ROUGEScore, hypotheses: Any, references: Any
) -> tuple[list[Move], str]:
    batch = read(hypotheses, references)
    signatures = first.signature, second.signature
    if isinstance(first, ROUGEScore):
        a, b = map(ROUGE.from_signature, signatures)

        @cache
        def rouge_points(metric: ROUGE) -> float:
            return metric.batch_score(batch, 0).value * (100 / metric.scale)

        ours, theirs = rouge_points(a), rouge_points(b)
        moves, mixed = _divided(lambda: split_rouge(a, b, rouge_points))
    else:
        c, d = (Recipe.of(BLEU.from_signature(signature)) for signature in signatures)
        points = Rescorer(batch).points
        ours, theirs = points(c), points(d)
        moves, mixed = _divided(lambda: split(c, d, points, c.differing(d)))
    needs = "; ".join(
        f"with the {which} signature, these texts score {value:.2f}, not {_points(score):.2f}, so "
        "that score is of different texts"
        for which, value, score in (("first", ours, first), ("second", theirs, second))
        if abs(value - _points(score)) > ROUNDING
    )
    return moves, "; ".join(filter(None, (needs, mixed)))


def _divided(make: Callable[[], list[Move]]) -> tuple[list[Move], str]:
    try:
        return make(), ""
    except TrueBleuError as error:
        return [], f"a mixture of both settings has no score: {error}"


def _by_counts(first: BLEUScore, second: BLEUScore) -> tuple[list[Move], str]:
    a, b = _recipe(first), _recipe(second)
    rows = _common(first, second)
    if rows is None or not (_is_plain(a) and _is_plain(b)):
        return [], f"the counts in the scores do not show the reason. {_NEEDED}"
    groups = [(part,) for part in a.differing(b) if part not in COUNTED_PARTS]
    equal = rows[0].equals(rows[1])
    if not equal:
        groups.append((COUNTS,))

    def after(changed: Collection[tuple[str, ...]]) -> float:
        parts = {part for group in changed for part in group}
        return _of_row(a.with_parts(b, parts), rows[COUNTS in parts])

    moves, mixed = _divided(lambda: shares(groups, after))
    if mixed:
        return moves, f"{mixed}. {_NEEDED}"
    moves = [move for move in moves if move.part != COUNTS]
    if equal:
        return moves, ""
    return moves, f"{_why_counts_differ(first, second, a, b)}. {_NEEDED}"


COUNTS = "counts"
_NEEDED = "Pass the texts: diagnose(first, second, hypotheses, references)"


def _why_counts_differ(first: BLEUScore, second: BLEUScore, a: Recipe, b: Recipe) -> str:
    differing = {key for key, _, _ in _fields(first, second)}
    changing = [part for part, key in COUNTED_PARTS.items() if key in differing]
    if a.entries.get("rules.totals") != b.entries.get("rules.totals"):
        changing.append("short segments")
    if changing:
        verb = "change" if len(changing) > 1 else "changes"
        return f"{' and '.join(changing)} {verb} the counts"
    return (
        "the counts differ although the tokenization is equal, so the scores are of different texts"
    )


def _recipe(score: BLEUScore) -> Recipe:
    """Return the settings and rules of a score's metric, with tokenizer "none".

    The score already has the n-gram counts, so nothing is tokenized again.
    """
    plain = [
        (key, "none" if key == "tok" else value)
        for key, value in score.signature.items()
        if key != "tokhash"
    ]
    return Recipe.of(BLEU.from_signature(Signature(plain)))


def _is_plain(recipe: Recipe) -> bool:
    orders: int = recipe.entries["max_ngram_order"]
    return len(recipe.native().columns) == 2 + 2 * orders


def _common(first: BLEUScore, second: BLEUScore) -> tuple[_Counts, _Counts] | None:
    a, b = _Counts(first), _Counts(second)
    if len(a.matches) == len(b.matches):
        return a, b
    if a.agrees(b):
        longer = max(a, b, key=lambda counts: len(counts.matches))
        return longer, longer
    return None


class _Counts:
    def __init__(self, score: BLEUScore) -> None:
        self.lengths = score.hypothesis_length, score.effective_reference_length
        self.matches = score.matches
        self.totals = score.totals

    def agrees(self, other: _Counts) -> bool:
        pairs = [*zip(self.matches, other.matches, strict=False)]
        pairs += zip(self.totals, other.totals, strict=False)
        return self.lengths == other.lengths and all(ours == theirs for ours, theirs in pairs)

    def equals(self, other: _Counts) -> bool:
        return len(self.matches) == len(other.matches) and self.agrees(other)


def _of_row(recipe: Recipe, counts: _Counts) -> float:
    recipe = recipe.with_entries(scale=1.0)
    orders = recipe.entries["max_ngram_order"]
    hypothesis, reference = counts.lengths
    unit = AVERAGE_PARTS if recipe.entries["reference_length"] == "average" else 1
    row = (
        hypothesis,
        round(reference * unit),
        *counts.matches[:orders],
        *counts.totals[:orders],
    )
    return 100 * recipe.native().score(row, recipe.uses_effective_order(sentence=False))[0]
