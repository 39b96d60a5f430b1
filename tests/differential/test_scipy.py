"""Significance tests and intervals, compared with SciPy's where the methods are equal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.requirements import require_module
from truebleu import BLEU, compare
from truebleu.significance.bootstrap import bca, percentile

stats: Any = require_module("scipy.stats", "scipy")

WORDS = ["a", "b", "c", "d"]


def make_systems(units: int, seed: int) -> tuple[dict[str, list[str]], list[str]]:
    random = np.random.default_rng(seed)

    def corpus() -> list[str]:
        return [" ".join(random.choice(WORDS, random.integers(4, 12))) for _ in range(units)]

    return {"a": corpus(), "b": corpus()}, corpus()


def difference_of(
    systems: dict[str, list[str]], references: list[str]
) -> tuple[Any, tuple[list[int], list[int]]]:
    """Return the difference of two samples of segment numbers, as a statistic for SciPy."""
    metric = BLEU()
    rows = np.concatenate([metric.statistics(texts, references) for texts in systems.values()])
    units = len(references)

    def statistic(first: Any, second: Any, axis: int = -1) -> Any:
        def one(pair: Any) -> float:
            half = len(pair) // 2
            scores = [metric.score(rows[part].sum(axis=0)) for part in (pair[:half], pair[half:])]
            return scores[0].value - scores[1].value

        both = np.concatenate([first, second], axis=axis)
        return np.apply_along_axis(one, axis, both.astype(int))

    return statistic, (list(range(units)), list(range(units, 2 * units)))


@pytest.mark.parametrize("seed", range(6))
def test_exact_p_values(seed: int) -> None:
    systems, references = make_systems(9, seed)
    pair = compare(systems, references)[0].pairs[0]
    statistic, samples = difference_of(systems, references)
    expected = stats.permutation_test(
        samples, statistic, permutation_type="samples", vectorized=True, n_resamples=10_000
    )
    assert pair.exact
    # SciPy doubles the smaller tail, which is equal for a symmetric distribution.
    assert pair.p_value == pytest.approx(expected.pvalue, abs=1e-12)
    assert -pair.difference == pytest.approx(float(expected.statistic))


def test_sampled_p_values_agree_within_chance() -> None:
    systems, references = make_systems(60, 1)
    pair = compare(systems, references, trials=5000)[0].pairs[0]
    statistic, samples = difference_of(systems, references)
    expected = stats.permutation_test(
        samples,
        statistic,
        permutation_type="samples",
        vectorized=True,
        n_resamples=2000,
        rng=np.random.default_rng(2),
    )
    assert not pair.exact
    spread = np.sqrt(pair.p_value * (1 - pair.p_value) * (1 / 5000 + 1 / 2000))
    assert abs(pair.p_value - expected.pvalue) < 4 * spread + 0.01


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95])
@pytest.mark.parametrize("method", ["percentile", "BCa"])
def test_intervals_of_equal_resamples(method: str, confidence: float) -> None:
    random = np.random.default_rng(4)
    data = random.gamma(2.0, size=80)
    resampled = data[random.integers(0, 80, (500, 80))].mean(axis=1)
    expected = stats.bootstrap(
        (data,),
        np.mean,
        n_resamples=0,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=resampled),
        confidence_level=confidence,
        method=method,
    ).confidence_interval
    without = (data.sum() - data) / 79
    resampled.sort()
    result = (
        percentile(resampled, confidence)
        if method == "percentile"
        else bca(resampled, float(data.mean()), without, confidence)
    )
    assert result == pytest.approx(tuple(expected), rel=1e-12)


def test_bca_is_undefined_when_all_resamples_are_on_one_side() -> None:
    assert bca(np.array([1.0, 2.0]), 0.5, np.array([1.0, 2.0]), 0.95) is None
    assert bca(np.array([1.0, 1.0]), 1.0, np.array([1.0, 1.0]), 0.95) == (1.0, 1.0)
