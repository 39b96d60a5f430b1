"""Is one system better than another, and how sure is a score: `compare`, `confidence_interval`.

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

from truebleu.errors import ConfigurationError, warn_user
from truebleu.inputs.arguments import check_progress
from truebleu.inputs.systems import (
    batches,
    check_enough,
    check_enough_for_interval,
    check_systems,
)
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.nist import NIST
from truebleu.metrics.registry import check_metrics
from truebleu.significance.options import CompareOptions, ProgressCallback
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

NAME = "hypotheses"
"""What errors call the only system of a confidence interval."""


def compare(  # noqa: PLR0913  keywords, one for each option
    systems: Mapping[str, Any],
    references: Any,
    metrics: Metric[Any] | NIST | Sequence[Metric[Any] | NIST] | None = None,
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
    """Compare systems on the same references: all pairs, with intervals, p-values and clusters.

    Args:
        systems: the hypotheses of each system by its name; each as `BLEU.corpus_score` takes them,
            or `Runs(hypotheses, more_hypotheses, ...)` for several runs of one system.
        references: as `BLEU.corpus_score` takes them.
        metrics: one metric or several; BLEU with its defaults when None.
        seed: from 0 to 2**64 - 1; the same seed gives the same numbers, whatever `threads` is.
        test: what gives the p-values: "ar" (paired approximate randomization) or "bootstrap"
            (paired, two-sided, centred).
        trials: of the randomization. Where there are no more assignments, all are gone through.
        resamples: of the bootstrap, which gives the intervals.
        confidence: of the intervals, above 0 and below 1. What is left to 1 is the level at which
            clusters part.
        baseline: the system that the others are held against, which stands first in the result;
            the first of `systems` when None.
        threads: how many threads may count; None lets truebleu choose.
        bootstrap: "multinomial" (as many draws as segments) or "poisson" (each segment a Poisson
            number of times, which shards can do by themselves).
        swap: what changes places in a trial of randomization where systems have several runs:
            "segments" (a segment's outputs of all runs together) or "runs" (each by itself, as
            Clark et al. 2011 have it, which needs equally many runs).
        power: statistical power used for `Pair.min_detectable_difference` and `Pair.n_required`.
        compatible: "sacrebleu" also gives what sacreBLEU 2.6 has for this seed, to the last digit.
        documents: the name of each segment's document; whole documents are then swapped and
            drawn, for their segments are not independent. None: segments are.
        progress: called now and then with how many blocks of trials of how many are done, for each
            metric's intervals and test.

    Warns:
        UserWarning: the trials or resamples are too few for any p-value to reach the level, or for
            the ends of the intervals; each warning names the number that would do.

    Raises:
        InputError: a text is wrong, fewer than two segments, systems of different lengths.
        ConfigurationError: a setting is wrong, or there are fewer than two systems.
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
    metric: Metric[Any] | NIST | None = None,
    *,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 12345,
    bootstrap: str = "multinomial",
    documents: Any = None,
    threads: int | None = None,
) -> ConfidenceInterval:
    """Return a corpus score with its bootstrap confidence interval.

    The interval is the one that `compare` gives this system with the same seed.

    >>> from truebleu import confidence_interval
    >>> hypotheses = ["the cat sat on the mat", "it rained all day", "nobody came to the party"]
    >>> references = ["the cat sat on a mat", "it was raining all day", "nobody came to the party"]
    >>> print(confidence_interval(hypotheses, references, resamples=200))
    BLEU = 59.21 [15.90, 100.00] (95% CI)

    Args:
        hypotheses: as `BLEU.corpus_score` takes them, or `Runs(...)` for several runs.
        references: as `BLEU.corpus_score` takes them.
        metric: any metric; BLEU with its defaults when None.
        confidence: above 0 and below 1.
        resamples: of the bootstrap.
        seed: from 0 to 2**64 - 1; the same seed gives the same numbers, whatever `threads` is.
        bootstrap: "multinomial" or "poisson", as for `compare`.
        documents: the name of each segment's document; whole documents are then drawn.
        threads: how many threads may count; None lets truebleu choose.

    Warns:
        UserWarning: the resamples are too few for the ends of the interval.

    Raises:
        InputError: a text is wrong, or there are fewer than two segments.
        ConfigurationError: a setting is wrong.
    """
    options = CompareOptions(
        confidence=confidence, resamples=resamples, seed=seed, bootstrap=bootstrap, threads=threads
    )
    counted = CountedSystems.of_texts(
        batches({NAME: hypotheses}, references, check_enough_for_interval),
        check_metrics(None if metric is None else [metric]),
        documents=documents,
        threads=options.num_threads,
    )
    (system,) = score_systems(counted, 0, options)
    units = counted.document_numbers()
    settings = options.interval_signature(
        segments=counted.segments, documents=None if units is None else max(units) + 1
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
    """Compare as `compare` does, without Python warnings: `Comparison.warnings` has them."""
    check_progress(progress)
    named = check_systems(systems, options.baseline)
    counted = CountedSystems.of_texts(
        batches(named, references),
        check_metrics(metrics),
        documents=documents,
        threads=options.num_threads,
    )
    return compare_counted(counted, options, progress=progress)


def compare_counted(
    counted: CountedSystems,
    options: CompareOptions,
    *,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Compare systems that are counted once, without Python warnings.

    What is raised is what `compare` raises.
    """
    check_progress(progress)
    names = check_systems(dict.fromkeys(counted.names), options.baseline)
    counted = counted.select(names)
    check_enough(counted.segments)
    units = counted.document_numbers()
    runs = counted.num_runs
    _check_together(options, runs, units)
    if options.compatible is not None:
        _check_compatible(counted.metrics, options.seed, tokens=counted.tokens)
    comparisons = [
        _compare_by_metric(counted, place, units, options, progress)
        for place in range(len(counted.metrics))
    ]
    settings = options.signature(
        segments=counted.segments,
        documents=None if units is None else max(units) + 1,
        runs=list(runs.values()),
    )
    return Comparison(
        metrics=tuple(comparisons),
        settings=settings,
        counted=None if counted.texts is None else counted,
    )


def _check_together(
    options: CompareOptions, runs: Mapping[str, int], units: Sequence[int] | None
) -> None:
    """Refuse what cannot be had together."""
    if options.compatible is not None:
        odd = "documents" if units is not None else "several runs" if max(runs.values()) > 1 else ""
        if odd:
            raise ConfigurationError(f"compatible={options.compatible!r} cannot be had with {odd}")
    if options.swap == "runs" and options.test == "ar":
        check_equal(runs)


def _check_compatible(metrics: Sequence[Metric[Any]], seed: int, *, tokens: bool) -> None:
    """Refuse what sacreBLEU does not have, before any work."""
    from truebleu.significance import sacrebleu

    for metric in metrics:
        sacrebleu.check(metric, seed, tokens=tokens)


def _compare_by_metric(
    counted: CountedSystems,
    place: int,
    units: Sequence[int] | None,
    options: CompareOptions,
    progress: ProgressCallback | None,
) -> MetricComparison:
    metric, names, systems = counted.metrics[place], counted.names, counted.by_metric(place)
    signature = systems[0].score.signature
    for name, system in zip(names, systems, strict=True):
        check_same(signature, system.score.signature, repr(name))
    peer = _as_sacrebleu(metric, names, systems, options)
    native = of_runs = each_run(metric, systems, units)
    if max(len(system.rows) for system in systems) > 1:
        native = swapped(metric, systems, units, counted.segments, options.swap)
    # What resamples has the rows by now: make room, unless `counted` keeps them.
    systems = [replace(system, rows=()) for system in systems]
    return build_metric_comparison(
        metric, names, systems, (native, of_runs), options, progress=progress, peer=peer
    )


def _as_sacrebleu(
    metric: Metric[Any],
    names: Sequence[str],
    systems: Sequence[CountedSystem],
    options: CompareOptions,
) -> tuple[PeerResult, ...]:
    """What sacreBLEU says, where it was asked for."""
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
