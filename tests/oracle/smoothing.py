"""From counts to precisions (in percent): sacreBLEU's smoothings, and methods 4 to 7 of the paper.

Chen and Cherry, "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", 2014.
Index 0 stands for order 1. Orders for which the hypothesis has no n-gram have the precision 0,
apart from add-k, which makes k/k of them.
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
    """Every order but the first has k more of both."""
    pairs = zip(row.matches, row.totals, strict=True)
    return [percent(m + k, t + k) if at else percent(m, t) for at, (m, t) in enumerate(pairs)]


def exponential(row: Row, value: float) -> list[float]:
    """The first order without a match has half a match, the second a quarter, and so on."""
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
    """As exp, but short hypotheses get less: a factor of K / ln(length) for each empty order.

    As under exp, an order is empty when the hypothesis has n-grams of it and none is matched.
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
    """Each order's matches averaged with those of its neighbours; needs the order after the last.

    `row` holds one order more than the precisions that are returned.
    """
    return averaged(row.matches, row.totals)


def averaged(matches: Sequence[float], totals: Sequence[int]) -> list[float]:
    before = matches[0] + 1.0
    precisions = []
    for at in range(len(matches) - 1):
        before = (before + matches[at] + matches[at + 1]) / 3
        precisions.append(percent(before, totals[at]))
    return precisions


def method6(row: Row, alpha: float) -> list[float]:
    """From order 3 on, a guess from the two orders before counts like alpha n-grams."""
    precisions = none(row, alpha)
    for at in range(2, len(precisions)):
        before, twice_before = precisions[at - 1], precisions[at - 2]
        guess = before**2 / twice_before / 100 if twice_before else 0.0
        match, total = row.matches[at], row.totals[at]
        precisions[at] = percent(match + alpha * guess, total + alpha) if total else 0.0
    return precisions


def method7(row: Row, k: float) -> list[float]:
    """Method 4 for the empty orders, then the averages of method 5.

    The order after the last is only looked at, so it stays as it is.
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
# Those of the paper: epsilon, k, K, alpha, K.
DEFAULT_VALUES = {"floor": 0.1, "add-k": 1.0, "method4": 5.0, "method6": 5.0, "method7": 5.0}
NEED_ONE_ORDER_MORE = ("method5", "method7")
