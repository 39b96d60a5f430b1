"""Rankings of metrics by agreement with human ratings: intervals, tests of all pairs, clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import check_choice
from truebleu.results import Data, Result
from truebleu.significance.multiple_testing import clusters, holm
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.evaluation.agreement import Agreement, Estimate, MetricScores
    from truebleu.evaluation.metric_tests import MetricTest

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedMetric(Data):
    """Metric in a ranking of metrics by their agreement with human ratings.

    Attributes:
        metric: the name of the metric.
        value: the coefficient of the metric; None if it is undefined.
        interval: the bootstrap interval of the coefficient; None if it is undefined.
        cluster: the number of the metric's cluster, counted from 1. No metric of a cluster is
            significantly worse than another metric of the cluster.
        tie_threshold: the largest score difference that counts as a tie; None without tie
            calibration.
    """

    metric: str
    value: float | None
    interval: Interval | None
    cluster: int
    tie_threshold: float | None = None

    def __repr__(self) -> str:
        value = "undefined" if self.value is None else f"{self.value:.3f}"
        return f"<RankedMetric: {self.metric} {value}, cluster {self.cluster}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricPair(Data):
    """Significance test of the difference between two metrics' agreement with human ratings.

    Attributes:
        first: the name of the metric with the larger coefficient.
        second: the name of the other metric.
        difference: the coefficient of `first` minus the coefficient of `second`; None if a
            coefficient is undefined.
        interval: the bootstrap interval of the difference; None if it is undefined.
        p_value: the p-value of the test.
        p_adjusted: the p-value after Holm's adjustment for the number of tested pairs.
        n_extreme: the number of permutations whose difference is at least as extreme as the
            observed difference; None for a test without permutations.
        trials: the number of permutations; None for a test without permutations.
        exact: whether the p-value is exact: all permutations were enumerated, or the test is a sign
            test.
    """

    first: str
    second: str
    difference: float | None
    interval: Interval | None
    p_value: float
    p_adjusted: float
    n_extreme: int | None
    trials: int | None
    exact: bool

    def __repr__(self) -> str:
        return f"<MetricPair: {self.first} over {self.second}, p = {self.p_value:.3g}>"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetricRanking(Result):
    """Metrics ranked by agreement with human ratings, and significance tests of all pairs.

    The best metric comes first. `column` is the name of the ratings. `coefficient`, `by`,
    `average`, `test`, `swap` and `form` are the settings that were passed to `compare_metrics`,
    with default values filled in. `segments` is the number of segments that are used. `missing` is
    the number of segments that are left out because a rating or a score is missing.
    """

    column: str
    coefficient: str
    by: str
    average: str | None
    test: str
    swap: str | None
    form: str | None
    confidence: float
    seed: int
    systems: int
    segments: int
    missing: int
    metrics: tuple[RankedMetric, ...]
    pairs: tuple[MetricPair, ...]

    def pair(self, first: str, second: str) -> MetricPair:
        """Return the test of two metrics, whose names may be in any order.

        Raises:
            ConfigurationError: a metric is unknown, or both names are equal.
        """
        names = [metric.metric for metric in self.metrics]
        for name in (first, second):
            check_choice("metric", name, names)
        for pair in self.pairs:
            if {pair.first, pair.second} == {first, second}:
                return pair
        raise ConfigurationError(f"{first!r} is not compared with itself. Pass two metrics.")

    def __repr__(self) -> str:
        return f"<MetricRanking: {count(len(self.metrics), 'metric')} by {self.coefficient}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPlan:
    """Validated settings of the significance tests that compare metrics."""

    coefficient: str
    test: str
    swap: str | None
    trials: int


def rank_metrics(
    agreement: Agreement, metric_scores: Sequence[tuple[str, MetricScores]], plan: RankingPlan
) -> tuple[tuple[RankedMetric, ...], tuple[MetricPair, ...]]:
    """Return the metrics, the best one first, and the significance tests of all pairs.

    A metric starts a new cluster if it is significantly worse than a metric of the current cluster.
    The significance level is 1 - confidence, and p-values are Holm-adjusted. If
    `agreement.plan.form` is "mt-metrics-eval", clusters use unadjusted p-values, as the program
    mt-metrics-eval does.
    """
    estimates = {name: agreement.estimate(plan.coefficient, each) for name, each in metric_scores}
    by_name = dict(metric_scores)
    names = sorted(by_name, key=lambda name: (-_value(estimates[name]), name))
    run = _test_of(agreement, plan)
    index_pairs = list(combinations(range(len(names)), 2))
    tests = [run(by_name[names[i]], by_name[names[j]]) for i, j in index_pairs]
    adjusted = holm([test.p_value for test in tests])
    pairs = tuple(
        _pair(names[i], names[j], estimates, test, p_adjusted, agreement.plan.confidence)
        for (i, j), test, p_adjusted in zip(index_pairs, tests, adjusted, strict=True)
    )
    named = agreement.plan.form is not None
    p_values = {
        indices: pair.p_value if named else pair.p_adjusted
        for indices, pair in zip(index_pairs, pairs, strict=True)
    }
    level = round(1 - agreement.plan.confidence, 12)
    ranks = clusters(range(len(names)), lambda better, worse: p_values[better, worse] <= level)
    metrics = tuple(
        RankedMetric(
            metric=name,
            value=estimates[name].value,
            interval=estimates[name].interval(agreement.plan.confidence),
            cluster=cluster,
            tie_threshold=estimates[name].tie_threshold,
        )
        for name, cluster in zip(names, ranks, strict=True)
    )
    return metrics, pairs


def _value(estimate: Estimate) -> float:
    return estimate.value or 0.0


def _test_of(agreement: Agreement, plan: RankingPlan) -> Any:
    import numpy as np

    from truebleu.evaluation.metric_tests import NamedTest, swap_test, williams_test
    from truebleu.evaluation.mt_metrics_eval import Draws

    named = agreement.plan.form is not None
    if plan.test == "williams":

        def williams(first: MetricScores, second: MetricScores) -> MetricTest:
            return williams_test(agreement, first, second, one_sided=named)

        return williams
    swap, trials, seed = plan.swap or "ratings", plan.trials, agreement.plan.seed
    if named:
        draws = Draws(trials=trials, random=np.random.RandomState(seed))
        return NamedTest(agreement, plan.coefficient, swap, draws).of

    def swaps(first: MetricScores, second: MetricScores) -> MetricTest:
        return swap_test(
            agreement, plan.coefficient, first, second, swap=swap, trials=trials, seed=seed
        )

    return swaps


def _pair(
    first: str,
    second: str,
    estimates: dict[str, Estimate],
    test: MetricTest,
    p_adjusted: float,
    confidence: float,
) -> MetricPair:
    from truebleu.evaluation.agreement import interval_of

    a, b = estimates[first], estimates[second]
    defined = a.value is not None and b.value is not None
    return MetricPair(
        first=first,
        second=second,
        difference=a.value - b.value if defined else None,  # type: ignore[operator]
        interval=interval_of(a.resampled - b.resampled, confidence) if defined else None,
        p_value=test.p_value,
        p_adjusted=p_adjusted,
        n_extreme=test.n_extreme,
        trials=test.trials,
        exact=test.exact,
    )
