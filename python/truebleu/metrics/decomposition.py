"""Decomposition of BLEU: the points that a score loses to brevity and to each n-gram order.

BLEU is a product of factors, BP * p1^w1 * ... * pN^wN, so its logarithm is a sum. S is the perfect
score, 100 or 1. The difference between S and the score V is divided among the factors in proportion
to their logarithms:

    points of a factor = L(S, V) * -(w_n ln(p_n / S)),   L(S, V) = (S - V) / (ln S - ln V)

L is the logarithmic mean. The points of all factors add up to S - V. (Ang, "Decomposition analysis
for policymaking in energy", Energy Policy 2004: LMDI-I.) For the difference of two scores V and V',
the points of a factor are L(V, V') * w_n ln(p_n / p'_n), where p'_n is the precision of the score
V'. If a score is 0, all points go to the factors that are 0, in proportion to their weights, which
is the limit of the formula. If the hypotheses have no tokens, all points go to brevity.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import expm1, fsum, log

from truebleu.metrics.base.score import printed
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.results import Data, Result
from truebleu.wording import count

BREVITY = "brevity"
OTHER = "other rules"
AVERAGING = "averaging"
ROUNDING = 1e-6
"""Largest deviation of a logarithm that counts as rounding; some conventions compute in float32."""
LARGE = 500.0
"""Difference of logarithms above which the smaller score is negligible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Factor(Data):
    """Factor of a BLEU score, such as the 2-gram precision, and the points lost to it.

    Attributes:
        name: "brevity", "1-gram", "2-gram", ..., "other rules" or "averaging". "other rules" is the
            effect of a convention's rules that are not part of the BLEU formula. "averaging" is the
            effect of averaging sentence scores, compared with the score of the summed counts.
        order: n-gram order, or 0 for other factors.
        value: brevity penalty (0 to 1) or smoothed precision (on the scale of the score).
        count: number of matches; for brevity, number of hypothesis tokens.
        total: number of hypothesis n-grams; for brevity, number of reference tokens.
        smoothed: whether smoothing changed the precision, so that it differs from count / total.
        weight: exponent of the factor; 0 for an n-gram order that is not used.
        logarithm: weight * ln(value / scale), or None if the value is 0. The scale of brevity is 1.
        points: points lost to the factor. The points of all factors add up to the perfect score
            minus the score.
    """

    name: str
    order: int
    value: float
    count: float
    total: float
    smoothed: bool
    weight: float
    logarithm: float | None
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown(Result):
    """Points that a BLEU score lost, divided among the factors of BLEU.

    `lost` is the sum of these points: the perfect score minus the score.

    >>> from truebleu import BLEU
    >>> score = BLEU().corpus_score(["The cat sat on a mat."], ["The cat sat on the mat."])
    >>> parts = score.explain()
    >>> [(factor.name, round(factor.points, 2)) for factor in parts.factors]
    [('brevity', 0.0), ('1-gram', 2.75), ('2-gram', 7.24), ('3-gram', 16.36), ('4-gram', 24.75)]
    >>> parts.lost == 100 - score.value
    True
    >>> parts.reason
    'BLEU 48.89: of the 51.11 points lost, 24.75 go to 4-grams (1 of 4 matched).'
    """

    score: BLEUScore
    lost: float
    factors: tuple[Factor, ...]

    @property
    def reason(self) -> str:
        """Explanation of the score in one sentence, for logs."""
        return _reason(self)

    def __str__(self) -> str:
        return "\n".join(_lines(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceFactor(Data):
    """Factor of two BLEU scores, and the points by which the scores differ because of it.

    `first` and `second` are the values of the factor in the two scores. The points of all factors
    add up to the first score minus the second score.
    """

    name: str
    order: int
    first: float
    second: float
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference(Data):
    """Difference of two BLEU scores, divided among the factors of BLEU.

    `points` is the score `first` minus the score `second`, and the sum of the points of all
    factors.
    """

    first: BLEUScore
    second: BLEUScore
    points: float
    factors: tuple[DifferenceFactor, ...]


def breakdown(score: BLEUScore) -> Breakdown:
    """Return the points that a BLEU score lost, divided among its factors.

    The points add up to the perfect score minus this score.
    """
    factors = _factors(score)
    scale, lost = score.scale, score.scale - score.value
    shares = _shares(float(scale), score.value, [None] * len(factors), factors)
    parts = [_with_points(factor, share) for factor, share in zip(factors, shares, strict=True)]
    active = tuple(part for part in parts if not _is_idle(part))
    return Breakdown(score=score, lost=lost, factors=active)


def difference(first: BLEUScore, second: BLEUScore) -> Difference:
    """Return the difference of two BLEU scores, divided among their factors.

    The scores must have the same scale and the same number of n-gram orders. The points add up to
    the first score minus the second score.
    """
    pairs = list(zip(_factors(first), _factors(second), strict=True))
    shares = _shares(
        first.value, second.value, [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    )
    parts = [
        DifferenceFactor(name=a.name, order=a.order, first=a.value, second=b.value, points=share)
        for (a, b), share in zip(pairs, shares, strict=True)
        if not (_is_idle(_with_points(a, share)) and _is_idle(_with_points(b, share)))
    ]
    points = first.value - second.value
    return Difference(first=first, second=second, points=points, factors=tuple(parts))


def _shares(
    high: float, low: float, upper: Sequence[Factor | None], lower: Sequence[Factor]
) -> list[float]:
    """Divide the difference of two scores among the factors; return the points of each factor.

    The points add up to `high - low`. `upper` has the factors of the score `high`, and `lower` has
    the factors of the score `low`. If `high` is the perfect score, the items of `upper` are None.
    """
    gap = high - low
    if gap == 0 or min(high, low) <= 0:
        return _shares_of_zero(gap, lower if low <= 0 else upper)
    logs = [
        (0.0 if above is None else above.logarithm or 0.0) - (below.logarithm or 0.0)
        for above, below in zip(upper, lower, strict=True)
    ]
    total = fsum(logs)
    # For a small total, the quotient is inaccurate. For a large total, expm1 overflows.
    mean = gap / total if total > LARGE else low * expm1(total) / total if total else low
    return _adding_up_to(gap, [mean * part for part in logs])


def _shares_of_zero(gap: float, factors: Sequence[Factor | None]) -> list[float]:
    """Divide `gap` points among the factors of a score of 0; return the points of each factor.

    Only factors that are 0 get points. If brevity is 0, it gets all points. If no factor is 0, the
    last factor gets all points.
    """
    if factors[0] is not None and factors[0].logarithm is None:
        factors = [factors[0], *[None] * (len(factors) - 1)]
    weights = [
        factor.weight if factor is not None and factor.logarithm is None else 0.0
        for factor in factors
    ]
    total = fsum(weights)
    if not gap or not total:
        return [0.0] * (len(weights) - 1) + [gap]  # all points go to the last factor, "other rules"
    return _adding_up_to(gap, [gap * weight / total for weight in weights])


def _adding_up_to(gap: float, points: list[float]) -> list[float]:
    """Change the largest item of `points` so that they add up to `gap` exactly; return `points`."""
    largest = max(range(len(points)), key=lambda i: abs(points[i]))
    points[largest] += fsum([gap, *(-part for part in points)])
    return points


def _factors(score: BLEUScore) -> list[Factor]:
    """Return the factors of a score: brevity, one per n-gram order, and the remainder.

    Their attribute `points` is still 0.
    """
    scale = score.scale
    factors = [
        _factor(
            BREVITY, 0, score.brevity_penalty, 1,
            (score.hypothesis_length, score.effective_reference_length), weight=1.0,
        )
    ]  # fmt: skip
    counts = zip(score.matches, score.totals, score.precisions, _weights(score), strict=True)
    for order, (matches, total, precision, weight) in enumerate(counts, start=1):
        name = f"{order}-gram"
        factors.append(_factor(name, order, precision, scale, (matches, total), weight=weight))
    return [*factors, _remainder(score, factors)]


def _factor(
    name: str,
    order: int,
    value: float,
    top: float,
    counts: tuple[float, float],
    *,
    weight: float,
) -> Factor:
    count, total = counts
    raw = top * count / total if total else 0.0
    smoothed = order > 0 and weight > 0 and abs(value - raw) > ROUNDING * top
    if not weight:
        logarithm: float | None = 0.0
    else:
        logarithm = weight * _log_of_share(value, top) if value > 0 else None
    return Factor(
        name=name,
        order=order,
        value=value,
        count=count,
        total=total,
        smoothed=smoothed,
        weight=weight,
        logarithm=logarithm,
        points=0.0,
    )


def _log_of_share(value: float, top: float) -> float:
    """Return ln(value / top), accurate even if value / top is a subnormal number or 0."""
    share = value / top
    return log(share) if share >= sys.float_info.min else log(value) - log(top)


def _remainder(score: BLEUScore, factors: Sequence[Factor]) -> Factor:
    """Return the quotient of the score and the product of `factors` as one more factor.

    The quotient is not 1 if, for example, a rule of the convention changes the score.
    """
    log_remainder = 0.0
    if score.value > 0:
        logs = (part.logarithm or 0.0 for part in factors)
        log_remainder = _log_of_share(score.value, score.scale) - fsum(logs)
    logarithm = log_remainder if abs(log_remainder) > ROUNDING else 0.0
    name = AVERAGING if score.signature.full().get("average") == "macro" else OTHER
    return Factor(
        name=name,
        order=0,
        value=1.0,
        count=0,
        total=0,
        smoothed=False,
        weight=1.0 if logarithm else 0.0,
        logarithm=logarithm,
        points=0.0,
    )


def _weights(score: BLEUScore) -> list[float]:
    """Return the weight of each n-gram order in the score; 0 for orders that are ignored."""
    signature = score.signature.full()
    weights_text = signature.get("weights") or "uniform"
    count = len(score.precisions)
    weights = [1.0 / count] * count
    if weights_text != "uniform" and weights_text.count(",") == count - 1:
        weights = [float(text) for text in weights_text.split(",")]
    if signature.get("eff") != "yes":
        return weights
    # NLTK counts at least one n-gram per sentence. Its totals are therefore equal to the previous
    # total at orders that are longer than all sentences.
    previous_totals = (0, *score.totals[:-1])
    empty = (
        order
        for order, (total, previous, part) in enumerate(
            zip(score.totals, previous_totals, score.precisions, strict=True)
        )
        if not part and total in (0, previous)
    )
    used = next(empty, count)
    total_weight = fsum(weights[:used])
    if used == count or not total_weight:
        return weights
    return [weight / total_weight for weight in weights[:used]] + [0.0] * (count - used)


def _with_points(factor: Factor, points: float) -> Factor:
    return replace(factor, points=points + 0.0)  # no -0.0


def _is_idle(factor: Factor) -> bool:
    """Return whether a factor is omitted, because it has no points and is not part of BLEU."""
    return factor.name in {OTHER, AVERAGING} and not factor.points


# Text of the explanation


def _reason(parts: Breakdown) -> str:
    score = parts.score
    head = f"{score.metric} {_shown(score.value, score)}: "
    if not score.hypothesis_length:
        return head + "the hypotheses have no tokens."
    if not any(score.matches) and score.value <= 0:
        return head + f"no token of the hypotheses ({score.hypothesis_length}) is in a reference."
    if score.value <= 0:
        return head + _why_zero(parts)
    if not parts.lost:
        return head + "nothing is lost: every n-gram that counts is matched."
    return head + _largest_losses(parts)


def _why_zero(parts: Breakdown) -> str:
    zero = next((part for part in parts.factors if part.weight and part.logarithm is None), None)
    if zero is None or not zero.order:
        return "its factors multiply to 0."
    if not zero.total:
        return f"no hypothesis is long enough for a {zero.name}, and without one the score is 0."
    return (
        f"of {count(zero.total, zero.name)} none is matched, and without smoothing "
        "one order without a match makes the score 0."
    )


def _largest_losses(parts: Breakdown) -> str:
    score = parts.score
    ranked = sorted(parts.factors, key=lambda part: -part.points)
    first = ranked[0]
    text = f"of the {_shown(parts.lost, score)} points lost, {_loss(first, score)}"
    brevity = parts.factors[0]
    if brevity is not first and brevity.points > 0.1 * parts.lost:
        text += f", {_loss(brevity, score)}"
    return text + "."


def _loss(part: Factor, score: BLEUScore) -> str:
    points = _shown(part.points, score)
    if part.name == BREVITY:
        length = round(part.total, 3)
        return f"{points} go to brevity ({count(part.count, 'token')}, references {length:g})"
    if not part.order:
        return f"{points} go to {part.name}"
    smoothed = ", smoothed" if part.smoothed else ""
    return f"{points} go to {part.name}s ({part.count} of {part.total} matched{smoothed})"


def _shown(value: float, score: BLEUScore) -> str:
    return printed(value, score)


def _lines(parts: Breakdown) -> Iterator[str]:
    score = parts.score
    yield str(score)
    yield f"{_shown(parts.lost, score)} points are lost:"
    for part in parts.factors:
        behind = (
            ""
            if part.name in {OTHER, AVERAGING}
            else f"   {part.count:g} of {round(part.total, 3):g}"
        )
        yield f"  {part.name:<12}{_shown(part.points, score):>7}{behind}"
