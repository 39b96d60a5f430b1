"""What the resampled scores of systems say: their intervals, p-values and clusters as findings."""

from __future__ import annotations

from truebleu.comparison import MetricComparison
from truebleu.findings import Histogram, Pair, SystemScore
from truebleu.resampling.multiple import clusters, holm
from truebleu.resampling.runs import deviation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu import _native
    from truebleu.findings import PeerResult
    from truebleu.metrics.base import Metric
    from truebleu.resampling.agreement import Curve
    from truebleu.resampling.plan import Plan
    from truebleu.resampling.spread import Spread
    from truebleu.resampling.systems import Counted

    Resampled = _native.Resampling | _native.Shard

__all__ = ["found"]


def found(
    metric: Metric[Any],
    names: Sequence[str],
    systems: Sequence[Counted],
    resampled: tuple[Resampled, Resampled],
    plan: Plan,
    peer: tuple[PeerResult, ...] = (),
) -> MetricComparison:
    """The comparison of systems by one metric.

    `resampled` is what is swapped between systems, and what is drawn anew for each of their runs:
    the rows themselves, or the sums of parts that others have made of them.
    """
    from truebleu.resampling.agreement import curve_for
    from truebleu.resampling.spread import Spread

    native, of_runs = resampled
    signature = systems[0].score.signature
    spread = Spread(of_runs, systems, plan)
    curve, note = curve_for(metric, signature)
    pairs = _pairs(names, native, spread, plan, curve)
    ranks = _ranks(metric, names, systems, pairs, plan.level)
    scores = tuple(
        _system_score(name, systems[i], spread, i, ranks[i]) for i, name in enumerate(names)
    )
    return MetricComparison(systems[0].score.metric, signature, scores, pairs, peer, note)


def _system_score(name: str, system: Counted, spread: Spread, i: int, rank: int) -> SystemScore:
    return SystemScore(
        name,
        system.score,
        *spread.of_system(i),
        rank,
        system.scores,
        spread.selection(i),
        deviation([run.value for run in system.scores]),
    )


def _pairs(
    names: Sequence[str],
    native: Resampled,
    spread: Spread,
    plan: Plan,
    curve: Curve | None,
) -> tuple[Pair, ...]:
    places = [(a, b) for a in range(len(names)) for b in range(a + 1, len(names))]
    if plan.test == "ar":
        counts = native.randomization(plan.trials, plan.seed, plan.threads, plan.progress)
    else:
        counts = [(spread.reached(*pair), plan.resamples, False) for pair in places]
    p_values = [_p_value(*count) for count in counts]
    adjusted = holm(p_values)
    differing = native.differing()
    return tuple(
        Pair(
            names[a],
            names[b],
            spread.difference(a, b),
            *spread.of_pair(a, b),
            p_values[i],
            adjusted[i],
            *counts[i],
            differing[i],
            *_meaning(spread, a, b, plan, curve),
            Histogram(*spread.histogram(a, b)),
        )
        for i, (a, b) in enumerate(places)
    )


def _meaning(
    spread: Spread, a: int, b: int, plan: Plan, curve: Curve | None
) -> tuple[float, float, int | None, float | None]:
    """The standard error of a difference, what can be detected, what it needs, who agrees."""
    from truebleu.resampling.agreement import agreement
    from truebleu.resampling.power import detectable, needed

    error, difference = spread.standard_error(a, b), spread.difference(a, b)
    smallest = detectable(error, plan.level, plan.power)
    share = None if curve is None else agreement(curve, difference)
    enough = needed(spread.units, difference, smallest, plan.level)
    return error, smallest, enough, share


def _p_value(reached: int, trials: int, exact: bool) -> float:
    """All assignments hold the observed one already; a sample is given it."""
    return reached / trials if exact else (reached + 1) / (trials + 1)


def _ranks(
    metric: Metric[Any],
    names: Sequence[str],
    systems: Sequence[Counted],
    pairs: Sequence[Pair],
    level: float,
) -> list[int]:
    p_values = {frozenset((pair.first, pair.second)): pair.holm for pair in pairs}
    sign = 1 if metric.higher_is_better else -1
    order = sorted(range(len(names)), key=lambda i: -sign * systems[i].value)

    def beats(a: int, b: int) -> bool:
        return p_values[frozenset((names[a], names[b]))] <= level

    return clusters(order, beats)
