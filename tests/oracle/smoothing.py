"""Precisions (in percent) from counts: sacreBLEU's smoothings, and methods 4 to 7 of the paper.

Chen and Cherry, "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", 2014.
Index 0 is order 1. If the hypothesis has no n-gram of an order, its precision is 0, except with
add-k: there it is k/k.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tests.oracle.statistics import Row


def percent(match: float, total: float) -> float:
    return 100.0 * match / total if total else 0.0


def none(row: Row, value: float) -> list[float]:
    return [percent(m, t) for m, t in zip(row.matches, row.totals, strict=True)]


def floor(row: Row, value: float) -> list[float]:
    return [percent(m or value, t) for m, t in zip(row.matches, row.totals, strict=True)]


def add_k(row: Row, k: float) -> list[float]:
    """Return the precisions with k added to matches and totals, except for order 1."""
    pairs = zip(row.matches, row.totals, strict=True)
    return [percent(m + k, t + k) if i else percent(m, t) for i, (m, t) in enumerate(pairs)]


def exponential(row: Row, value: float) -> list[float]:
    """Return precisions where orders without matches get 1/2 match, 1/4 match and so on."""
    halvings = 1.0
    precisions = []
    for match, total in zip(row.matches, row.totals, strict=True):
        if total and not match:
            halvings *= 2
            precisions.append(100.0 / (halvings * total))
        else:
            precisions.append(percent(match, total))
    return precisions


def method4(row: Row, k: float) -> list[float]:
    """Return precisions as `exponential`, but with ln(length) / K instead of the factor 1/2.

    As in `exponential`, this applies to orders with n-grams in the hypothesis but no match.
    """
    return [percent(m, t) for m, t in zip(method4_matches(row, k), row.totals, strict=True)]


def method4_matches(row: Row, k: float) -> list[float]:
    inverse = 1.0
    matches: list[float] = []
    for match, total in zip(row.matches, row.totals, strict=True):
        if total and not match:
            logarithm = math.log(row.hypothesis_length)
            inverse = inverse * k / logarithm if logarithm else math.inf
            matches.append(1 / inverse)
        else:
            matches.append(match)
    return matches


def method5(row: Row, value: float) -> list[float]:
    """Return precisions from matches that are averaged with those of neighboring orders.

    `row` needs one order more than the result.
    """
    return averaged(row.matches, row.totals)


def averaged(matches: Sequence[float], totals: Sequence[int]) -> list[float]:
    before = matches[0] + 1.0
    precisions = []
    for i in range(len(matches) - 1):
        before = (before + matches[i] + matches[i + 1]) / 3
        precisions.append(percent(before, totals[i]))
    return precisions


def method6(row: Row, alpha: float) -> list[float]:
    """Return precisions that are interpolated, from order 3 on, with an estimate.

    The estimate comes from the two lower orders and has the weight of alpha n-grams.
    """
    precisions = none(row, alpha)
    for i in range(2, len(precisions)):
        before, twice_before = precisions[i - 1], precisions[i - 2]
        guess = before**2 / twice_before / 100 if twice_before else 0.0
        match, total = row.matches[i], row.totals[i]
        precisions[i] = percent(match + alpha * guess, total + alpha) if total else 0.0
    return precisions


def method7(row: Row, k: float) -> list[float]:
    """Return the precisions of method 5 after method 4 was applied to orders without matches.

    Method 4 does not change the additional last order, which is only used in averages.
    """
    smoothed = method4_matches(row, k)[:-1]
    return averaged([*smoothed, row.matches[-1]], row.totals)


SMOOTHINGS: dict[str, Callable[[Row, float], list[float]]] = {
    "none": none,
    "floor": floor,
    "add-k": add_k,
    "exp": exponential,
    "method4": method4,
    "method5": method5,
    "method6": method6,
    "method7": method7,
}
# Values of the paper: epsilon, k, K, alpha, K.
DEFAULT_VALUES = {"floor": 0.1, "add-k": 1.0, "method4": 5.0, "method6": 5.0, "method7": 5.0}
NEED_ONE_ORDER_MORE = ("method5", "method7")
