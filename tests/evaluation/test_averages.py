"""Averages of coefficients by item and by system, compared with their definitions."""

from __future__ import annotations

import itertools
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truebleu import Evaluation, ScoreColumn
from truebleu.evaluation.agreement import Agreement, MetricScores, Plan
from truebleu.evaluation.correlation import kendall, pairwise_accuracy, pearson, spearman

PLAIN: dict[str, Any] = {"pearson": pearson, "spearman": spearman, "kendall": kendall}
CELL = st.tuples(st.integers(0, 3), st.integers(0, 3))
TABLES = st.tuples(st.integers(2, 4), st.integers(2, 6)).flatmap(
    lambda shape: st.lists(
        st.lists(CELL, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    )
)


def accuracy_of(rows: list[tuple[Any, Any]], threshold: float | None) -> float:
    """Return the mean of the accuracies of the rows."""
    return fmean(pairwise_accuracy(x, y, threshold or 0.0) or 0.0 for x, y in rows)


def agreement_of(y: Any, **settings: Any) -> Agreement:
    target = MetricScores(y.mean(axis=1), np.zeros((2, len(y))), y)
    return Agreement(target, Plan(by="segment", resamples=3, **settings))


@pytest.mark.parametrize("average", ["item", "system"])
@pytest.mark.parametrize("undefined", ["omit", "zero"])
@given(table=TABLES)
def test_averages_are_means_over_rows(
    average: str, undefined: str, table: list[list[tuple[int, int]]]
) -> None:
    x, y = np.moveaxis(np.array(table, dtype=float), 2, 0)
    agreement = agreement_of(y, average=average, undefined=undefined)
    metric = MetricScores(x.mean(axis=1), np.zeros((2, len(y))), x)
    rows = list(zip(x, y, strict=True) if average == "system" else zip(x.T, y.T, strict=True))
    for name, coefficient in PLAIN.items():
        values = [coefficient(*row) for row in rows]
        if undefined == "zero":
            values = [value or 0.0 for value in values]
        defined: list[float] = [value for value in values if value is not None]
        estimate = agreement.estimate(name, metric)
        assert estimate.value == pytest.approx(fmean(defined) if defined else None)
        assert estimate.rows == len(defined)
    accuracy = agreement.estimate("pairwise_accuracy", metric)
    best = accuracy_of(rows, accuracy.tie_threshold)
    assert accuracy.value == pytest.approx(best)
    # Accuracy is not higher at any other threshold.
    sizes = {abs(a - b) for row, _ in rows for a, b in itertools.combinations(row.tolist(), 2)}
    for size in sizes | {0.0}:
        assert accuracy_of(rows, size) <= best + 1e-12


@given(table=TABLES, seed=st.integers(0, 99))
def test_resampled_system_level_accuracy_is_that_of_the_drawn_segments(
    table: list[list[tuple[int, int]]], seed: int
) -> None:
    x, y = np.moveaxis(np.array(table, dtype=float), 2, 0)
    agreement = agreement_of(y, average="system", seed=seed)
    metric = MetricScores(x.mean(axis=1), np.zeros((2, len(y))), x)
    estimate = agreement.estimate("pairwise_accuracy", metric)
    for value, drawn in zip(estimate.resampled, agreement._draws, strict=True):
        expected = pairwise_accuracy(x[:, drawn], y[:, drawn], estimate.tie_threshold or 0.0)
        assert value == pytest.approx(expected, abs=1e-6)


def test_an_average_in_a_result() -> None:
    random = np.random.default_rng(5)
    names, quality = ["a", "b", "c"], random.normal(size=(3, 8))
    people = ScoreColumn("people", dict(zip(names, quality, strict=True)))
    errors = ScoreColumn("errors", dict(zip(names, -quality, strict=True)), higher_is_better=False)
    texts = dict.fromkeys(names, ["x"] * 8)
    result = Evaluation([errors, people]).run(texts, ["x"] * 8)
    for average in ("item", "system"):
        (correlations,) = result.correlate("people", by="segment", average=average, resamples=20)
        value, interval = correlations.coefficients["kendall"]
        assert value == pytest.approx(1.0)
        assert interval == pytest.approx((1.0, 1.0))
        assert correlations.to_dict()["averaged"]["kendall"] == {"item": 8, "system": 3}[average]
        assert "pairwise_difference_correlation" not in correlations.coefficients
    (correlations,) = result.correlate("people", by="segment", resamples=20)
    assert correlations.coefficients["pairwise_difference_correlation"][0] == pytest.approx(1.0)
    assert "average" not in correlations.to_dict()


@given(table=TABLES, order=st.permutations(range(6)))
@settings(deadline=None, max_examples=10)
def test_the_order_of_systems_and_segments_does_not_matter(
    table: list[list[tuple[int, int]]], order: list[int]
) -> None:
    """Soft pairwise accuracy draws segments; for it only the order of systems is changed."""
    x, y = np.moveaxis(np.array(table, dtype=float), 2, 0)
    systems = [i for i in order if i < len(x)]
    segments = [i for i in order if i < x.shape[1]]
    for average in (None, "item", "system"):
        agreement = agreement_of(y, average=average)
        moved = agreement_of(y[systems][:, segments], average=average)
        for name in agreement.plan.coefficients:
            a = agreement.estimate(name, MetricScores(x.mean(axis=1), np.zeros((2, len(x))), x))
            z = x[systems][:, segments]
            b = moved.estimate(name, MetricScores(z.mean(axis=1), np.zeros((2, len(z))), z))
            assert a.value == pytest.approx(b.value, abs=1e-12)
            assert a.tie_threshold == b.tie_threshold
    soft = Agreement(MetricScores(y.mean(axis=1), np.zeros((2, len(y))), y), Plan(by="system"))
    again = Agreement(
        MetricScores(y[systems].mean(axis=1), np.zeros((2, len(y))), y[systems]), Plan(by="system")
    )
    name = "soft_pairwise_accuracy"
    a = soft.estimate(name, MetricScores(x.mean(axis=1), np.zeros((2, len(x))), x))
    b = again.estimate(
        name, MetricScores(x[systems].mean(axis=1), np.zeros((2, len(x))), x[systems])
    )
    assert a.value == pytest.approx(b.value, abs=1e-12)
