"""Results of an evaluation: scores by every metric, aggregates, correlations, disagreements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, inspected, warn_user
from truebleu.evaluation.coefficients import AVERAGES, FORMS, UNDEFINED
from truebleu.inputs.arguments import (
    check_choice,
    check_confidence,
    check_count,
    check_seed,
    check_threads,
)
from truebleu.inputs.sequences import as_list
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.settings import check_weights
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import Rows
from truebleu.metrics.registry import choose_label, labels
from truebleu.metrics.score_column import ScoreColumn
from truebleu.results import Data, Result
from truebleu.significance.results import Comparison
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.evaluation.agreement import Agreement, MetricScores, Plan
    from truebleu.evaluation.ranking import MetricRanking

    Values = NDArray[np.float64]


AGGREGATES = ("ranked", "weighted")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evaluated:
    """Results of one metric for all systems.

    Attributes:
        name: the label of the metric in tables.
        metric: the metric.
        scores: the corpus score of each system.
        values: the segment scores on the scale of the metric, as a float64 array of shape
            (n_systems, n_segments). NaN marks a missing rating.
        rows: mapping from system name to the sufficient statistics of the segments, one row per
            segment.
    """

    name: str
    metric: Metric[Any]
    scores: tuple[Score, ...]
    values: Values
    rows: Mapping[str, Rows]

    @property
    def sign(self) -> int:
        """1 if higher scores are better, otherwise -1."""
        return 1 if self.metric.higher_is_better else -1

    def rated(self) -> NDArray[np.bool_]:
        """Return for each segment whether every system has a score, shape (n_segments,)."""
        import numpy as np

        return np.logical_not(np.isnan(self.values).any(axis=0))

    def metric_scores(
        self, resamples: int, seed: int, threads: int, complete: NDArray[np.bool_]
    ) -> MetricScores:
        """Return system scores, system scores in bootstrap resamples, and segment scores.

        Only segments for which `complete` is true are used. Scores are negated if lower is better.
        """
        import numpy as np

        from truebleu.evaluation.agreement import MetricScores

        effective = self.metric.uses_effective_order(sentence=False)
        rows = [system_rows.parts for system_rows in self.rows.values()]
        scores = np.array([score.value for score in self.scores])
        if not complete.all():
            rows = [[_rows_of_segments(parts, complete)] for parts in rows]
            tables = [np.asarray(parts[0]) for parts in rows]
            scores = np.array([self.metric.score(table).value for table in tables])
        native = _native.Resampling(self.metric.of_tokens, effective, rows, None)
        resampled = native.bootstrap(resamples, seed, "multinomial", threads)
        return MetricScores(
            scores=self.sign * scores,
            resampled=self.sign * np.asarray(resampled),
            segments=self.sign * self.values[:, complete],
        )


def _rows_of_segments(parts: Sequence[_native.Array], complete: NDArray[np.bool_]) -> _native.Array:
    import numpy as np

    table = np.concatenate([np.asarray(part, dtype=np.int64) for part in parts])[complete]
    return _native.Array.of_rows(np.ascontiguousarray(table).tobytes(), table.shape[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """Rule that combines a system's scores by several metrics into one number.

    `weights` has a weight for each metric. The weights sum to 1.
    """

    kind: str
    names: tuple[str, ...]
    weights: tuple[float, ...]

    @classmethod
    def of(
        cls, kind: Any, weights: Mapping[str, float] | None, metrics: Sequence[Metric[Any]]
    ) -> Aggregate | None:
        """Return the rule for the arguments of `Evaluation`: `kind` is its argument `aggregate`.

        If `kind` is None, the result is None.
        """
        if kind is None and weights is not None:
            raise ConfigurationError("weights requires aggregate. Add aggregate='ranked'.")
        if kind is None:
            return None
        check_choice("aggregate", kind, AGGREGATES)
        names = labels(metrics)
        raw_weights = dict.fromkeys(names, 1.0) if weights is None else weights
        if not hasattr(raw_weights, "items"):
            raise ConfigurationError(
                f"weights={inspected(weights)} is not a mapping. Pass a number for each metric by "
                f"its name, such as {{{names[0]!r}: 1}}."
            )
        chosen = [choose_label("metric", name, names) for name in raw_weights]
        if len(set(chosen)) < len(chosen):
            raise ConfigurationError(
                f"weights={inspected(weights)} names a metric twice. Name each metric once."
            )
        weight_by_name = dict(zip(chosen, raw_weights.values(), strict=True))
        checked = check_weights([weight_by_name.get(name, 0.0) for name in names], item="metric")
        return cls(kind=kind, names=tuple(names), weights=tuple(checked))

    def values(self, results: Sequence[Evaluated]) -> tuple[float, ...]:
        """Return one number per system: its scores by all metrics in `results`, aggregated."""
        import numpy as np

        from truebleu.evaluation.correlation import ranks

        columns = []
        for result, weight in zip(results, self.weights, strict=True):
            scores = np.array([score.value for score in result.scores])
            if self.kind == "ranked":
                columns.append(ranks(-result.sign * scores))
            elif weight == 0:
                columns.append(np.zeros(len(scores)))  # a metric without scale may have weight 0
            elif result.metric.scale is None:
                raise ConfigurationError(
                    f"aggregate='weighted' is not supported with {result.name}, which has no "
                    "maximum. Give it weight 0, or use 'ranked'."
                )
            else:
                share = scores / result.metric.scale
                columns.append(share if result.sign > 0 else 1 - share)
        return tuple((np.array(self.weights) @ np.stack(columns)).tolist())

    def signature(self, systems: int) -> Signature:
        """Return the signature of the aggregate: its kind, weights and number of systems."""
        pairs = zip(self.names, self.weights, strict=True)
        weights = ",".join(f"{name}={weight!r}" for name, weight in pairs)
        fields = [("aggregate", self.kind), ("weights", weights), ("systems", str(systems))]
        return Signature([*fields, ("version", f"truebleu-{_native.__version__}")])


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation(Data):
    """Correlation of a metric with a column of scores, at system or segment level.

    Attributes:
        metric: the name of the metric.
        column: the name of the scores that the metric is compared with, such as human ratings.
        by: "system" or "segment".
        coefficients: mapping from the name of a coefficient to its value and its confidence
            interval. Both are None if the coefficient is undefined.
        tie_threshold: the largest difference of segment scores that counts as a tie, as determined
            by tie calibration. None at system level.
        segments: the number of segments that are used.
        missing: the number of segments that are left out because a system has no rating.
        missing_ratings: the number of missing ratings in the segments that are used. Only the form
            "mt-metrics-eval" uses such segments.
        average: the value of the argument `average` of `correlate`.
        form: the value of the argument `form` of `correlate`.
        averaged: a mapping from the name of a coefficient to the number of segments or systems
            over which it is a mean; None if coefficients are not means.
    """

    metric: str
    column: str
    by: str
    coefficients: Mapping[str, tuple[float | None, tuple[float, float] | None]]
    tie_threshold: float | None
    segments: int
    missing: int = 0
    missing_ratings: int = 0
    average: str | None = None
    form: str | None = None
    averaged: Mapping[str, int] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as a dict for JSON, with the coefficients and their intervals."""
        data: dict[str, Any] = {"metric": self.metric, "column": self.column, "by": self.by}
        data |= {"segments": self.segments, "missing": self.missing}
        if self.missing_ratings:
            data["missing_ratings"] = self.missing_ratings
        optional = {"average": self.average, "form": self.form, "averaged": self.averaged}
        data |= {name: value for name, value in optional.items() if value is not None}
        for name, (value, interval) in self.coefficients.items():
            data[name] = {"value": value, "interval": interval and list(interval)}
        if self.tie_threshold is not None:
            data["tie_threshold"] = self.tie_threshold
        return data

    def __repr__(self) -> str:
        return f"<Correlation: {self.metric} with {self.column}, {self.by}-level>"


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentDisagreement(Data):
    """Segment of a system that two metrics rank differently.

    `first` and `second` are the segment's scores by the two metrics. `first_percentile` and
    `second_percentile` are the percentile ranks (0 to 1) of these scores among all segments of all
    systems.
    """

    system: str
    segment: int
    first: float
    second: float
    first_percentile: float
    second_percentile: float

    def __repr__(self) -> str:
        return (
            f"<SegmentDisagreement: {self.system}, segment {self.segment}: "
            f"percentiles {self.first_percentile:.2f} and {self.second_percentile:.2f}>"
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EvaluationResult(Result):
    """Scores of several systems by several metrics.

    `systems` has the names of the systems. `metrics` has an `Evaluated` for each metric.
    `aggregated` has the aggregated score of each system; it is None without an `aggregate`.
    """

    systems: tuple[str, ...]
    metrics: tuple[Evaluated, ...]
    segments: int
    aggregate: Aggregate | None
    aggregated: tuple[float, ...] | None

    def metric(self, name: str) -> Evaluated:
        """Return the results of a metric; raise `ConfigurationError` if its name is unknown."""
        result_by_name = {result.name: result for result in self.metrics}
        return result_by_name[choose_label("metric", name, list(result_by_name))]

    def compare(self, **settings: Any) -> Comparison:
        """Return the comparison of the systems by every metric, computed from stored statistics.

        `settings` are keyword arguments of `truebleu.compare`. Raises the same errors as
        `truebleu.compare`.
        """
        from truebleu.significance.compare import compare_counted
        from truebleu.significance.options import CompareOptions
        from truebleu.significance.systems import CountedSystems

        for result in self.metrics:
            if isinstance(result.metric, ScoreColumn):
                result.metric.check_resampling(self.systems)
        rows = {name: [[result.rows[name] for result in self.metrics]] for name in self.systems}
        metrics = [result.metric for result in self.metrics]
        documents, progress = settings.pop("documents", None), settings.pop("progress", None)
        counted_systems = CountedSystems.of_rows(rows, self.segments, metrics, documents=documents)
        comparison = compare_counted(
            counted_systems, CompareOptions.of(settings), progress=progress
        )
        for message in comparison.warnings:
            warn_user(message)
        return comparison

    def correlate(
        self,
        column: str,
        *,
        by: str = "system",
        coefficients: Sequence[str] | None = None,
        average: str | None = None,
        undefined: str = "omit",
        form: str | None = None,
        resamples: int = 500,
        confidence: float = 0.95,
        seed: int = 12345,
        threads: int | None = None,
    ) -> tuple[Correlation, ...]:
        """Return the correlation of every other metric with the metric `column`.

        A segment is left out for all metrics if a system has no rating for it. In the result,
        `segments` is the number of segments that are used, and `missing` is the number of segments
        that are left out.

        Args:
            column: the name of a metric of this evaluation, such as a `ScoreColumn` of human
                ratings.
            by: "system" for system-level correlations, which need at least three systems, or
                "segment" for segment-level correlations.
            coefficients: the names of the coefficients; None means all coefficients of the level.
            average: how segment-level coefficients are computed. None means one coefficient from
                the ratings of all systems and segments together. Even so, pairwise accuracy and
                pairwise difference correlation compare two scores only if they belong to the same
                segment. "item" computes a coefficient for each segment and takes their mean.
                "system" computes a coefficient for each system and takes their mean. Pairwise
                accuracy is then None if the systems have more than 2**24 pairs of segments in
                total.
            undefined: how an average treats undefined coefficients. For example, the coefficient of
                a segment is undefined if all its scores are equal. "omit" leaves undefined
                coefficients out, and "zero" counts them as 0.
            form: None for truebleu's definitions, or "mt-metrics-eval" for soft pairwise accuracy,
                tie calibration and missing ratings as in the program mt-metrics-eval. At segment
                level, this program leaves out only the missing ratings, not the whole segments.
            resamples: number of bootstrap resamples of the segments; 2 or more.
            confidence: confidence level of the intervals, between 0 and 1.
            seed: seed of the random numbers, from 0 to 2**64 - 1.
            threads: number of threads; None means automatic.

        Raises:
            ConfigurationError: a setting is invalid.
            InputError: there are too few systems or segments.
        """
        target = self.metric(column)
        plan = self._plan(by, average, undefined, form, resamples, confidence, seed)
        num_threads = check_threads(threads)
        names = plan.coefficients
        if coefficients is not None:
            raw_names = as_list(coefficients, "coefficients")
            if not raw_names:
                raise ConfigurationError(
                    f"coefficients={inspected(coefficients)} is empty. Pass at least one of "
                    f"{', '.join(names)}, or None for all."
                )
            names = tuple(check_choice("coefficients", name, names) for name in raw_names)
            names = tuple(dict.fromkeys(names))
        agreements: dict[bytes, Agreement] = {}
        return tuple(
            self._correlation(result, target, plan, names, num_threads, agreements)
            for result in self.metrics
            if result is not target
        )

    def _plan(
        self,
        by: str,
        average: str | None,
        undefined: str,
        form: str | None,
        resamples: int,
        confidence: float,
        seed: int,
    ) -> Plan:
        from truebleu.evaluation.agreement import Plan

        check_choice("by", by, ("system", "segment"))
        check_choice("undefined", undefined, UNDEFINED)
        if form is not None:
            check_choice("form", form, FORMS)
        if average is not None:
            check_choice("average", average, AVERAGES)
            if by == "system":
                raise ConfigurationError(
                    f"average={average!r} requires segment-level correlation. Add by='segment'."
                )
        _check_enough(by, len(self.systems), self.segments)
        return Plan(
            by=by,
            average=average,
            undefined=undefined,
            form=form,
            seed=check_seed(seed),
            confidence=check_confidence(confidence),
            resamples=check_count("resamples", resamples, 10**6, smallest=2),
        )

    def _correlation(
        self,
        result: Evaluated,
        target: Evaluated,
        plan: Plan,
        names: Sequence[str],
        threads: int,
        agreements: dict[bytes, Agreement],
    ) -> Correlation:
        import numpy as np

        from truebleu.evaluation.agreement import Agreement

        complete = _complete_segments([result], target, plan)
        metric_scores = result.metric_scores(plan.resamples, plan.seed, threads, complete)
        agreement = agreements.get(complete.tobytes())
        if agreement is None:
            of_target = target.metric_scores(plan.resamples, plan.seed, threads, complete)
            agreement = agreements.setdefault(complete.tobytes(), Agreement(of_target, plan))
        estimates = {name: agreement.estimate(name, metric_scores) for name in names}
        accuracy = estimates.get("pairwise_accuracy")
        averaged = {name: one.rows for name, one in estimates.items() if one.rows is not None}
        return Correlation(
            metric=result.name,
            column=target.name,
            by=plan.by,
            coefficients={
                name: (one.value, one.interval(plan.confidence)) for name, one in estimates.items()
            },
            tie_threshold=None if accuracy is None else accuracy.tie_threshold,
            segments=int(complete.sum()),
            missing=int((~complete).sum()),
            missing_ratings=int(np.isnan(agreement.target.segments).sum()),
            average=plan.average,
            form=plan.form,
            averaged=averaged or None,
        )

    def compare_metrics(  # noqa: PLR0913  a keyword for each setting
        self,
        column: str,
        coefficient: str | None = None,
        *,
        by: str = "system",
        metrics: Sequence[str] | None = None,
        average: str | None = None,
        undefined: str = "omit",
        test: str = "permutation",
        swap: str | None = None,
        form: str | None = None,
        trials: int = 1000,
        resamples: int = 500,
        confidence: float = 0.95,
        seed: int = 12345,
        threads: int | None = None,
    ) -> MetricRanking:
        """Return the metrics ranked by their agreement with `column`, and the tests of all pairs.

        The default test is a permutation test that swaps the standardized scores of two metrics
        (PERM-BOTH, Deutsch et al. 2021, https://arxiv.org/abs/2104.00054). It is two-sided. The
        observed scores, without any swap, count as a trial. If there are at most `trials` ways to
        swap, all of them are enumerated. A segment is left out if a system has no rating or a
        metric has no score for it.

        Args:
            column: the name of a metric of this evaluation, such as a `ScoreColumn` of human
                ratings.
            coefficient: the name of a coefficient, as in `correlate`. None means
                "soft_pairwise_accuracy" at system level, and "pairwise_accuracy" with calibrated
                ties at segment level, as in the WMT metrics task 2024 and 2025.
            by: "system" or "segment", as in `correlate`.
            metrics: the names of the metrics; None means all except `column`.
            average: as in `correlate`.
            undefined: as in `correlate`.
            test: "permutation", or "williams" for Pearson correlations that are not averages.
            swap: which scores are swapped together. "ratings" swaps every score separately.
                "segments" swaps all scores of a segment together. For segment-level pairwise
                accuracy, it instead swaps the metrics' results for all pairs of a segment together.
                (The result for a pair is whether a metric orders it as the ratings do.)
                "comparisons" swaps the metrics' results for each pair separately; its p-values are
                too small. None means "segments" for segment-level pairwise accuracy, otherwise
                "ratings".
            form: None for truebleu's definitions, or "mt-metrics-eval" for the coefficients and
                one-sided tests of the program mt-metrics-eval. With this form, random draws equal
                those of the program after `np.random.seed(seed)`. Clusters use unadjusted p-values.
                The default of `swap` for pairwise accuracy is "comparisons".
            trials: number of random permutations.
            resamples: number of bootstrap resamples of the segments; 2 or more.
            confidence: confidence level of the intervals. The significance level of the clusters is
                1 - confidence.
            seed: seed of the random numbers, from 0 to 2**64 - 1. The form "mt-metrics-eval"
                requires a seed below 2**32.
            threads: number of threads; None means automatic.

        Raises:
            ConfigurationError: a setting is invalid, or there are fewer than 2 metrics.
            InputError: there are too few systems or segments.
        """
        from truebleu.evaluation.agreement import Agreement
        from truebleu.evaluation.metric_tests import TESTS, check_test
        from truebleu.evaluation.ranking import MetricRanking, RankingPlan, rank_metrics

        target = self.metric(column)
        plan = self._plan(by, average, undefined, form, resamples, confidence, seed)
        if coefficient is None:
            coefficient = "soft_pairwise_accuracy" if by == "system" else "pairwise_accuracy"
        check_choice("coefficient", coefficient, plan.coefficients)
        check_choice("test", test, TESTS)
        swap = check_test(coefficient, plan, test, swap)
        results = self._compared_metrics(target, metrics)
        complete = _complete_segments(results, target, plan)
        num_threads = check_threads(threads)
        metric_scores = [
            (result.name, result.metric_scores(plan.resamples, plan.seed, num_threads, complete))
            for result in results
        ]
        agreement = Agreement(
            target.metric_scores(plan.resamples, plan.seed, num_threads, complete), plan
        )
        if agreement.has_too_many_pairs(coefficient):
            raise InputError(
                f"pairwise accuracy by system compares all pairs of segments, and "
                f"{count(int(complete.sum()), 'segment')} have too many. Use average='item'."
            )
        ranked, pairs = rank_metrics(
            agreement,
            metric_scores,
            RankingPlan(
                coefficient=coefficient,
                test=test,
                swap=swap,
                trials=check_count("trials", trials, 10**6),
            ),
        )
        return MetricRanking(
            column=target.name,
            coefficient=coefficient,
            by=by,
            average=average,
            test=test,
            swap=swap,
            form=form,
            confidence=plan.confidence,
            seed=plan.seed,
            systems=len(self.systems),
            segments=int(complete.sum()),
            missing=int((~complete).sum()),
            metrics=ranked,
            pairs=pairs,
        )

    def _compared_metrics(self, target: Evaluated, names: Sequence[str] | None) -> list[Evaluated]:
        if names is None:
            results = [result for result in self.metrics if result is not target]
        else:
            results = list(dict.fromkeys(self.metric(name) for name in as_list(names, "metrics")))
        if target in results:
            raise ConfigurationError(
                f"metrics={inspected(names)} contains the column {target.name!r}, which the other "
                "metrics are compared with. Leave it out."
            )
        if len(results) < 2:
            raise ConfigurationError(
                f"compare_metrics() needs at least 2 metrics besides {target.name}, got "
                f"{len(results)}. Add a metric to the evaluation."
            )
        return results

    def disagreements(self, high: str, low: str, n: int = 10) -> tuple[SegmentDisagreement, ...]:
        """Return up to `n` segments that metric `high` ranks far higher than metric `low` does.

        The segment with the largest difference comes first. Ranks are percentile ranks among all
        segments of all systems. If `high` is BLEU and `low` is an embedding similarity, the
        segments are typically fluent but wrong. If `high` is an embedding similarity and `low` is
        BLEU, the segments are typically good paraphrases.

        Raises:
            ConfigurationError: a name is unknown, both names are of one metric, or `n` is invalid.
        """
        import numpy as np

        from truebleu.evaluation.correlation import ranks

        limit = check_count("n", n, 10**9)
        results = self.metric(high), self.metric(low)
        if results[0] is results[1]:
            raise ConfigurationError(
                f"disagreements are between two metrics, and {high!r} and {low!r} are the same "
                "metric. Name two metrics."
            )
        present = ~np.isnan(results[0].values) & ~np.isnan(results[1].values)
        percentiles = []
        for result in results:
            percentile = np.zeros(present.shape)
            percentile[present] = ranks(result.sign * result.values[present]) / present.sum()
            percentiles.append(percentile)
        order = np.argsort(-(percentiles[0] - percentiles[1]).ravel(), kind="stable")[:limit]
        disagreements = []
        for index in order.tolist():
            system, segment = divmod(index, self.segments)
            if percentiles[0][system, segment] <= percentiles[1][system, segment]:
                break
            disagreements.append(
                SegmentDisagreement(
                    system=self.systems[system],
                    segment=segment + 1,
                    first=float(results[0].values[system, segment]),
                    second=float(results[1].values[system, segment]),
                    first_percentile=float(percentiles[0][system, segment]),
                    second_percentile=float(percentiles[1][system, segment]),
                )
            )
        return tuple(disagreements)

    def to_dict(self) -> dict[str, Any]:
        """Return all scores, with their components, as a dict for JSON."""
        systems = []
        for i, name in enumerate(self.systems):
            scores = [result.scores[i].to_dict() for result in self.metrics]
            record: dict[str, Any] = {"system": name, "scores": scores}
            if self.aggregated is not None:
                record["aggregate"] = self.aggregated[i]
            systems.append(record)
        data: dict[str, Any] = {"segments": self.segments, "systems": systems}
        if self.aggregate is not None:
            data["aggregate"] = str(self.aggregate.signature(len(self.systems)))
        return data

    def __repr__(self) -> str:
        names = ", ".join(result.name for result in self.metrics)
        return f"<EvaluationResult: {count(len(self.systems), 'system')} by {names}>"


def _complete_segments(
    results: Sequence[Evaluated], target: Evaluated, plan: Plan
) -> NDArray[np.bool_]:
    import numpy as np

    complete = target.rated()
    if plan.form is not None and plan.by == "segment":
        complete = np.logical_not(np.isnan(target.values).all(axis=0))
    for result in results:
        complete = complete & result.rated()
    if complete.sum() < 2:
        raise InputError(
            f"{target.name}: {count(int(complete.sum()), 'segment')} of {len(complete)} "
            f"{'has' if complete.sum() == 1 else 'have'} ratings and scores of all systems, and "
            "correlation needs at least 2. Leave out systems with few ratings."
        )
    return complete


def _check_enough(by: str, systems: int, segments: int) -> None:
    if by == "system" and systems < 3:
        raise InputError(
            f"system-level correlation needs at least 3 systems, got {systems}. Use by='segment'."
        )
    if segments < 2:
        raise InputError("correlation needs at least 2 segments, got 1.")
