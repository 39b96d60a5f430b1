"""Significance tests and confidence intervals: `compare` and `confidence_interval`.

>>> references = ["the cat sat on the mat", "it rained all day", "nobody came to the party"]
>>> base = ["the cat sat on mat", "it rained for all the day", "nobody came"]
>>> new = ["the cat sat on the mat", "it rained all day", "nobody came to the party ."]
>>> comparison = compare({"base": base, "new": new}, references)
>>> pair = comparison[0].pair("base", "new")
>>> round(pair.difference, 2), pair.p_value, pair.exact
(56.58, 0.25, True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from truebleu.errors import ConfigurationError, InputError, warn_user
from truebleu.inputs.arguments import ProgressCallback, check_progress
from truebleu.inputs.systems import (
    UNNAMED,
    batches,
    check_enough,
    check_enough_for_interval,
    check_systems,
    label,
)
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import OF_TEXTS, check_metrics, not_accepted
from truebleu.significance.options import CompareOptions
from truebleu.significance.pairs import build_metric_comparison, score_systems
from truebleu.significance.results import (
    Comparison,
    ConfidenceInterval,
    MetricComparison,
    PeerResult,
)
from truebleu.significance.systems import (
    CountedSystem,
    CountedSystems,
    check_equal,
    check_same,
    each_run,
    swapped,
)


def compare(  # noqa: PLR0913  keywords, one for each option
    systems: Mapping[str, Any],
    references: Any,
    metrics: Metric[Any] | Sequence[Metric[Any]] | None = None,
    *,
    seed: int = 12345,
    test: str = "ar",
    trials: int = 10_000,
    resamples: int = 1000,
    confidence: float = 0.95,
    baseline: str | None = None,
    threads: int | None = None,
    bootstrap: str = "multinomial",
    swap: str = "segments",
    power: float = 0.8,
    compatible: str | None = None,
    documents: Any = None,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Compare systems on common references: confidence intervals, p-values of all pairs, clusters.

    Args:
        systems: mapping from system name to hypotheses, as for `BLEU.corpus_score`. For several
            runs of one system, map its name to `Runs(hypotheses, more_hypotheses, ...)`.
        references: as for `BLEU.corpus_score`.
        metrics: one metric or a list of metrics; None means `BLEU()`.
        seed: seed of the random numbers, from 0 to 2**64 - 1. Results do not depend on `threads`.
        test: "ar" (paired approximate randomization) or "bootstrap" (paired, two-sided, centered).
        trials: number of randomization trials. If the number of permutations is at most `trials`,
            all permutations are enumerated and the test is exact.
        resamples: number of bootstrap resamples, for the confidence intervals and for the test
            "bootstrap".
        confidence: confidence level, between 0 and 1. The significance level is 1 - confidence.
        baseline: name of the system that other systems are compared with. It comes first in the
            result. None means the first of `systems`.
        threads: number of threads; None means automatic.
        bootstrap: "multinomial" draws as many segments as the corpus has, with replacement.
            "poisson" draws each segment Poisson(1) times, so shards can resample independently.
        swap: what a randomization trial swaps between systems with several runs. "segments" swaps
            the outputs of all runs for a segment together. "runs" swaps each run separately, as in
            Clark et al. 2011. All systems must then have equal numbers of runs.
        power: statistical power used for `Pair.min_detectable_difference` and `Pair.n_required`.
        compatible: "sacrebleu" adds the exact results of sacreBLEU 2.6 for this seed.
        documents: the document name of each segment. Documents are then permuted and resampled as
            blocks, because segments of one document are not independent. None means that single
            segments are permuted and resampled.
        progress: function called after each block of trials or resamples. Its arguments are the
            number of finished blocks and the number of all blocks. Both are counted separately for
            each bootstrap and each randomization test.

    Warns:
        UserWarning: there are too few trials or resamples. With too few, no p-value can reach the
            significance level, or the interval ends are not reliable. Each warning names a
            sufficient number.

    Raises:
        InputError: a text is invalid, there are fewer than 2 segments, or the numbers of segments
            of systems and references differ.
        ConfigurationError: a setting is invalid, or there are fewer than 2 systems.
    """
    options = CompareOptions(
        seed=seed,
        test=test,
        trials=trials,
        resamples=resamples,
        confidence=confidence,
        baseline=baseline,
        threads=threads,
        bootstrap=bootstrap,
        swap=swap,
        power=power,
        compatible=compatible,
    )
    comparison = compare_texts(
        systems, references, metrics, options, documents=documents, progress=progress
    )
    for message in comparison.warnings:
        warn_user(message)
    return comparison


def confidence_interval(
    hypotheses: Any,
    references: Any,
    metric: Metric[Any] | None = None,
    *,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 12345,
    bootstrap: str = "multinomial",
    documents: Any = None,
    threads: int | None = None,
) -> ConfidenceInterval:
    """Return a corpus score with its bootstrap confidence interval.

    `compare` returns the same interval for the same system, references and options.

    >>> from truebleu import confidence_interval
    >>> hypotheses = ["the cat sat on the mat", "it rained all day", "nobody came to the party"]
    >>> references = ["the cat sat on a mat", "it was raining all day", "nobody came to the party"]
    >>> print(confidence_interval(hypotheses, references, resamples=200))
    BLEU = 59.21 [15.90, 100.00] (95% CI)

    Args:
        hypotheses: as for `BLEU.corpus_score`, or `Runs(...)` for several runs of the system.
        references: as for `BLEU.corpus_score`.
        metric: any metric; None means `BLEU()`.
        confidence: confidence level, between 0 and 1.
        resamples: number of bootstrap resamples.
        seed: seed of the random numbers, from 0 to 2**64 - 1; results do not depend on `threads`.
        bootstrap: "multinomial" or "poisson", as for `compare`.
        documents: the document name of each segment; documents are then resampled as blocks.
        threads: number of threads; None means automatic.

    Warns:
        UserWarning: there are too few resamples for reliable interval ends.

    Raises:
        InputError: a text is invalid, or there are fewer than 2 segments.
        ConfigurationError: a setting is invalid.
    """
    options = CompareOptions(
        confidence=confidence, resamples=resamples, seed=seed, bootstrap=bootstrap, threads=threads
    )
    if isinstance(hypotheses, str):
        raise InputError(
            "hypotheses is a str, not a list. Pass one hypothesis per segment, such as "
            '["the first", "the second"].'
        )
    metrics = check_metrics(None if metric is None else [metric], "metric")
    if metrics[0].row_source not in OF_TEXTS:
        raise not_accepted(metric, OF_TEXTS)
    counted_systems = CountedSystems.of_texts(
        batches({UNNAMED: hypotheses}, references, check_enough_for_interval),
        metrics,
        documents=documents,
        threads=options.num_threads,
    )
    (system,) = score_systems(counted_systems, 0, options)
    units = counted_systems.document_numbers()
    settings = options.interval_signature(
        segments=counted_systems.segments, documents=None if units is None else max(units) + 1
    )
    for message in options.interval_warnings():
        warn_user(message)
    low, high = system.interval
    return ConfidenceInterval(
        value=system.value,
        low=low,
        high=high,
        bca=system.bca,
        score=system.score,
        settings=settings,
    )


def compare_texts(
    systems: Mapping[str, Any],
    references: Any,
    metrics: Any,
    options: CompareOptions,
    *,
    documents: Any = None,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Compare systems as `compare` does, but issue no Python warnings.

    `options` has the validated options. All other arguments and all errors are those of `compare`.
    The warnings are in `Comparison.warnings`.
    """
    check_progress(progress)
    hypotheses = check_systems(systems, options.baseline)
    counted_systems = CountedSystems.of_texts(
        batches(hypotheses, references),
        check_metrics(metrics),
        documents=documents,
        threads=options.num_threads,
    )
    return compare_counted(counted_systems, options, progress=progress)


def compare_counted(
    counted_systems: CountedSystems,
    options: CompareOptions,
    *,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Compare systems from their sufficient statistics.

    No Python warnings are issued. The warnings are in `Comparison.warnings`. Raises the same errors
    as `compare`.
    """
    check_progress(progress)
    names = check_systems(dict.fromkeys(counted_systems.names), options.baseline)
    counted_systems = counted_systems.select(names)
    check_enough(counted_systems.segments)
    units = counted_systems.document_numbers()
    runs = counted_systems.num_runs
    _check_combination(options, runs, units)
    if options.compatible is not None:
        _check_compatible(counted_systems.metrics, options.seed, tokens=counted_systems.tokens)
    comparisons = [
        _compare_by_metric(counted_systems, i, units, options, progress)
        for i in range(len(counted_systems.metrics))
    ]
    settings = options.signature(
        segments=counted_systems.segments,
        documents=None if units is None else max(units) + 1,
        runs=list(runs.values()),
    )
    return Comparison(
        metrics=tuple(comparisons),
        settings=settings,
        counted_systems=None if counted_systems.texts is None else counted_systems,
    )


def _check_combination(
    options: CompareOptions, runs: Mapping[str, int], units: Sequence[int] | None
) -> None:
    if options.compatible is not None:
        conflict = "documents" if units is not None else ""
        conflict = conflict or ("several runs" if max(runs.values()) > 1 else "")
        if conflict:
            raise ConfigurationError(
                f"compatible={options.compatible!r} is not supported with {conflict}. "
                "Leave out one of them."
            )
    if options.swap == "runs" and options.test == "ar":
        check_equal(runs)


def _check_compatible(metrics: Sequence[Metric[Any]], seed: int, *, tokens: bool) -> None:
    from truebleu.significance import sacrebleu

    for metric in metrics:
        sacrebleu.check(metric, seed, tokens=tokens)


def _compare_by_metric(
    counted_systems: CountedSystems,
    metric_index: int,
    units: Sequence[int] | None,
    options: CompareOptions,
    progress: ProgressCallback | None,
) -> MetricComparison:
    metric, names, systems = (
        counted_systems.metrics[metric_index],
        counted_systems.names,
        counted_systems.by_metric(metric_index),
    )
    signature = systems[0].score.signature
    for name, system in zip(names, systems, strict=True):
        check_same(signature, system.score.signature, label(name))
    peer = _as_sacrebleu(metric, names, systems, options)
    native = runs = each_run(metric, systems, units)
    if max(len(system.rows) for system in systems) > 1:
        native = swapped(metric, systems, units, counted_systems.segments, options.swap)
    # The resamplers have copies of the rows, so free these unless `counted_systems` caches them.
    systems = [replace(system, rows=()) for system in systems]
    return build_metric_comparison(
        metric, names, systems, (native, runs), options, progress=progress, peer=peer
    )


def _as_sacrebleu(
    metric: Metric[Any],
    names: Sequence[str],
    systems: Sequence[CountedSystem],
    options: CompareOptions,
) -> tuple[PeerResult, ...]:
    if options.compatible is None:
        return ()
    from truebleu.significance import sacrebleu

    joined = [system.table() for system in systems]
    p_values: list[float | None]
    if options.test == "ar":
        p_values = [None, *sacrebleu.randomization(metric, joined, options.seed, options.trials)]
        pairs = zip(names, p_values, strict=True)
        return tuple(PeerResult(name=name, p_value=p, mean=None, ci=None) for name, p in pairs)
    values, spreads = sacrebleu.bootstrap(metric, joined, options.seed, options.resamples)
    p_values = [None, *values]
    triples = zip(names, p_values, spreads, strict=True)
    return tuple(
        PeerResult(name=name, p_value=p, mean=float(mean), ci=float(ci))
        for name, p, (mean, ci) in triples
    )
