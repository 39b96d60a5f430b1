"""Coefficients and tests that mt-metrics-eval gave."""

from __future__ import annotations

from functools import partial
from math import nan
from typing import Any

import numpy as np
import pytest

from tests.cases.golden import read
from truebleu.evaluation import mt_metrics_eval
from truebleu.evaluation.agreement import Agreement, MetricScores, Plan, present_rows
from truebleu.evaluation.correlation import accuracy_rows
from truebleu.significance.multiple_testing import clusters

RECORDED: dict[str, Any] = read("golden/tools/mt_metrics_eval")
CASES = RECORDED["cases"]
COEFFICIENTS = {"Pearson": "pearson", "Spearman": "spearman", "Kendall b": "kendall"}
AVERAGES = {"none": None, "sys": "system", "item": "item"}


def table(packed: list[Any], systems: int) -> Any:
    numbers = [nan if number is None else float(number) for number in packed]
    return np.array(numbers).reshape(systems, -1)


def as_scores(scores: Any) -> MetricScores:
    return MetricScores(scores.mean(axis=1), np.zeros((2, len(scores))), scores)


def tables(case: dict[str, Any]) -> tuple[Any, Any]:
    return table(case["metric"], case["num_sys"]), table(case["gold"], case["num_sys"])


def agreement_of(y: Any, average: str | None, undefined: str = "omit") -> Agreement:
    plan = Plan(
        by="segment", average=average, undefined=undefined, form="mt-metrics-eval", resamples=2
    )
    return Agreement(as_scores(y), plan)


def values(case: dict[str, Any], start: str) -> list[tuple[str, str | None, Any]]:
    """Return the recorded values whose keys start with `start`, with their keys and averages."""
    return [
        (key, AVERAGES[key.split("avg=")[1].split()[0]], value)
        for key, value in case["values"].items()
        if key.startswith(start)
    ]


def or_zero(value: float | None) -> float:
    """Return the value, or 0 for None: the program's mean of no values is 0."""
    return 0.0 if value is None else value


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_coefficients(case: dict[str, Any]) -> None:
    x, y = tables(case)
    seen = 0
    for start, name in COEFFICIENTS.items():
        for key, average, (value, rows) in values(case, f"{start} avg="):
            undefined = "zero" if key.endswith("nan=0") else "omit"
            estimate = agreement_of(y, average, undefined).estimate(name, as_scores(x))
            if average is None and undefined == "zero" and estimate.value is None:
                continue
            assert or_zero(estimate.value) == pytest.approx(value, abs=1e-12), key
            if average is not None:
                assert estimate.rows == rows, key
            seen += 1
    assert seen >= 15
    estimate = agreement_of(y, None).estimate("pairwise_difference_correlation", as_scores(x))
    recorded = case["values"]["Pearson pdp avg=item"]
    assert or_zero(estimate.value) == pytest.approx(recorded, abs=1e-12)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_accuracy_and_calibrated_ties(case: dict[str, Any]) -> None:
    x, y = tables(case)
    for key, average, recorded in values(case, "KendallVariants acc23"):
        threshold = 1.0 if "eps=1" in key else 0.0
        agreement = agreement_of(y, average)
        rows = (x.reshape(1, -1), y.reshape(1, -1))
        if average is not None:
            rows = (agreement.oriented(x), agreement.oriented(y))
        shares = present_rows(partial(accuracy_rows, tie_threshold=threshold), *rows)
        assert or_zero(agreement.mean(shares, rows[1])) == pytest.approx(recorded[0], abs=1e-12)
    for key, average, (value, threshold) in values(case, "KendallWithTiesOpt"):
        if average is None:
            result = mt_metrics_eval.calibrate(x.reshape(1, -1), y.reshape(1, -1))
        else:
            result = agreement_of(y, average).calibrate(x)
        assert result == (threshold, value), key  # exactly equal


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_soft_pairwise_accuracy(case: dict[str, Any]) -> None:
    x, y = tables(case)
    if np.isnan(y).any() and case["name"] != "missing ratings, whole items":
        return  # the program shifts the ratings of items with missing values
    is_complete = ~np.isnan(y).any(axis=0)
    x, y = x[:, is_complete], y[:, is_complete]
    recorded = case["values"]["PairwiseConfidenceError (1000, seed 4)"]
    assert mt_metrics_eval.soft_pairwise_accuracy(x, y) == recorded
    if not is_complete.all():
        return  # the program's p-values include the items with missing ratings
    for name, scores in (("metric", x), ("gold", y)):
        expected = np.array(case["values"][f"pce p-values of {name}"], dtype=float)
        assert np.array_equal(mt_metrics_eval.p_values(scores), expected, equal_nan=True)


@pytest.mark.parametrize("curve", RECORDED["tau_optimization"])
def test_calibration_is_exactly_equal(curve: dict[str, Any]) -> None:
    x, y = (np.array(curve[name], dtype=float) for name in ("metric", "human"))
    thresholds, taus = mt_metrics_eval.calibration_curve(x, y)
    assert thresholds.tolist() == curve["thresholds"]
    assert taus.tolist() == curve["taus"]
    assert mt_metrics_eval.calibrate(x, y) == (curve["best_threshold"], curve["best_tau"])


@pytest.mark.parametrize("ranks", RECORDED["assign_ranks"])
def test_clusters(ranks: dict[str, Any]) -> None:
    matrix = ranks["sig_matrix"]
    ranking = clusters(range(len(matrix)), lambda a, b: matrix[a][b] <= ranks["pval"])
    assert ranking == ranks["AssignRanks"]
