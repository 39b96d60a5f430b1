"""Is one system better than another? `compare` says how sure one can be.

>>> references = ["the cat sat on the mat", "it rained all day", "nobody came to the party"]
>>> base = ["the cat sat on mat", "it rained for all the day", "nobody came"]
>>> new = ["the cat sat on the mat", "it rained all day", "nobody came to the party ."]
>>> comparison = compare({"base": base, "new": new}, references)
>>> pair = comparison[0].pair("base", "new")
>>> round(pair.difference, 2), pair.p_value, pair.exact
(56.58, 0.25, True)
"""

from __future__ import annotations

from truebleu.comparison import Comparison, Given, MetricComparison
from truebleu.errors import ConfigurationError
from truebleu.findings import PeerResult
from truebleu.resampling.given import (
    batches,
    check_enough,
    check_metrics,
    check_systems,
    document_numbers,
)
from truebleu.resampling.plan import BOOTSTRAPS, COMPATIBLE, SWAPS, TESTS, Plan
from truebleu.resampling.runs import check_equal, each_run, swapped
from truebleu.resampling.systems import check_same, count, scored
from truebleu.sequences import as_list
from truebleu.verdicts import found

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from truebleu import _native
    from truebleu.metrics.base import Metric
    from truebleu.metrics.nist import NIST
    from truebleu.resampling.rows import Rows
    from truebleu.resampling.systems import Counted
    from truebleu.signature import Signature

    Told = Callable[[int, int], object]

__all__ = ["BOOTSTRAPS", "COMPATIBLE", "SWAPS", "TESTS", "compare", "compare_counted"]


def compare(  # noqa: PLR0913  keywords, one for each part of the plan
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
    progress: Told | None = None,
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
        power: the share of test sets that are to show a difference, for `Pair.detectable` and
            `Pair.needed`.
        compatible: "sacrebleu" also gives what sacreBLEU 2.6 has for this seed, to the last digit.
        documents: the name of each segment's document; whole documents are then swapped and
            drawn, for their segments are not independent. None: segments are.
        progress: called now and then with how many blocks of trials of how many are done, for each
            metric's intervals and test.

    Raises:
        InputError: a text is wrong, fewer than two segments, systems of different lengths.
        ConfigurationError: a setting is wrong, or there are fewer than two systems.
    """
    plan = Plan(
        seed=seed,
        test=test,
        trials=trials,
        resamples=resamples,
        confidence=confidence,
        threads=threads,
        bootstrap=bootstrap,
        swap=swap,
        power=power,
        compatible=compatible,
        progress=progress,
    )
    named = check_systems(systems, baseline)
    wanted = check_metrics(metrics)
    ready = batches(named, references)
    runs = {name: len(each) for name, each in ready.items()}
    segments = len(next(iter(ready.values()))[0])

    def counted(number: int) -> list[Counted]:
        return count(wanted[number], ready, plan.threads)

    tokens = any(batch.tokens for each in ready.values() for batch in each)
    if documents is not None and not isinstance(documents, str):
        documents = as_list(documents, "documents")
    compared = _compared(wanted, runs, segments, documents, plan, counted, tokens=tokens)
    return Comparison(*compared, given=Given(ready, wanted, documents))


def compare_counted(
    systems: Mapping[str, Sequence[Sequence[Rows]]],
    segments: int,
    metrics: Sequence[Metric[Any]],
    **settings: Any,
) -> Comparison:
    """Compare systems that were counted already.

    `systems` holds for each system the rows of each run by each metric, which are given up on the
    way. `settings` are keywords of `compare`, and what is raised is what it raises.
    """
    chosen = {**(compare.__kwdefaults__ or {}), **settings}
    documents, baseline = chosen.pop("documents"), chosen.pop("baseline")
    plan = Plan(**chosen)
    named = check_systems(systems, baseline)
    wanted = check_metrics(metrics)
    check_enough(segments)
    runs = {name: len(each) for name, each in named.items()}

    def counted(number: int) -> list[Counted]:
        of_metric = {name: [run[number] for run in each] for name, each in named.items()}
        return scored(wanted[number], of_metric, segments)

    return Comparison(*_compared(wanted, runs, segments, documents, plan, counted, tokens=False))


def _compared(
    metrics: Sequence[Metric[Any]],
    runs: Mapping[str, int],
    segments: int,
    documents: Any,
    plan: Plan,
    counted: Callable[[int], list[Counted]],
    *,
    tokens: bool,
) -> tuple[tuple[MetricComparison, ...], Signature]:
    """Compare by every metric; `counted` gives the systems, each with its runs, by one of them.

    `tokens` says that segments are lists of tokens.
    """
    units = None if documents is None else document_numbers(documents, segments)
    _check_together(plan, runs, units)
    if plan.compatible is not None:
        _check_compatible(metrics, plan.seed, tokens=tokens)
    results = tuple(
        _one_metric(metric, list(runs), counted(number), segments, units, plan)
        for number, metric in enumerate(metrics)
    )
    return results, plan.signature(segments, units, list(runs.values()))


def _check_together(plan: Plan, runs: Mapping[str, int], units: Sequence[int] | None) -> None:
    """Refuse what cannot be had together."""
    if plan.compatible is not None:
        odd = "documents" if units is not None else "several runs" if max(runs.values()) > 1 else ""
        if odd:
            raise ConfigurationError(f"compatible={plan.compatible!r} cannot be had with {odd}")
    if plan.swap == "runs" and plan.test == "ar":
        check_equal(runs)


def _check_compatible(metrics: Sequence[Metric[Any]], seed: int, *, tokens: bool) -> None:
    """Refuse what sacreBLEU does not have, before any work."""
    from truebleu.resampling import sacrebleu

    for metric in metrics:
        sacrebleu.check(metric, seed, tokens=tokens)


def _one_metric(
    metric: Metric[Any],
    names: Sequence[str],
    systems: Sequence[Counted],
    segments: int,
    units: Sequence[int] | None,
    plan: Plan,
) -> MetricComparison:
    signature = systems[0].score.signature
    for name, system in zip(names, systems, strict=True):
        check_same(signature, system.score.signature, repr(name))
    peer = _as_sacrebleu(metric, names, [system.rows[0] for system in systems], plan)
    native = of_runs = each_run(metric, systems, units)
    if max(len(system.rows) for system in systems) > 1:
        native = swapped(metric, systems, units, segments, plan.swap)
    for system in systems:
        system.forget_rows()
    return found(metric, names, systems, (native, of_runs), plan, peer)


def _as_sacrebleu(
    metric: Metric[Any],
    names: Sequence[str],
    rows: Sequence[Sequence[_native.Array]],
    plan: Plan,
) -> tuple[PeerResult, ...]:
    """What sacreBLEU says, where it was asked for."""
    if plan.compatible is None:
        return ()
    import numpy as np

    from truebleu.resampling import sacrebleu

    joined = [
        np.concatenate([np.asarray(part) for part in parts], dtype=np.int64) for parts in rows
    ]
    p_values: list[float | None]
    if plan.test == "ar":
        p_values = [None, *sacrebleu.randomization(metric, joined, plan.seed, plan.trials)]
        pairs = zip(names, p_values, strict=True)
        return tuple(PeerResult(name, p, None, None) for name, p in pairs)
    values, spreads = sacrebleu.bootstrap(metric, joined, plan.seed, plan.resamples)
    p_values = [None, *values]
    triples = zip(names, p_values, spreads, strict=True)
    return tuple(PeerResult(name, p, *map(float, spread)) for name, p, spread in triples)
