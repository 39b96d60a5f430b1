"""The oracle's smoothings that sacreBLEU lacks, compared with results computed by hand."""

from __future__ import annotations

import math

import pytest

from tests import oracle

# "the cat sat on the mat", references "the cat sat on the red mat" and "a cat sat on mats".
TIE = oracle.Row(6, oracle.Fraction(5), (6, 4, 3, 2), (6, 5, 4, 3))
TIE_WITH_ORDER_5 = oracle.Row(6, oracle.Fraction(5), (6, 4, 3, 2, 1), (6, 5, 4, 3, 2))
# Two n-gram orders have no match.
SPARSE = oracle.Row(5, oracle.Fraction(5), (3, 1, 0, 0), (5, 4, 3, 2))
SPARSE_WITH_ORDER_5 = oracle.Row(5, oracle.Fraction(5), (3, 1, 0, 0, 0), (5, 4, 3, 2, 1))
ONE_WORD = oracle.Row(1, oracle.Fraction(1), (1, 0, 0, 0), (1, 0, 0, 0))


def precisions(row: oracle.Row, smoothing: str) -> list[float]:
    """Return the smoothed precisions of a row, as fractions of 1."""
    score = oracle.score(row, oracle.Settings(smoothing=smoothing, scale=1.0))
    return list(score.precisions)


def test_method4_divides_by_5_over_the_logarithm_of_the_length() -> None:
    once = math.log(5) / 5
    expected = [3 / 5, 1 / 4, once / 3, once * once / 2]
    assert precisions(SPARSE, "method4") == pytest.approx(expected, rel=1e-14)


def test_method4_does_not_change_orders_with_matches() -> None:
    assert precisions(TIE, "method4") == pytest.approx([1, 4 / 5, 3 / 4, 2 / 3], rel=1e-14)


def test_method4_gives_one_word_zero() -> None:
    assert precisions(ONE_WORD, "method4") == [1, 0, 0, 0]


def test_method5_averages_the_matches_of_neighbouring_orders() -> None:
    counts = [17 / 3, 38 / 9, 83 / 27, 164 / 81]
    expected = [count / total for count, total in zip(counts, TIE.totals, strict=True)]
    assert precisions(TIE_WITH_ORDER_5, "method5") == pytest.approx(expected, rel=1e-14)


def test_method6_estimates_from_the_two_orders_before() -> None:
    third = (3 + 5 * 0.8**2 / 1) / (4 + 5)
    fourth = (2 + 5 * third**2 / 0.8) / (3 + 5)
    assert precisions(TIE, "method6") == pytest.approx([1, 0.8, third, fourth], rel=1e-14)


def test_method7_applies_method5_to_the_counts_of_method4() -> None:
    third = math.log(5) / 5
    fourth = third * third
    first = (4 + 3 + 1) / 3
    second = (first + 1 + third) / 3
    between = (second + third + fourth) / 3
    last = (between + fourth + 0) / 3
    expected = [first / 5, second / 4, between / 3, last / 2]
    assert precisions(SPARSE_WITH_ORDER_5, "method7") == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("smoothing", ["method4", "method5", "method6", "method7", "exp", "add-k"])
def test_nothing_is_smoothed_without_a_match(smoothing: str) -> None:
    orders = oracle.Settings(smoothing=smoothing).orders_counted
    row = oracle.Row(9, oracle.Fraction(9), (0,) * orders, tuple(range(9, 9 - orders, -1)))
    score = oracle.score(row, oracle.Settings(smoothing=smoothing))
    assert (score.value, score.precisions) == (0, (0, 0, 0, 0))
