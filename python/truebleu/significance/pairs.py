"""Construction of comparison results (intervals, p-values, clusters) from resampled scores."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.inputs.arguments import ProgressCallback
from truebleu.metrics.base.corpus import NOTE
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import best_first
from truebleu.significance.human_agreement import Curve, curve_for, estimate_agreement
from truebleu.significance.multiple_testing import clusters, holm, permutation_p_value
from truebleu.significance.options import CompareOptions
from truebleu.significance.results import MetricComparison, Pair, PeerResult, SystemScore
from truebleu.significance.systems import CountedSystem, CountedSystems, deviation, each_run

Resampled = _native.Resampling | _native.Shard

if TYPE_CHECKING:
    from truebleu.significance.bootstrap import Spread


def build_metric_comparison(
    metric: Metric[Any],
    names: Sequence[str],
    systems: Sequence[CountedSystem],
    resampled: tuple[Resampled, Resampled],
    options: CompareOptions,
    *,
    progress: ProgressCallback | None = None,
    peer: tuple[PeerResult, ...] = (),
) -> MetricComparison:
    """Return the comparison of systems for one metric.

    `resampled` is a pair of resamplers. The first is for the randomization test. The second is for
    the bootstrap and has the training runs of each system separately. A resampler is a `Resampling`
    or a `Shard`. A `Resampling` has the sufficient statistics of all segments. A `Shard` has the
    resampled sums of a corpus that was counted in shards.

    `names` has the name of each of the `systems`. `peer` has the results of sacreBLEU's tests, if
    they were requested.
    """
    from truebleu.significance.bootstrap import Spread  # late: it needs NumPy

    native, runs = resampled
    score = systems[0].score
    spread = Spread(runs, systems, options, progress)
    curve, note = curve_for(metric, score.signature)
    pairs = _pairs(names, native, spread, options, progress, curve)
    ranks = _ranks(metric, names, systems, pairs, options.level)
    scores = [_system_score(name, systems[i], spread, i, ranks[i]) for i, name in enumerate(names)]
    return MetricComparison(
        metric=score.metric,
        signature=score.signature,
        systems=tuple(scores),
        pairs=pairs,
        sacrebleu=peer,
        human_agreement_note=note,
        weights_note=NOTE if metric.row_source == "corpus" else "",
    )


def score_systems(
    counted_systems: CountedSystems, metric_index: int, options: CompareOptions
) -> tuple[SystemScore, ...]:
    """Return the score and the confidence interval of each system for one metric, without tests.

    `metric_index` is the index of the metric in `counted_systems.metrics`. Because the systems are
    not tested, the field `cluster` is always 1. If there is only one segment, resampling is not
    possible, and both ends of the interval equal the score.
    """
    from truebleu.significance.bootstrap import Spread

    systems = counted_systems.by_metric(metric_index)
    names = counted_systems.names
    if counted_systems.segments < 2:
        return tuple(map(_unresampled, names, systems))
    native = each_run(
        counted_systems.metrics[metric_index], systems, counted_systems.document_numbers()
    )
    spread = Spread(native, systems, options)
    return tuple(_system_score(name, systems[i], spread, i, 1) for i, name in enumerate(names))


def _system_score(
    name: str, system: CountedSystem, spread: Spread, i: int, rank: int
) -> SystemScore:
    interval, bca = spread.of_system(i)
    return SystemScore(
        name=name,
        score=system.score,
        interval=interval,
        bca=bca,
        cluster=rank,
        runs=system.scores,
        s_sel=spread.selection(i),
        s_opt=deviation([run.value for run in system.scores]),
    )


def _unresampled(name: str, system: CountedSystem) -> SystemScore:
    return SystemScore(
        name=name,
        score=system.score,
        interval=(system.value, system.value),
        bca=None,
        cluster=1,
        runs=system.scores,
        s_sel=None,
        s_opt=None,
    )


def _pairs(
    names: Sequence[str],
    native: Resampled,
    spread: Spread,
    options: CompareOptions,
    progress: ProgressCallback | None,
    curve: Curve | None,
) -> tuple[Pair, ...]:
    from truebleu.significance.power import fewest_units, min_detectable_difference, n_required

    index_pairs = list(combinations(range(len(names)), 2))
    if options.test == "ar":
        counts = native.randomization(options.trials, options.seed, options.num_threads, progress)
    else:
        counts = [(spread.n_extreme(*pair), spread.resamples, False) for pair in index_pairs]
    p_values = [permutation_p_value(*count) for count in counts]
    adjusted = holm(p_values)
    n_differing = native.differing()
    pairs = []
    for i, (a, b) in enumerate(index_pairs):
        difference, error = spread.difference(a, b), spread.standard_error(a, b)
        smallest = min_detectable_difference(error, options.level, options.power)
        # If no p-value can reach the significance level, no difference can be detected.
        is_testable = n_differing[i] >= fewest_units(options.level)
        interval, bca = spread.of_pair(a, b)
        n_extreme, trials, exact = counts[i]
        pair = Pair(
            first=names[a],
            second=names[b],
            difference=difference,
            interval=interval,
            bca=bca,
            p_value=p_values[i],
            p_adjusted=adjusted[i],
            n_extreme=n_extreme,
            trials=trials,
            exact=exact,
            n_differing=n_differing[i],
            standard_error=error,
            min_detectable_difference=smallest if is_testable else None,
            n_required=n_required(spread.units, difference, smallest, options.level),
            human_agreement=None if curve is None else estimate_agreement(curve, difference),
            histogram=spread.histogram(a, b),
        )
        pairs.append(pair)
    return tuple(pairs)


def _ranks(
    metric: Metric[Any],
    names: Sequence[str],
    systems: Sequence[CountedSystem],
    pairs: Sequence[Pair],
    level: float,
) -> list[int]:
    p_values = {frozenset((pair.first, pair.second)): pair.p_adjusted for pair in pairs}
    values = [system.value for system in systems]
    order = best_first(values, higher_is_better=metric.higher_is_better)

    def beats(a: int, b: int) -> bool:
        return p_values[frozenset((names[a], names[b]))] <= level

    return clusters(order, beats)
