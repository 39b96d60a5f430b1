"""What an evaluation found: scores by every metric, one number of them, and where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, inspected, warn_user
from truebleu.inputs.arguments import (
    check_choice,
    check_count,
    check_seed,
    check_share,
    check_threads,
)
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.settings import check_weights
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import Rows
from truebleu.metrics.registry import choose_label, labels
from truebleu.results import Data, Result
from truebleu.significance.results import Comparison
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.evaluation.correlation import Measured

    Values = NDArray[np.float64]


AGGREGATES = ("ranked", "weighted")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evaluated:
    """What one metric says: `scores` of the systems, and `values`, those of their segments.

    `name` is what the metric is called in tables. `values` is a float64 array of shape (systems,
    segments), in the scale of the metric.
    """

    name: str
    metric: Metric[Any]
    scores: tuple[Score, ...]
    values: Values
    rows: Mapping[str, Rows]

    @property
    def sign(self) -> int:
        """1 where more is better, else -1."""
        return 1 if self.metric.higher_is_better else -1

    def measured(self, resamples: int, seed: int, threads: int) -> Measured:
        """Its scores with more being better, and the systems' over resamples of the segments."""
        import numpy as np

        from truebleu.evaluation.correlation import Measured

        effective = self.metric.uses_effective_order(sentence=False)
        rows = [each.parts for each in self.rows.values()]
        native = _native.Resampling(self.metric.of_tokens, effective, rows, None)
        resampled = native.bootstrap(resamples, seed, "multinomial", threads)
        scores = np.array([score.value for score in self.scores])
        return Measured(
            scores=self.sign * scores,
            resampled=self.sign * np.asarray(resampled),
            segments=self.sign * self.values,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """How several scores become one. `weights` sum to 1, in the order of the metrics."""

    kind: str
    names: tuple[str, ...]
    weights: tuple[float, ...]

    @classmethod
    def of(
        cls, kind: Any, weights: Mapping[str, float] | None, metrics: Sequence[Metric[Any]]
    ) -> Aggregate | None:
        """The settings of `Evaluation`, checked."""
        if kind is None and weights is not None:
            raise ConfigurationError("weights are those of an aggregate: add aggregate='ranked'")
        if kind is None:
            return None
        check_choice("aggregate", kind, AGGREGATES)
        names = labels(metrics)
        given = dict.fromkeys(names, 1.0) if weights is None else weights
        if not hasattr(given, "items"):
            raise ConfigurationError(
                f"weights={inspected(weights)}: hand over a number for each metric by its name, "
                f"{{{names[0]!r}: 1}}"
            )
        chosen = [choose_label("weights", name, names) for name in given]
        if len(set(chosen)) < len(chosen):
            raise ConfigurationError(f"weights={inspected(weights)}: one metric is named twice")
        given = dict(zip(chosen, given.values(), strict=True))
        each = [given.get(name, 0.0) for name in names]
        weighed = check_weights(each, each="metric")
        return cls(kind=kind, names=tuple(names), weights=tuple(weighed))

    def values(self, found: Sequence[Evaluated]) -> list[float]:
        """The one number of each system."""
        import numpy as np

        from truebleu.evaluation.correlation import ranks

        columns = []
        for one in found:
            scores = np.array([score.value for score in one.scores])
            if self.kind == "ranked":
                columns.append(ranks(-one.sign * scores))
            elif one.metric.scale is None:
                raise ConfigurationError(
                    f"aggregate='weighted': {one.name} has no upper end, so it is no share of a "
                    "scale; use aggregate='ranked'"
                )
            else:
                share = scores / one.metric.scale
                columns.append(share if one.sign > 0 else 1 - share)
        whole: list[float] = (np.array(self.weights) @ np.stack(columns)).tolist()
        return whole

    def signature(self, systems: int) -> Signature:
        """All that is needed to get the numbers again from those of the metrics."""
        pairs = zip(self.names, self.weights, strict=True)
        weights = ",".join(f"{name}={weight!r}" for name, weight in pairs)
        fields = [("aggregate", self.kind), ("weights", weights), ("systems", str(systems))]
        return Signature([*fields, ("version", f"truebleu-{_native.__version__}")])


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation(Data):
    """How far a metric agrees with a column, by systems or by segments.

    `coefficients` has for each name its value and its interval; None is what is not defined.
    `tie` is the difference up to which the metric's segments are a tie; None by systems.
    """

    metric: str
    column: str
    by: str
    coefficients: Mapping[str, tuple[float | None, tuple[float, float] | None]]
    tie: float | None

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        ready: dict[str, Any] = {"metric": self.metric, "column": self.column, "by": self.by}
        for name, (value, interval) in self.coefficients.items():
            ready[name] = {"value": value, "interval": interval and list(interval)}
        if self.tie is not None:
            ready["tie"] = self.tie
        return ready

    def __repr__(self) -> str:
        return f"<Correlation of {self.metric} with {self.column} by {self.by}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement(Data):
    """A segment of a system that two metrics see differently.

    `first` and `second` are the scores; `first_rank` and `second_rank` the shares, 0 to 1, of all
    segments of all systems that the metric finds no better.
    """

    system: str
    segment: int
    first: float
    second: float
    first_rank: float
    second_rank: float

    def __repr__(self) -> str:
        return (
            f"<Disagreement: {self.system}, segment {self.segment}: "
            f"{self.first_rank:.2f} against {self.second_rank:.2f}>"
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EvaluationResult(Result):
    """Systems by metrics. `systems` are their names, `metrics` an `Evaluated` for each metric.

    `aggregated` has the one number of each system, if an `aggregate` was asked for.
    """

    systems: tuple[str, ...]
    metrics: tuple[Evaluated, ...]
    segments: int
    aggregate: Aggregate | None
    aggregated: list[float] | None

    def metric(self, name: str) -> Evaluated:
        """What the metric of this name says. Raises `ConfigurationError` with those there are."""
        named = {one.name: one for one in self.metrics}
        return named[choose_label("metric", name, list(named))]

    def compare(self, **settings: Any) -> Comparison:
        """The tests of `truebleu.compare` by every metric, of what was counted already.

        `settings` are keywords of `compare`; what is raised is what it raises.
        """
        from truebleu.significance.compare import compare_counted
        from truebleu.significance.options import CompareOptions
        from truebleu.significance.systems import CountedSystems

        rows = {name: [[one.rows[name] for one in self.metrics]] for name in self.systems}
        metrics = [one.metric for one in self.metrics]
        documents, progress = settings.pop("documents", None), settings.pop("progress", None)
        counted = CountedSystems.of_rows(rows, self.segments, metrics, documents=documents)
        comparison = compare_counted(counted, CompareOptions.of(settings), progress=progress)
        for message in comparison.warnings:
            warn_user(message)
        return comparison

    def correlate(
        self,
        column: str,
        *,
        by: str = "system",
        resamples: int = 500,
        confidence: float = 0.95,
        seed: int = 12345,
        threads: int | None = None,
    ) -> tuple[Correlation, ...]:
        """How far every other metric agrees with the one called `column`, people's for example.

        Args:
            column: the name of a metric of this evaluation, such as a `ScoreColumn`.
            by: "system" (scores of systems; three or more of them) or "segment".
            resamples: of the segments, which give the intervals; 2 or more.
            confidence: of the intervals, above 0 and below 1.
            seed: from 0 to 2**64 - 1.
            threads: how many threads may count; None lets truebleu choose.

        Raises:
            ConfigurationError: a setting is wrong.
            InputError: there are too few systems or segments.
        """
        from truebleu.evaluation.correlation import over_segments, over_systems

        other = self.metric(column)
        check_choice("by", by, ("system", "segment"))
        _check_enough(by, len(self.systems), self.segments)
        drawn = check_seed(seed), check_share("confidence", confidence, "0.95")
        times, workers = (
            check_count("resamples", resamples, 10**6, smallest=2),
            check_threads(threads),
        )
        measured = other.measured(times, drawn[0], workers)
        found = []
        for one in self.metrics:
            if one is other:
                continue
            pair = one.measured(times, drawn[0], workers), measured
            if by == "system":
                parts = over_systems(*pair, confidence=drawn[1], seed=drawn[0])
                tie = None
            else:
                parts, tie = over_segments(
                    *pair, confidence=drawn[1], seed=drawn[0], resamples=times
                )
            found.append(
                Correlation(metric=one.name, column=column, by=by, coefficients=parts, tie=tie)
            )
        return tuple(found)

    def disagreements(self, high: str, low: str, n: int = 10) -> tuple[Disagreement, ...]:
        """The segments that the metric `high` finds best as against `low`, at most `n`.

        What is compared is the rank of a segment among all segments of all systems. With words
        high and meaning low, these are fluent but wrong; the other way round, good paraphrases.
        """
        import numpy as np

        from truebleu.evaluation.correlation import ranks

        most = check_count("n", n, 10**9)
        both = self.metric(high), self.metric(low)
        shares = [
            (ranks((one.sign * one.values).ravel()) / one.values.size).reshape(one.values.shape)
            for one in both
        ]
        order = np.argsort(-(shares[0] - shares[1]).ravel(), kind="stable")[:most]
        found = []
        for place in order.tolist():
            system, segment = divmod(place, self.segments)
            if shares[0][system, segment] <= shares[1][system, segment]:
                break
            first, second = (float(one.values[system, segment]) for one in both)
            first_rank, second_rank = (float(share[system, segment]) for share in shares)
            found.append(
                Disagreement(
                    system=self.systems[system],
                    segment=segment + 1,
                    first=first,
                    second=second,
                    first_rank=first_rank,
                    second_rank=second_rank,
                )
            )
        return tuple(found)

    def to_dict(self) -> dict[str, Any]:
        """All scores with their parts, ready for JSON."""
        systems = []
        for place, name in enumerate(self.systems):
            scores = [one.scores[place].to_dict() for one in self.metrics]
            record: dict[str, Any] = {"system": name, "scores": scores}
            if self.aggregated is not None:
                record["aggregate"] = self.aggregated[place]
            systems.append(record)
        ready: dict[str, Any] = {"segments": self.segments, "systems": systems}
        if self.aggregate is not None:
            ready["aggregate"] = str(self.aggregate.signature(len(self.systems)))
        return ready

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        names = ", ".join(one.name for one in self.metrics)
        return f"<EvaluationResult: {count(len(self.systems), 'system')} by {names}>"


def _check_enough(by: str, systems: int, segments: int) -> None:
    if by == "system" and systems < 3:
        raise InputError(
            f"correlation over systems needs three of them at least, there are {systems}: any two "
            "points lie on a line; use by='segment'"
        )
    if segments < 2:
        raise InputError("there is one segment: correlation needs two at least")
