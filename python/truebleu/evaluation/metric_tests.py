"""Significance tests of whether one metric agrees better with human ratings than another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import exp, inf, lgamma, log, log1p, sqrt

import numpy as np
from numpy.typing import NDArray

from truebleu.errors import ConfigurationError
from truebleu.evaluation import mt_metrics_eval
from truebleu.evaluation.agreement import (
    POOLED,
    ROWS,
    Agreement,
    MetricScores,
    Plan,
    present_rows,
)
from truebleu.evaluation.correlation import (
    Values,
    agreeing_pairs,
    pairwise_accuracy,
    pairwise_difference_correlation,
    pearson,
)
from truebleu.evaluation.mt_metrics_eval import Draws, z_scores
from truebleu.inputs.arguments import check_choice
from truebleu.significance.multiple_testing import permutation_p_value

Mask = NDArray[np.bool_]

TESTS = ("permutation", "williams")
SWAPS = ("ratings", "segments", "comparisons")
ROUNDING = 1e-12
"""Coefficients count as equal if they differ by less than this."""
BLOCK = 1 << 22
"""Approximate number of swapped scores that are in memory at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricTest:
    """Result of a significance test that compares two metrics.

    Attributes:
        p_value: the p-value of the test.
        n_extreme: the number of permutations whose difference is at least as extreme as the
            observed difference; None for a test without permutations.
        trials: the number of permutations; None for a test without permutations.
        exact: whether the p-value is exact: all permutations were enumerated, or the test is a sign
            test.
    """

    p_value: float
    n_extreme: int | None = None
    trials: int | None = None
    exact: bool = False


# Permutations. PERM-BOTH is from Deutsch, Dror and Roth, "A Statistical Analysis of Summarization
# Evaluation Metrics Using Resampling Methods" (TACL 2021), https://arxiv.org/abs/2104.00054


def swap_test(
    agreement: Agreement,
    name: str,
    first: MetricScores,
    second: MetricScores,
    *,
    swap: str,
    trials: int,
    seed: int,
) -> MetricTest:
    """Return the result of a permutation test of whether two metrics agree equally with ratings.

    The null hypothesis is that both metrics have the same coefficient `name` with the human
    ratings. Each trial randomly swaps z-scores between the metrics and computes the difference of
    their coefficients. `swap` determines which scores are swapped together:

    - "ratings" (PERM-BOTH) swaps every score separately. At system level, it swaps system scores,
      except for soft pairwise accuracy.
    - "segments" swaps the scores of all systems for a segment together. For pairwise accuracy, it
      instead swaps the metrics' results for all pairs of a segment together. The result for a pair
      is whether a metric orders it as the ratings do, with a fixed tie threshold.
    - "comparisons" is only for pairwise accuracy. It swaps the metrics' results for each pair
      separately. The p-value is that of `sign_test`.

    The test is two-sided. The observed scores, without any swap, count as one trial. If there are
    at most `trials` ways to swap, all of them are enumerated.
    """
    if name == "pairwise_accuracy" and agreement.plan.by == "segment" and swap != "ratings":
        differences = _comparison_differences(agreement, first, second)
        if swap == "comparisons":
            return sign_test(differences.ravel())
        by_segment = differences.sum(axis=1)
        shape: tuple[int, ...] = by_segment.shape
        difference: Callable[[Mask], Values] = partial(_signed_sums, numbers=by_segment)
    else:
        if agreement.plan.by == "system" and name != "soft_pairwise_accuracy":
            a, b = z_scores(first.scores), z_scores(second.scores)
        else:
            a, b = z_scores(first.segments), z_scores(second.segments)
        shape = (1, a.shape[1]) if swap == "segments" else a.shape
        difference = _differences_of(agreement, name, a, b)
    observed = abs(float(difference(np.ones((1, *shape), dtype=bool))[0]))
    size = int(np.prod(shape))
    exact = size < trials.bit_length()  # there are 2**size ways to swap
    masks = _every_mask(shape) if exact else _random_masks(shape, trials, seed)
    n_extreme = num_trials = 0
    for own in masks:
        n_extreme += int(np.count_nonzero(np.abs(difference(own)) >= observed - ROUNDING))
        num_trials += len(own)
    p_value = permutation_p_value(n_extreme, num_trials, exact)
    return MetricTest(p_value=p_value, n_extreme=n_extreme, trials=num_trials, exact=exact)


def statistic_of(agreement: Agreement, name: str) -> Callable[[Values], float]:
    """Return a function that computes the coefficient `name` from the scores of a metric.

    The coefficient measures agreement with the human ratings. If it is undefined, the function
    returns 0.
    """
    plan, target = agreement.plan, agreement.target

    def coefficient(scores: Values) -> float | None:
        if plan.by == "system":
            measure = {**POOLED, "pairwise_accuracy": pairwise_accuracy}[name]
            return measure(scores, target.scores)
        ratings = target.segments
        if name == "pairwise_accuracy":
            return agreement.calibrate(scores)[1]
        if name == "pairwise_difference_correlation":
            return pairwise_difference_correlation(scores.T, ratings.T)
        if plan.average is None:
            present = ~np.isnan(ratings)
            return POOLED[name](scores[present], ratings[present])
        rows = agreement.oriented(scores), agreement.oriented(ratings)
        return agreement.mean(present_rows(ROWS[name], *rows), rows[1])

    return lambda scores: coefficient(scores) or 0.0


def _signed_sums(own: Mask, numbers: Values) -> Values:
    sums: Values = np.where(own, 1.0, -1.0) @ numbers
    return sums


def _differences_of(
    agreement: Agreement, name: str, a: Values, b: Values
) -> Callable[[Mask], Values]:
    if name == "soft_pairwise_accuracy":
        return _soft_differences(agreement, a, b)
    statistic = statistic_of(agreement, name)

    def differences(own: Mask) -> Values:
        pairs = ((np.where(mask, a, b), np.where(mask, b, a)) for mask in own)
        return np.array([statistic(scores) - statistic(opposite) for scores, opposite in pairs])

    return differences


def _soft_differences(agreement: Agreement, a: Values, b: Values) -> Callable[[Mask], Values]:
    # A swap does not change the sum of the two metrics' scores. One matrix product is therefore
    # enough: the values of the second metric are the sum minus those of the first.
    signs, p_of_target = agreement.null_signs, agreement.p_of_target
    first, second = np.triu_indices(len(a), 1)
    total = a + b
    null_total, sum_total = signs @ total.T, total.sum(axis=1)
    close = 1e-9 * np.abs(total).sum(axis=1).max()

    def accuracy(null: Values, sums: Values) -> float:
        beyond = (null[:, first] - null[:, second]) - (sums[first] - sums[second])
        extreme = (beyond > close).sum(axis=0) + (np.abs(beyond) <= close).sum(axis=0) / 2
        return float(1 - np.abs(extreme / len(null) - p_of_target).mean())

    at_once = max(1, BLOCK // null_total.size)  # `nulls` has this many numbers for each mask

    def differences(own: Mask) -> Values:
        values = []
        for start in range(0, len(own), at_once):
            swapped = np.where(own[start : start + at_once], a, b)
            nulls = np.tensordot(swapped, signs, axes=(2, 1))
            for scores, null in zip(swapped, nulls, strict=True):
                sums = scores.sum(axis=1)
                value = accuracy(null.T, sums)
                values.append(value - accuracy(null_total - null.T, sum_total - sums))
        return np.array(values)

    return differences


def _comparison_differences(
    agreement: Agreement, first: MetricScores, second: MetricScores
) -> Values:
    ratings = agreement.oriented(agreement.target.segments)
    right = [
        agreeing_pairs(agreement.oriented(metric.segments), ratings, threshold).astype(float)
        for metric in (first, second)
        for threshold in [agreement.calibrate(metric.segments)[0]]
    ]
    differences: Values = right[0] - right[1]
    return differences


def _every_mask(shape: tuple[int, ...]) -> Iterator[Mask]:
    size = int(np.prod(shape))
    at_once = _masks_at_once(shape)
    for start in range(0, 1 << size, at_once):
        numbers = np.arange(start, min(start + at_once, 1 << size))
        bits = numbers[:, None] >> np.arange(size)
        yield ((bits & 1) == 1).reshape(len(numbers), *shape)


def _random_masks(shape: tuple[int, ...], trials: int, seed: int) -> Iterator[Mask]:
    random = np.random.Generator(np.random.Philox(seed))
    at_once = _masks_at_once(shape)
    for start in range(0, trials, at_once):
        size = (min(at_once, trials - start), *shape)
        yield random.integers(0, 2, size, dtype=np.int8) == 1


def _masks_at_once(shape: tuple[int, ...]) -> int:
    return max(1, BLOCK // max(1, int(np.prod(shape)) * 16))


def sign_test(differences: Values) -> MetricTest:
    """Return the result of a two-sided sign test of two metrics.

    The null hypothesis is that both metrics win equally often. A metric wins a pair of ratings if
    it orders the pair correctly and the other metric does not. `differences` has 1 where the first
    metric wins, -1 where the second wins, and 0 elsewhere. The p-value is exact (McNemar's exact
    test). Pairs of the same segment are not independent. If there are many systems, p-values are
    therefore too small.
    """
    decided = int(np.count_nonzero(differences))
    lead = int(abs(differences.sum()))
    if not lead:
        return MetricTest(p_value=1.0, exact=True)
    # Twice the probability of at least (decided + lead) / 2 heads in `decided` coin tosses.
    heads = np.arange((decided + lead) // 2, decided + 1)
    logs = [
        lgamma(decided + 1) - lgamma(k + 1) - lgamma(decided - k + 1) - decided * log(2)
        for k in heads.tolist()
    ]
    return MetricTest(p_value=min(1.0, 2 * sum(map(exp, logs))), exact=True)


# Williams' test


def williams_test(
    agreement: Agreement, first: MetricScores, second: MetricScores, *, one_sided: bool = False
) -> MetricTest:
    """Return the result of Williams' test of whether two metrics correlate equally with ratings.

    The null hypothesis is that both metrics have the same Pearson correlation with the human
    ratings. The test assumes that scores are independent and normally distributed. It uses system
    scores at system level, and all segment scores at segment level. Sources: Williams, "The
    Comparison of Regression Variables" (JRSS B 1959); Graham and Baldwin, "Testing for Significance
    of Increased Correlation with Human Judgment" (EMNLP 2014).
    """
    if agreement.plan.by == "system":
        x, z, y = first.scores, second.scores, agreement.target.scores
    else:
        present = ~np.isnan(agreement.target.segments)
        x, z = first.segments[present], second.segments[present]
        y = agreement.target.segments[present]
    values = pearson(x, y), pearson(z, y), pearson(x, z)
    if None in values or len(y) < 4:
        return MetricTest(p_value=1.0)
    p_value = williams_p_value(*values, len(y))  # type: ignore[arg-type]
    return MetricTest(p_value=p_value if one_sided else 2 * p_value)


def williams_p_value(with_first: float, with_second: float, between: float, n: int) -> float:
    """Return the one-sided p-value of Williams' test, for `n` observations (4 or more).

    `with_first` and `with_second` are the Pearson correlations of the two metrics with the human
    ratings. `between` is the correlation between the two metrics.

    >>> round(williams_p_value(0.9, 0.7, 0.6, 20), 4)
    0.0217
    """
    determinant = 1 - with_first**2 - with_second**2 - between**2
    determinant += 2 * with_first * with_second * between
    mean = (with_first + with_second) / 2
    spread = 2 * (n - 1) / (n - 3) * max(determinant, 0.0) + mean**2 * (1 - between) ** 3
    lead = abs(with_first - with_second) * sqrt((n - 1) * (1 + between))
    if lead == 0:
        return 0.5
    return student_tail(lead / sqrt(spread) if spread > 0 else inf, n - 3)


def student_tail(t: float, degrees: float) -> float:
    """Return the probability of a value above `t` (0 or more) in Student's t distribution.

    `degrees` is the number of degrees of freedom. The probability is half of the regularized
    incomplete beta function I_x(a, b) with x = degrees / (degrees + t^2), a = degrees / 2 and b = 1
    / 2. It is computed by a continued fraction (DLMF 8.17.22).

    >>> round(student_tail(2.0, 10), 6)
    0.036694
    """
    if t == inf:
        return 0.0
    a, b = degrees / 2, 0.5
    x, y = degrees / (degrees + t * t), t * t / (degrees + t * t)
    if y == 0:
        return 0.5
    # 1 - x would lose most digits for a small t.
    front = lgamma(a + b) - lgamma(a) - lgamma(b) - a * log1p(t * t / degrees) + b * log(y)
    if x < (a + 1) / (a + b + 2):
        return exp(front) * _beta_fraction(x, a, b) / a / 2
    return (1 - exp(front) * _beta_fraction(y, b, a) / b) / 2


def _beta_fraction(x: float, a: float, b: float) -> float:
    value = 1.0
    for m in range(200, 0, -1):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        value = 1 + even / (1 + odd / value)
    return 1 / (1 - (a + b) * x / (a + 1) / value)


# Tests of mt-metrics-eval


class NamedTest:
    """Permutation tests that give exactly the results of the program mt-metrics-eval.

    All tests share one random generator, so results depend on the order of the tests.
    """

    def __init__(self, agreement: Agreement, name: str, swap: str, draws: Draws) -> None:
        self._agreement = agreement
        self._name = name
        self._swap = swap
        self._draws = draws

    def of(self, first: MetricScores, second: MetricScores) -> MetricTest:
        """Test whether the first metric agrees better with the human ratings than the second.

        The test is one-sided.
        """
        swaps = self._swaps(second, first)
        return MetricTest(p_value=swaps.p_value, n_extreme=swaps.n_extreme, trials=swaps.trials)

    def _swaps(self, worse: MetricScores, better: MetricScores) -> mt_metrics_eval.Swaps:
        plan, oriented = self._agreement.plan, self._agreement.oriented
        ratings = self._agreement.target.segments
        if plan.by == "system" and self._name != "soft_pairwise_accuracy":
            statistic = statistic_of(self._agreement, self._name)
            return mt_metrics_eval.swap_scores(worse.scores, better.scores, statistic, self._draws)
        if self._swap == "comparisons":
            thresholds = [self._agreement.calibrate(each.segments)[0] for each in (worse, better)]
            return mt_metrics_eval.swap_comparisons(
                oriented(worse.segments),
                oriented(better.segments),
                oriented(ratings),
                (thresholds[0], thresholds[1]),
                self._draws,
            )
        measure = statistic_of(self._agreement, self._name)
        if self._name == "soft_pairwise_accuracy":
            p_of_ratings = mt_metrics_eval.p_values(ratings)
            measure = partial(mt_metrics_eval.soft_accuracy_of, p_of_ratings=p_of_ratings)
        # mt-metrics-eval draws for scores in the order of averaged rows, without missing ratings.
        # For calibrated accuracy, it draws in the order of systems, with all ratings.
        in_order = np.arange(ratings.size).reshape(ratings.shape)
        if self._name != "pairwise_accuracy":
            if plan.average == "item":
                in_order = in_order.T
            in_order = in_order[~np.isnan(ratings.ravel()[in_order])]
        order = in_order.ravel()

        def statistic_in_order(drawn: Values) -> float:
            scores = np.zeros(ratings.size)
            scores[order] = drawn
            return measure(scores.reshape(ratings.shape))

        return mt_metrics_eval.swap_scores(
            worse.segments.ravel()[order],
            better.segments.ravel()[order],
            statistic_in_order,
            self._draws,
        )


def check_test(name: str, plan: Plan, test: str, swap: str | None) -> str | None:
    """Check the settings of a test of two metrics, and return `swap` or its default value.

    For test="williams", which swaps no scores, the result is None.

    Raises:
        ConfigurationError: the settings cannot be combined.
    """
    if test == "williams":
        _check_williams(name, plan, swap)
        return None
    if plan.form is not None and plan.seed >= 2**32:
        raise ConfigurationError(
            f"seed={plan.seed} is out of range. form='mt-metrics-eval' needs a seed below 2**32."
        )
    accuracy = name == "pairwise_accuracy" and plan.by == "segment"
    if swap is None:
        usual = "segments" if plan.form is None else "comparisons"
        swap = usual if accuracy else "ratings"
    check_choice("swap", swap, SWAPS)
    if swap == "comparisons" and not accuracy:
        raise ConfigurationError(
            "swap='comparisons' requires coefficient='pairwise_accuracy' and by='segment'. Use "
            "swap='ratings'."
        )
    if swap == "segments":
        _check_segments(name, plan, accuracy=accuracy)
    return swap


def _check_williams(name: str, plan: Plan, swap: str | None) -> None:
    if name != "pearson" or plan.average is not None:
        raise ConfigurationError(
            "test='williams' compares Pearson correlations without averages. Use "
            "coefficient='pearson', or test='permutation'."
        )
    if swap is not None:
        raise ConfigurationError("swap requires test='permutation'.")


def _check_segments(name: str, plan: Plan, *, accuracy: bool) -> None:
    if plan.form is not None:
        raise ConfigurationError(
            "swap='segments' is not supported with form='mt-metrics-eval'. Use swap='ratings'."
        )
    if plan.by == "system" and name != "soft_pairwise_accuracy":
        raise ConfigurationError(
            "swap='segments' requires segment scores. Use by='segment' or "
            "coefficient='soft_pairwise_accuracy'."
        )
    if plan.average == "system" and accuracy:
        raise ConfigurationError(
            "average='system' has no comparisons within segments to swap. Use average='item', or "
            "swap='comparisons'."
        )
