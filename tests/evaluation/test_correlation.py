"""Correlation coefficients, compared with SciPy's and with their definitions."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.requirements import require_module
from truebleu.evaluation.agreement import p_values
from truebleu.evaluation.correlation import (
    accuracy_rows,
    kendall,
    kendall_rows,
    pairwise_accuracy,
    pairwise_difference_correlation,
    pearson,
    pearson_rows,
    ranks,
    soft_pairwise_accuracy,
    spearman,
    spearman_rows,
    tie_calibration,
)

PAIRS = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=2, max_size=40)
TABLES = st.integers(2, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=width, max_size=width),
        min_size=1,
        max_size=6,
    )
)
OURS_AND_THEIRS: list[Any] = [
    (pearson, "pearsonr"),
    (spearman, "spearmanr"),
    (kendall, "kendalltau"),
]


@pytest.mark.filterwarnings("ignore")  # SciPy warns about constant input
@pytest.mark.parametrize(("ours", "theirs"), OURS_AND_THEIRS)
@given(pairs=PAIRS)
def test_coefficients_equal_scipys(ours: Any, theirs: str, pairs: list[tuple[int, int]]) -> None:
    stats = require_module("scipy.stats")
    x, y = np.array(pairs, dtype=float).T
    expected = getattr(stats, theirs)(x, y).statistic
    result = ours(x, y)
    if np.isnan(expected):
        assert result is None
    else:
        assert result == pytest.approx(expected, abs=1e-12)
        assert ours(y, x) == pytest.approx(result, abs=1e-12)


@pytest.mark.parametrize("count", [1000, 4097])
def test_kendall_of_long_input(count: int) -> None:
    stats = require_module("scipy.stats")
    random = np.random.default_rng(count)
    x = random.normal(size=count).round(1)
    y = x + random.normal(size=count)
    assert kendall(x, y) == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)


@given(PAIRS)
def test_ranks_equal_scipys(pairs: list[tuple[int, int]]) -> None:
    stats = require_module("scipy.stats")
    x = np.array(pairs, dtype=float)[:, 0]
    assert ranks(x).tolist() == stats.rankdata(x).tolist()


def test_huge_and_tiny_values_have_coefficients() -> None:
    x = np.array([1.0, 2.0, 4.0])
    for unit in (1e300, 1e-300):
        assert pearson(x * unit, x) == pytest.approx(1.0)


def accuracy_by_definition(x: Any, y: Any, tie: float) -> float:
    right = 0
    places = list(itertools.combinations(range(len(x)), 2))
    for i, j in places:
        of_x = 0 if abs(x[j] - x[i]) <= tie else np.sign(x[j] - x[i])
        right += of_x == np.sign(y[j] - y[i])
    return right / len(places)


@given(PAIRS)
def test_accuracy_and_the_best_tie(pairs: list[tuple[int, int]]) -> None:
    x, y = np.array(pairs, dtype=float).T
    ties = sorted({0.0, *(abs(a - b) for a, b in itertools.combinations(x.tolist(), 2))})
    expected = [accuracy_by_definition(x, y, tie) for tie in ties]
    for tie, value in zip(ties, expected, strict=True):
        assert pairwise_accuracy(x, y, tie) == pytest.approx(value)
    result = tie_calibration(x, y)
    # Equal fractions may differ as floats, so the number of pairs is compared.
    count = len(x) * (len(x) - 1) // 2
    rights = [round(value * count) for value in expected]
    assert result == ties[rights.index(max(rights))]


def test_accuracy_compares_within_groups_only() -> None:
    x = np.array([[1.0, 2.0], [30.0, 20.0]])
    y = np.array([[5.0, 6.0], [1.0, 0.0]])
    assert pairwise_accuracy(x, y) == 1.0


def test_undefined_coefficients_are_none() -> None:
    single = np.array([1.0])
    for coefficient in (pearson, spearman, kendall, pairwise_accuracy):
        assert coefficient(single, single) is None
    assert soft_pairwise_accuracy(np.array([]), np.array([])) is None


def test_p_values_are_those_of_all_permutations() -> None:
    """For few segments, 20,000 trials approximate the exact p-value."""
    segments = np.array([[1.0, 4, 2, 8, 5], [0.0, 5, 1, 6, 5]])
    differences = segments[0] - segments[1]
    sums = np.array([s @ differences for s in itertools.product([-1, 1], repeat=5)])
    expected = (sums > differences.sum()).mean() + (sums == differences.sum()).mean() / 2
    result = p_values(segments, 20_000, 1)
    assert result[0] == pytest.approx(expected, abs=0.02)
    assert p_values(segments[::-1], 20_000, 1)[0] == pytest.approx(1 - expected, abs=0.02)
    assert p_values(np.array([segments[0], segments[0]]), 100, 1)[0] == 0.5


@pytest.mark.parametrize(
    ("rows", "of_row"),
    [
        (pearson_rows, pearson),
        (spearman_rows, spearman),
        (kendall_rows, kendall),
        (accuracy_rows, pairwise_accuracy),
    ],
)
@pytest.mark.parametrize("short", [1, 40])
@given(table=TABLES)
def test_rows_have_the_coefficients_of_each_row(
    short: int, rows: Any, of_row: Any, table: list[list[tuple[int, int]]]
) -> None:
    """Short rows are computed together, long rows one by one."""
    x, y = np.moveaxis(np.array(table, dtype=float), 2, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("truebleu.evaluation.correlation.SHORT", short)
        result = rows(x, y)
    for value, a, b in zip(result, x, y, strict=True):
        expected = of_row(a, b)
        assert value == pytest.approx(np.nan if expected is None else expected, nan_ok=True)


def differences_by_definition(x: Any, y: Any) -> float | None:
    """Return Pearson's r of the differences of all ordered pairs within rows, pooled."""
    pairs = [
        (a[i] - a[j], b[i] - b[j])
        for a, b in zip(x, y, strict=True)
        for i, j in itertools.permutations(range(len(a)), 2)
    ]
    of_x, of_y = np.array(pairs).T
    if not of_x.any() or not of_y.any():
        return None
    return float((of_x @ of_y) / np.sqrt((of_x @ of_x) * (of_y @ of_y)))


@given(TABLES)
def test_the_correlation_of_differences_follows_its_definition(
    table: list[list[tuple[int, int]]],
) -> None:
    x, y = np.moveaxis(np.array(table, dtype=float), 2, 0)
    expected = differences_by_definition(x.tolist(), y.tolist())
    assert pairwise_difference_correlation(x, y) == pytest.approx(expected, abs=1e-12)
    # A constant added to all systems of a segment changes nothing.
    shift = np.arange(len(x))[:, None]
    assert pairwise_difference_correlation(x + shift, y - shift) == pytest.approx(
        expected, abs=1e-9
    )


def test_equal_scores_of_a_segment_have_no_rounding_error() -> None:
    """The mean of equal numbers may differ from them in the last digit."""
    x = np.full((3, 7), 0.1)
    assert pairwise_difference_correlation(x, np.arange(21.0).reshape(3, 7)) is None
    assert np.isnan(pearson_rows(x, np.arange(21.0).reshape(3, 7))).all()
