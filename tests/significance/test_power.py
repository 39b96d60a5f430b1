"""Statistical power: the formulas, compared with simulated test sets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.calibration import WORDS, translate
from truebleu import BLEU, CHRF, compare
from truebleu.errors import ConfigurationError
from truebleu.metrics.base.metric import Metric
from truebleu.significance.bootstrap import STEPS, histogram
from truebleu.significance.power import min_detectable_difference, n_required, standard_error
from truebleu.significance.results import Histogram

Corpora = tuple[dict[str, list[str]], list[str]]
PLAIN = BLEU(tokenizer="none")


def population(size: int, seed: int, better: float) -> Corpora:
    """Return two systems; in the second, a larger share (by `better`) of the words is right."""
    random = np.random.default_rng(seed)
    systems: dict[str, list[str]] = {"a": [], "b": []}
    references = []
    for _ in range(size):
        reference = random.choice(WORDS, random.integers(5, 30))
        first = translate(random, reference).split()
        second = np.array(translate(random, reference).split())
        is_right = random.random(len(reference)) < better
        systems["a"].append(" ".join(first))
        systems["b"].append(" ".join(np.where(is_right, reference, second)))
        references.append(" ".join(reference))
    return systems, references


def drawn(corpora: Corpora, size: int, seed: int) -> Corpora:
    """Return a test set with this number of segments."""
    systems, references = corpora
    places = np.random.default_rng(seed).integers(len(references), size=size)
    return (
        {name: [texts[i] for i in places] for name, texts in systems.items()},
        [references[i] for i in places],
    )


@pytest.mark.parametrize(("metric", "test"), [(PLAIN, "ar"), (PLAIN, "bootstrap"), (CHRF(), "ar")])
def test_eighty_of_a_hundred_such_test_sets_show_the_difference(
    metric: Metric[Any], test: str
) -> None:
    systems, references = corpora = population(3000, 1, 0.15)
    pair = compare(systems, references, metric, trials=1, resamples=1)[0].pairs[0]
    assert pair.n_required is not None
    assert 100 < pair.n_required < 900
    sets = 300
    num_significant = 0
    for number in range(sets):
        few, their = drawn(corpora, pair.n_required, number)
        again = compare(few, their, metric, seed=number, test=test, trials=499, resamples=400)
        num_significant += again[0].pairs[0].p_value <= 0.05
    # Three standard deviations of a rate of 0.8 in 300 test sets are 0.07.
    assert 0.73 <= num_significant / sets <= 0.87


def test_the_minimum_detectable_difference_falls_with_the_root_of_the_size() -> None:
    corpora = population(4000, 2, 0.05)
    sizes = (200, 3200)
    result = [
        np.median(
            [
                compare(*drawn(corpora, size, seed), PLAIN, trials=1, resamples=1)[0]
                .pairs[0]
                .min_detectable_difference
                for seed in range(9)
            ]
        )
        for size in sizes
    ]
    assert result[0] / result[1] == pytest.approx(4, rel=0.15)


def test_the_standard_error_equals_the_bootstraps() -> None:
    for seed in range(3):
        corpora = population(300, seed, 0.1)
        metric = compare(*corpora, PLAIN, trials=1, resamples=3000)[0]
        pair = metric.pairs[0]
        low, high = pair.interval
        # With 3,000 resamples, the ends of the interval have an error of about 3%.
        assert pair.standard_error == pytest.approx((high - low) / 2 / 1.96, rel=0.08)


def test_the_required_number_of_segments() -> None:
    values = np.random.default_rng(0).normal(size=50)
    without = (values.sum() - values) / 49
    assert standard_error(without) == pytest.approx(values.std(ddof=1) / np.sqrt(50), rel=1e-12)
    quantiles = 2.5758293035489004 + 1.2815515655446004  # normal quantiles of 0.995 and 0.9
    assert min_detectable_difference(2.0, 0.01, 0.9) == pytest.approx(2 * quantiles, rel=1e-12)
    assert n_required(100, 0.3, 0.6, 0.05) == n_required(100, -0.3, 0.6, 0.05) == 400
    assert n_required(100, 0.0, 0.6, 0.05) is None
    assert n_required(100, 1e-300, 0.6, 0.05) is None
    assert n_required(100, 1e9, 0.6, 0.05) == 6  # with fewer segments no p-value is small enough


def test_power_is_a_setting() -> None:
    corpora = population(200, 5, 0.2)
    usual = compare(*corpora, PLAIN, trials=50, resamples=20)
    surer = compare(*corpora, PLAIN, trials=50, resamples=20, power=0.95, confidence=0.99)
    pair, pair_of_higher_power = usual[0].pairs[0], surer[0].pairs[0]
    assert pair.standard_error == pair_of_higher_power.standard_error
    assert pair.min_detectable_difference == min_detectable_difference(
        pair.standard_error, 0.05, 0.8
    )
    assert pair_of_higher_power.min_detectable_difference == min_detectable_difference(
        pair.standard_error, 0.01, 0.95
    )
    assert surer.settings["power"] == "0.95"
    assert "with 95% power (two-sided test, level 0.01)" in surer.to_text(explain_columns=True)
    assert usual.settings.get("power") is None
    assert f"{pair.min_detectable_difference:.2f}" in usual.to_markdown()
    required = n_required(200, pair.difference, pair.min_detectable_difference or 0, 0.05)
    assert pair.n_required == required is not None
    assert usual.to_dict()["metrics"][0]["pairs"][0]["n_required"] == required
    for wrong in (0, 1, 80, "0.8", True, None):
        with pytest.raises(ConfigurationError, match=r"power=.*above 0 and below 1"):
            compare(*corpora, power=wrong)  # type: ignore[arg-type]


def test_a_difference_of_zero_has_no_required_number_of_segments() -> None:
    same = ["a b c d", "e f g h"]
    comparison = compare({"a": same, "b": same}, same, trials=10, resamples=10)
    pair = comparison[0].pairs[0]
    assert (pair.standard_error, pair.min_detectable_difference, pair.n_required) == (
        0.0,
        None,
        None,
    )
    assert pair.to_dict()["n_required"] is None


@pytest.mark.parametrize(
    ("segments", "confidence", "is_detectable"),
    [(5, 0.95, False), (6, 0.95, True), (7, 0.99, False)],
)
def test_nothing_is_detectable_where_no_p_value_can_reach_the_level(
    segments: int, confidence: float, is_detectable: bool
) -> None:
    references = [f"the cat number {number} sat on the mat" for number in range(segments)]
    worse = [f"the dog number {number} sat on the mat" for number in range(segments)]
    comparison = compare({"a": worse, "b": references}, references, confidence=confidence)
    pair = comparison[0].pairs[0]
    assert (pair.n_differing, pair.min_detectable_difference is not None) == (
        segments,
        is_detectable,
    )
    assert (pair.p_value <= 1 - confidence) == is_detectable
    assert (
        comparison.to_dict()["metrics"][0]["pairs"][0]["min_detectable_difference"] is None
    ) != is_detectable
    min_differing = {0.95: 6, 0.99: 8}[confidence]
    message = f"MDD is -: fewer than {min_differing} segments differ, so no p-value can reach "
    assert (message in comparison.to_text()) != is_detectable
    assert ("MDD vs a: b -" in comparison.to_latex()) != is_detectable


def test_a_difference_of_zero_is_written_as_a_dash() -> None:
    same = ["a b c d", "e f g h"]
    found = compare({"a": same, "b": same}, same, trials=10, resamples=10)
    assert "-" in found.to_text().split("MDD")[1].split("\n")[1].split()


def test_the_histogram_has_every_resample() -> None:
    comparison = compare(*population(80, 3, 0.1), PLAIN, trials=50, resamples=500)
    pair = comparison[0].pairs[0]
    bins = pair.histogram
    assert len(bins.counts) == 28
    assert sum(bins.counts) == 500
    assert bins.low <= pair.interval[0] < pair.interval[1] <= bins.high
    steps = bins.steps()
    assert (steps[0][0], steps[-1][1]) == (bins.low, bins.high)
    # By definition of the quantiles, a fortieth of the resamples is below the interval.
    below = sum(count for start, _, count in steps if start < pair.interval[0])
    assert 12 <= below <= 12 + max(bins.counts)
    assert "histogram" not in comparison.to_dict()["metrics"][0]["pairs"][0]
    data = comparison.to_dict(histogram=True)["metrics"][0]["pairs"][0]["histogram"]
    assert data == {"low": bins.low, "high": bins.high, "counts": list(bins.counts)}
    assert '"counts"' in comparison.to_json(histogram=True)


def test_a_histogram_of_nearly_equal_values() -> None:
    values = np.array([1.0, np.nextafter(1.0, 2.0), 1.0])
    assert histogram(values).counts == (3,)
    assert histogram(np.array([0.0, 0.0])) == Histogram(low=0.0, high=0.0, counts=(2,))
    assert histogram(np.array([-1.0, 3.0])) == Histogram(low=-1.0, high=3.0, counts=(1, 1))
    assert histogram(np.array([7.0])) == Histogram(low=7.0, high=7.0, counts=(1,))
    many = np.random.default_rng(0).normal(size=10**5)
    assert len(histogram(many).counts) == STEPS
