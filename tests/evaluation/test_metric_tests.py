"""Significance tests between metrics, compared with their definitions."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.requirements import require_module
from truebleu import (
    BLEU,
    ConfigurationError,
    Evaluation,
    InputError,
    ScoreColumn,
)
from truebleu.evaluation import mt_metrics_eval
from truebleu.evaluation.agreement import Agreement, MetricScores, Plan
from truebleu.evaluation.correlation import accuracy_rows, pearson
from truebleu.evaluation.metric_tests import (
    NamedTest,
    sign_test,
    student_tail,
    swap_test,
    williams_p_value,
    williams_test,
)
from truebleu.evaluation.mt_metrics_eval import Draws
from truebleu.significance.multiple_testing import holm

RECORDED: list[dict[str, Any]] = read("golden/tools/mt_metrics_eval")["significance"]
AVERAGES = {"none": None, "item": "item"}
NAMES = {"pearsonr": "pearson", "kendalltau": "kendall", "KendallWithTiesOpt": "pairwise_accuracy"}


def as_scores(segments: Any) -> MetricScores:
    scores = np.array(segments, dtype=float)
    return MetricScores(scores.mean(axis=1), np.zeros((2, len(scores))), scores)


def standardized(scores: Any) -> Any:
    return (scores - scores.mean()) / scores.std() if scores.std() else scores * 0


# By definition: all permutations of the scores of two metrics


def estimate(agreement: Agreement, name: str, segments: Any) -> float:
    return agreement.estimate(name, as_scores(segments)).value or 0.0


def p_by_definition(agreement: Agreement, name: str, a: Any, b: Any, units: list[Any]) -> float:
    """Return the share of permutations with a difference at least as large as observed.

    The scores of a unit are swapped together.
    """
    a, b = standardized(np.array(a, dtype=float)), standardized(np.array(b, dtype=float))
    observed = abs(estimate(agreement, name, a) - estimate(agreement, name, b))
    extreme = 0
    for swapped in itertools.product([False, True], repeat=len(units)):
        x, z = a.copy(), b.copy()
        for unit, swap in zip(units, swapped, strict=True):
            if swap:
                x[unit], z[unit] = z[unit].copy(), x[unit].copy()
        difference = estimate(agreement, name, x) - estimate(agreement, name, z)
        extreme += abs(difference) >= observed - 1e-9
    return extreme / float(2 ** len(units))


SMALL = st.lists(st.integers(0, 3), min_size=6, max_size=6)


@pytest.mark.parametrize(
    ("name", "plan"),
    [
        ("pearson", {"by": "segment"}),
        ("spearman", {"by": "segment"}),
        ("kendall", {"by": "segment", "average": "item"}),
        ("pearson", {"by": "segment", "average": "system"}),
        ("pairwise_accuracy", {"by": "segment"}),
        ("pairwise_difference_correlation", {"by": "segment"}),
    ],
)
@given(a=SMALL, b=SMALL, y=SMALL)
@settings(max_examples=6, deadline=None)
def test_swaps_are_all_permutations(
    name: str, plan: Any, a: list[int], b: list[int], y: list[int]
) -> None:
    """Two systems and three segments have 64 permutations of ratings, and 8 of segments."""
    x, z, ratings = (np.array(part, dtype=float).reshape(2, 3) for part in (a, b, y))
    agreement = Agreement(as_scores(ratings), Plan(resamples=2, **plan))
    units = list(np.ndindex(2, 3))
    test = swap_test(agreement, name, as_scores(x), as_scores(z), swap="ratings", trials=64, seed=1)
    assert (test.exact, test.trials) == (True, 64)
    assert test.p_value == p_by_definition(agreement, name, x, z, units)
    if name != "pairwise_accuracy":
        test = swap_test(
            agreement, name, as_scores(x), as_scores(z), swap="segments", trials=8, seed=1
        )
        columns = [(slice(None), segment) for segment in range(3)]
        assert test.p_value == p_by_definition(agreement, name, x, z, columns)


@pytest.mark.parametrize("swap", ["ratings", "segments"])
def test_swaps_of_soft_pairwise_accuracy(swap: str) -> None:
    random = np.random.default_rng(3)
    x, z, y = random.normal(size=(3, 3, 4)).round(1)
    agreement = Agreement(as_scores(y), Plan(by="system", resamples=2))
    name = "soft_pairwise_accuracy"
    units: list[Any] = [(slice(None), segment) for segment in range(4)]
    if swap == "segments":
        test = swap_test(agreement, name, as_scores(x), as_scores(z), swap=swap, trials=16, seed=1)
        assert test.p_value == p_by_definition(agreement, name, x, z, units)
        return
    test = swap_test(agreement, name, as_scores(x), as_scores(z), swap=swap, trials=99, seed=1)
    assert not test.exact
    assert test.n_extreme is not None
    assert test.p_value == (1 + test.n_extreme) / 100
    same = swap_test(agreement, name, as_scores(x), as_scores(x), swap=swap, trials=99, seed=1)
    assert same.p_value == 1.0


@pytest.mark.parametrize("trials", [256, 99])
def test_results_do_not_depend_on_the_size_of_blocks(
    trials: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, z, y = np.random.default_rng(5).normal(size=(3, 3, 8)).round(1)
    agreement = Agreement(as_scores(y), Plan(by="system", resamples=2))

    def result() -> Any:
        return swap_test(
            agreement,
            "soft_pairwise_accuracy",
            as_scores(x),
            as_scores(z),
            swap="segments",
            trials=trials,
            seed=1,
        )

    expected = result()
    for block in (1, 7 * 8 * 16, 5 * 3 * len(agreement.null_signs)):
        monkeypatch.setattr("truebleu.evaluation.metric_tests.BLOCK", block)
        assert result() == expected


def test_the_system_level_swaps_scores_of_systems() -> None:
    random = np.random.default_rng(8)
    x, z, y = (as_scores(random.normal(size=(4, 5))) for _ in range(3))
    agreement = Agreement(y, Plan(by="system", resamples=2))
    for name in ("pearson", "kendall", "pairwise_accuracy"):
        test = swap_test(agreement, name, x, z, swap="ratings", trials=16, seed=1)
        a, b = standardized(x.scores), standardized(z.scores)
        values = []
        for swapped in itertools.product([False, True], repeat=4):
            pair = np.where(swapped, b, a), np.where(swapped, a, b)
            first, second = (
                agreement.estimate(name, MetricScores(s, x.resampled, x.segments)).value or 0.0
                for s in pair
            )
            values.append(abs(first - second))
        assert test.p_value == np.mean([value >= values[0] - 1e-9 for value in values])


def test_comparisons_of_a_segment_are_swapped_together() -> None:
    random = np.random.default_rng(2)
    x, z, y = random.integers(0, 4, (3, 4, 6)).astype(float)
    agreement = Agreement(as_scores(y), Plan(by="segment", resamples=2))
    thresholds = [agreement.calibrate(scores)[0] for scores in (x, z)]
    shares = [
        accuracy_rows(scores.T, y.T, threshold)
        for scores, threshold in zip((x, z), thresholds, strict=True)
    ]
    leads = shares[0] - shares[1]
    sums = [abs(np.dot(s, leads)) for s in itertools.product([1, -1], repeat=6)]
    test = swap_test(
        agreement,
        "pairwise_accuracy",
        as_scores(x),
        as_scores(z),
        swap="segments",
        trials=64,
        seed=1,
    )
    assert test.p_value == np.mean([value >= abs(leads.sum()) - 1e-9 for value in sums])


@given(st.lists(st.integers(-1, 1), min_size=1, max_size=60))
def test_the_sign_test_is_a_binomial_test(differences: list[int]) -> None:
    stats = require_module("scipy.stats")
    decided = sum(1 for each in differences if each)
    wins = sum(1 for each in differences if each == 1)
    expected = stats.binomtest(wins, decided).pvalue if decided else 1.0
    result = sign_test(np.array(differences, dtype=float))
    assert result.p_value == pytest.approx(expected)
    assert result.exact


def test_the_sign_test_by_hand() -> None:
    assert sign_test(np.array([1.0, 1, 1, 0, 1])).p_value == pytest.approx(2 / 16)
    assert sign_test(np.array([1.0, -1, 0])).p_value == 1.0
    assert sign_test(np.ones(20_000)).p_value == 0.0
    assert 0.3 < sign_test(np.repeat([1.0, -1.0], [5_050, 4_950])).p_value < 0.33


# Williams


# SciPy rounds the tail of a smaller t to 0.5.
@given(t=st.just(0.0) | st.floats(1e-6, 60), degrees=st.integers(1, 5000))
@example(t=5e-05, degrees=2048)
def test_the_tail_of_students_t_equals_scipys(t: float, degrees: int) -> None:
    stats = require_module("scipy.stats")
    assert student_tail(t, degrees) == pytest.approx(stats.t.sf(t, degrees), rel=1e-9, abs=1e-300)


def test_the_tail_of_students_t_in_closed_form() -> None:
    for t in (0.0, 0.3, 1.0, 7.0, 1e6):
        assert student_tail(t, 1) == pytest.approx(0.5 - np.arctan(t) / np.pi, abs=1e-15)
        assert student_tail(t, 2) == pytest.approx(0.5 - t / 2 / np.sqrt(2 + t * t), abs=1e-12)
    assert student_tail(1.959963985, 10**6) == pytest.approx(0.025, rel=1e-4)
    assert student_tail(float("inf"), 3) == 0.0


def test_williams_test_equals_that_of_mt_metrics_eval() -> None:
    seen = 0
    for case in RECORDED:
        if "WilliamsSigDiff pearson" not in case["values"]:
            continue
        p_value, first, second = case["values"]["WilliamsSigDiff pearson"]
        y, x, z = (np.array(case[key], dtype=float) for key in ("gold", "metric1", "metric2"))
        shape = (case["num_sys"], -1)
        agreement = Agreement(as_scores(y.reshape(shape)), Plan(by="segment", resamples=2))
        assert [pearson(x, y), pearson(z, y)] == pytest.approx([first, second])
        pair = as_scores(x.reshape(shape)), as_scores(z.reshape(shape))
        result = williams_test(agreement, *pair, one_sided=True)
        assert result.p_value == pytest.approx(p_value, abs=1e-12)
        assert williams_test(agreement, *pair).p_value == pytest.approx(2 * p_value, abs=1e-12)
        seen += 1
    assert seen == 2


def test_limits_of_williams_test() -> None:
    assert williams_p_value(0.5, 0.5, 0.2, 10) == 0.5
    assert williams_p_value(1.0, 0.0, 0.0, 10) < 1e-3
    assert williams_p_value(0.9, 0.8, 0.99999, 10) < 0.05
    y = as_scores([[1, 2, 3], [2, 3, 4], [3, 1, 2]])
    agreement = Agreement(y, Plan(by="system", resamples=2))
    assert williams_test(agreement, y, y).p_value == 1.0  # three systems are too few


# Recorded tables of mt-metrics-eval


def table(packed: list[Any], systems: int) -> Any:
    return np.array([np.nan if x is None else float(x) for x in packed]).reshape(systems, -1)


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: str(case["of"]))
def test_permutation_tests_have_the_recorded_p_values(case: dict[str, Any]) -> None:
    seen = 0
    y, x, z = (table(case[key], case["num_sys"]) for key in ("gold", "metric1", "metric2"))
    for key, recorded in case["values"].items():
        if key.startswith("Williams") or "KendallVariants" in key:
            continue
        average = AVERAGES[key.split("avg=")[1].split()[0]]
        name = next((ours for theirs, ours in NAMES.items() if theirs in key), "pairwise_accuracy")
        if name == "pairwise_accuracy" and average is None:
            continue  # all pairs of all ratings, which truebleu has no coefficient for
        plan = Plan(by="segment", average=average, form="mt-metrics-eval", resamples=2)
        agreement = Agreement(as_scores(y), plan)
        trials = int(key.split("k=")[1].split()[0])
        draws = Draws(
            trials=trials,
            random=np.random.RandomState(5),
            block=100 if "block=100" in key else 1000,
        )
        swap = "comparisons" if key.startswith("Pairwise") else "ratings"
        # The recorded test is one-sided: is the second metric better?
        result = NamedTest(agreement, name, swap, draws).of(as_scores(z), as_scores(x))
        assert [result.p_value, result.trials] == [recorded[0], recorded[2]], key
        seen += 1
    assert seen == 6


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: str(case["of"]))
def test_tests_of_all_pairs_have_the_recorded_p_values(case: dict[str, Any]) -> None:
    """Accuracy over all pairs of all ratings, with calibrated ties and without ties."""
    y, x, z = (table(case[key], case["num_sys"]) for key in ("gold", "metric1", "metric2"))
    present = ~np.isnan(y)
    rows = [scores.reshape(1, -1) for scores in (x, z, y)]
    seen = 0
    for key, recorded in case["values"].items():
        if "avg=none" not in key or not ("Kendall" in key or key.startswith("Pairwise")):
            continue
        trials = int(key.split("k=")[1].split()[0])
        block = 100 if "block=100" in key else 1000
        draws = Draws(trials=trials, random=np.random.RandomState(5), block=block)
        if key.startswith("Pairwise"):
            thresholds = tuple(mt_metrics_eval.calibrate(row, rows[2])[0] for row in rows[:2])
            result = mt_metrics_eval.swap_comparisons(
                rows[0], rows[1], rows[2], (thresholds[0], thresholds[1]), draws
            )
        elif "KendallWithTiesOpt" in key:
            result = mt_metrics_eval.swap_scores(
                x.ravel(),
                z.ravel(),
                lambda scores: mt_metrics_eval.calibrate(scores[None, :], rows[2])[1] or 0.0,
                draws,
            )
        elif "KendallVariants" in key:
            result = mt_metrics_eval.swap_scores(
                x[present],
                z[present],
                lambda scores: accuracy_rows(scores[None, :], y[present][None, :])[0],
                draws,
            )
        else:
            continue
        assert [result.p_value, result.trials] == [recorded[0], recorded[2]], key
        assert result.difference == pytest.approx(recorded[1], abs=1e-12), key
        seen += 1
    assert seen == 3


# Rankings


def ranking_inputs() -> tuple[Any, dict[str, list[str]]]:
    random = np.random.default_rng(11)
    names = [f"system {i}" for i in range(5)]
    quality = random.normal(size=(5, 60)) + np.linspace(0, 1, 5)[:, None]
    people = quality.round(1)

    def column(name: str, noise: float, **settings: Any) -> ScoreColumn:
        sign = 1 if settings.get("higher_is_better", True) else -1
        scores = sign * (quality + noise * random.normal(size=quality.shape))
        return ScoreColumn(name, dict(zip(names, scores, strict=True)), **settings)

    metrics = [column("good", 0.2), column("fair", 1.0, higher_is_better=False)]
    metrics += [column("bad", 8.0), ScoreColumn("people", dict(zip(names, people, strict=True)))]
    return metrics, {name: ["x"] * 60 for name in names}


@pytest.mark.parametrize("form", [None, "mt-metrics-eval"])
@pytest.mark.parametrize("by", ["system", "segment"])
def test_a_ranking(by: str, form: str | None) -> None:
    metrics, texts = ranking_inputs()
    result = Evaluation(metrics).run(texts, ["x"] * 60)
    ranking = result.compare_metrics("people", by=by, form=form, trials=60, resamples=60)
    assert [metric.metric for metric in ranking.metrics] == ["good", "fair", "bad"]
    assert [(pair.first, pair.second) for pair in ranking.pairs] == [
        ("good", "fair"), ("good", "bad"), ("fair", "bad"),
    ]  # fmt: skip
    correlations = {
        metric.metric: metric
        for metric in result.correlate("people", by=by, form=form, resamples=60)
    }
    for metric in ranking.metrics:
        assert (metric.value, metric.interval) == correlations[metric.metric].coefficients[
            ranking.coefficient
        ]
    assert [pair.p_adjusted for pair in ranking.pairs] == holm([p.p_value for p in ranking.pairs])
    for pair in ranking.pairs:
        value = {metric.metric: metric.value or 0.0 for metric in ranking.metrics}
        assert pair.difference == pytest.approx(value[pair.first] - value[pair.second])
        assert pair.interval is not None
        assert pair.interval[0] <= pair.interval[1]
    assert ranking.metrics[0].cluster == 1
    assert ranking.metrics[2].cluster > 1
    assert json.loads(ranking.to_json())["pairs"][0]["first"] == "good"
    text = ranking.to_text()
    assert "one-sided" in text if form else "two-sided" in text
    assert ranking.to_markdown().startswith("| cluster | metric |")
    assert "tabular" in ranking.to_latex()
    again = result.compare_metrics("people", by=by, form=form, trials=60, resamples=60)
    assert again.to_dict() == ranking.to_dict()


def test_metrics_are_compared_on_equal_segments() -> None:
    metrics, texts = ranking_inputs()
    partly = {name: [*metrics[0].values(name)[:50], *[None] * 10] for name in texts}
    result = Evaluation([ScoreColumn("partly", partly), *metrics]).run(texts, ["x"] * 60)
    ranking = result.compare_metrics("people", "pearson", by="segment", trials=20, resamples=20)
    assert (ranking.segments, ranking.missing) == (50, 10)
    assert ranking.pair("good", "partly").difference == pytest.approx(0.0)
    chosen = result.compare_metrics(
        "people", "pearson", by="segment", metrics=["good", "bad"], trials=20, resamples=20
    )
    assert (chosen.segments, len(chosen.pairs)) == (60, 1)
    with pytest.raises(ConfigurationError, match=r"unknown metric 'partly'. .* good, bad\.$"):
        chosen.pair("good", "partly")
    with pytest.raises(ConfigurationError, match="'good' is not compared with itself"):
        chosen.pair("good", "good")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"coefficient": "taub"}, "unknown coefficient 'taub'"),
        (
            {"coefficient": "soft_pairwise_accuracy", "by": "segment"},
            "unknown coefficient 'soft_pairwise_accuracy'",
        ),
        ({"test": "t"}, "unknown test 't'. Choose from: permutation, williams"),
        ({"test": "williams"}, "compares Pearson correlations"),
        ({"test": "williams", "coefficient": "pearson", "swap": "ratings"}, "requires test='perm"),
        ({"swap": "comparisons"}, "requires coefficient='pairwise_accuracy'"),
        ({"swap": "segments", "coefficient": "pearson"}, "requires segment scores"),
        ({"swap": "segments", "form": "mt-metrics-eval"}, "not supported with form"),
        ({"by": "segment", "average": "system"}, "no comparisons within segments"),
        ({"form": "mt-metrics-eval", "seed": 2**32}, r"seed below 2\*\*32"),
        ({"metrics": ["good"]}, "needs at least 2 metrics besides people, got 1"),
        ({"metrics": ["good", "goood"]}, "Did you mean 'good'"),
        ({"metrics": ["good", "people"]}, "contains the column 'people'.* Leave it out"),
        ({"trials": 0}, "trials=0 is out of range"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    metrics, texts = ranking_inputs()
    result = Evaluation(metrics).run(texts, ["x"] * 60)
    with pytest.raises(ConfigurationError, match=message):
        result.compare_metrics("people", **settings)


def test_names_that_are_lists_are_refused() -> None:
    metrics, texts = ranking_inputs()
    result = Evaluation(metrics).run(texts, ["x"] * 60)
    names: list[Any] = [["good"]]
    with pytest.raises(ConfigurationError, match="unknown metric"):
        result.compare_metrics("people", metrics=names)
    with pytest.raises(ConfigurationError, match="unknown coefficients"):
        result.correlate("people", coefficients=names)


def test_too_many_pairs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pairs of segments of a system are compared: 60 * 59 / 2 for each of 5 systems."""
    metrics, texts = ranking_inputs()
    result = Evaluation(metrics).run(texts, ["x"] * 60)
    options: dict[str, Any] = {"by": "segment", "average": "system", "resamples": 5}
    monkeypatch.setattr("truebleu.evaluation.agreement.MAX_PAIRS", 5 * 60 * 59 // 2)
    value, interval = result.correlate("people", **options)[0].coefficients["pairwise_accuracy"]
    assert value is not None
    assert interval is not None
    assert result.compare_metrics("people", **options, swap="comparisons").pairs[0].exact
    monkeypatch.setattr("truebleu.evaluation.agreement.MAX_PAIRS", 5 * 60 * 59 // 2 - 1)
    correlations = result.correlate("people", **options)[0]
    assert correlations.coefficients["pairwise_accuracy"] == (None, None)
    with pytest.raises(InputError, match=r"60 segments have too many. Use average='item'"):
        result.compare_metrics("people", **options, swap="comparisons")


def test_too_few_systems_are_refused() -> None:
    texts = {"a": ["x y"] * 3, "b": ["x z"] * 3}
    people = ScoreColumn("people", {"a": [1, 2, 3], "b": [2, 3, 1]})
    column_of_two = ScoreColumn("other", {"a": [1, 2, 3], "b": [2, 3, 1]})
    result = Evaluation([BLEU(), column_of_two, people]).run(texts, ["x y"] * 3)
    with pytest.raises(InputError, match="needs at least 3 systems"):
        result.compare_metrics("people")


@pytest.mark.slow
def test_the_false_positive_rate_equals_the_level() -> None:
    """Two metrics have equal noise.

    Swapping segments keeps the level; swapping ratings does not.
    """
    random = np.random.default_rng(0)
    significant = {"segments": 0, "comparisons": 0}
    for _ in range(200):
        quality = random.normal(size=(12, 1)) / 2 + random.normal(size=(12, 60))
        agreement = Agreement(
            as_scores((quality * 1.5).round().clip(-3, 0)), Plan(by="segment", resamples=2)
        )
        pair = [as_scores(quality + random.normal(size=quality.shape)) for _ in range(2)]
        for swap in significant:
            test = swap_test(agreement, "pairwise_accuracy", *pair, swap=swap, trials=199, seed=1)
            significant[swap] += test.p_value <= 0.05
    assert significant["segments"] <= 20
    assert significant["comparisons"] >= 30
