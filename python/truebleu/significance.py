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

from truebleu import _native
from truebleu.comparison import Comparison, MetricComparison, Pair, PeerResult, SystemScore
from truebleu.errors import ConfigurationError, InputError, allowed
from truebleu.metrics.base import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.settings import check_choice, check_count, check_threads
from truebleu.resampling.multiple import clusters, holm
from truebleu.resampling.systems import batches, count, document_numbers
from truebleu.signature import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from truebleu.inputs import Batch
    from truebleu.scores import Score

    Counted = Callable[[int, int], object]

__all__ = ["BOOTSTRAPS", "COMPATIBLE", "TESTS", "compare"]

TESTS = ("ar", "bootstrap")
BOOTSTRAPS = ("multinomial", "poisson")
COMPATIBLE = ("sacrebleu",)
MOST_TRIALS = 10**9
MOST_SEED = 2**64 - 1


class _Plan:
    """How to test, checked."""

    def __init__(
        self,
        *,
        seed: Any,
        test: Any,
        trials: Any,
        resamples: Any,
        confidence: Any,
        threads: Any,
        bootstrap: Any,
        compatible: Any,
        progress: Counted | None,
    ) -> None:
        self.seed = _check_seed(seed)
        self.test = check_choice("test", test, {name: name for name in TESTS})
        self.trials = check_count("trials", trials, MOST_TRIALS)
        self.resamples = check_count("resamples", resamples, MOST_TRIALS)
        self.confidence = _check_confidence(confidence)
        self.threads = check_threads(threads)
        self.bootstrap = check_choice("bootstrap", bootstrap, {name: name for name in BOOTSTRAPS})
        known = {name: name for name in COMPATIBLE}
        self.compatible = (
            None if compatible is None else check_choice("compatible", compatible, known)
        )
        self.progress = progress

    def signature(self, segments: int, units: Sequence[int] | None) -> Signature:
        """All that is needed to get the numbers again."""
        trials = [("trials", str(self.trials))] if self.test == "ar" else []
        compatible = [("compatible", self.compatible)] if self.compatible else []
        documents = [] if units is None else [("documents", str(max(units) + 1))]
        return Signature(
            [
                ("test", self.test),
                *trials,
                ("resamples", str(self.resamples)),
                ("bootstrap", self.bootstrap),
                ("confidence", repr(self.confidence)),
                ("seed", str(self.seed)),
                ("segments", str(segments)),
                *documents,
                *compatible,
                ("version", f"truebleu-{_native.__version__}"),
            ]
        )


def compare(  # noqa: PLR0913  keywords, one for each part of the plan
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
    compatible: str | None = None,
    documents: Any = None,
    progress: Counted | None = None,
) -> Comparison:
    """Compare systems on the same references: all pairs, with intervals, p-values and clusters.

    Args:
        systems: the hypotheses of each system by its name; each as `BLEU.corpus_score` takes them.
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
        compatible: "sacrebleu" also gives what sacreBLEU 2.6 has for this seed, to the last digit.
        documents: the name of each segment's document; whole documents are then swapped and
            drawn, for their segments are not independent. None: segments are.
        progress: called now and then with how many blocks of trials of how many are done, for each
            metric's intervals and test.

    Raises:
        InputError: a text is wrong, fewer than two segments, systems of different lengths.
        ConfigurationError: a setting is wrong, or there are fewer than two systems.
    """
    plan = _Plan(
        seed=seed,
        test=test,
        trials=trials,
        resamples=resamples,
        confidence=confidence,
        threads=threads,
        bootstrap=bootstrap,
        compatible=compatible,
        progress=progress,
    )
    named = _check_systems(systems, baseline)
    wanted = _check_metrics(metrics)
    ready = batches(named, references)
    segments = len(next(iter(ready.values())))
    units = None if documents is None else document_numbers(documents, segments)
    if units is not None and compatible is not None:
        raise ConfigurationError(f"compatible={compatible!r} cannot be had with documents")
    found = tuple(_one_metric(metric, ready, units, plan) for metric in wanted)
    return Comparison(found, plan.signature(segments, units))


def _one_metric(
    metric: Metric[Any],
    ready: Mapping[str, Batch],
    units: Sequence[int] | None,
    plan: _Plan,
) -> MetricComparison:
    counted = [count(metric, batch, name, plan.threads) for name, batch in ready.items()]
    scores = [score for _, score in counted]
    effective = metric.uses_effective_order(sentence=False)
    native = _native.Resampling(
        metric.of_tokens,
        effective,
        [parts for parts, _ in counted],
        units,
    )
    names = list(ready)
    spread = _Spread(native, scores, plan)
    pairs = _pairs(names, native, spread, plan)
    ranks = _ranks(metric, names, scores, pairs, 1 - plan.confidence)
    systems = tuple(
        SystemScore(name, scores[i], *spread.of_system(i), ranks[i]) for i, name in enumerate(names)
    )
    peer = _as_sacrebleu(metric, names, [parts for parts, _ in counted], plan)
    return MetricComparison(scores[0].metric, scores[0].signature, systems, pairs, peer)


def _as_sacrebleu(
    metric: Metric[Any],
    names: Sequence[str],
    rows: Sequence[Sequence[_native.Array]],
    plan: _Plan,
) -> tuple[PeerResult, ...]:
    """What sacreBLEU says, where it was asked for."""
    if plan.compatible is None:
        return ()
    import numpy as np

    from truebleu.resampling import sacrebleu

    sacrebleu.check(metric, plan.seed)
    joined = [np.concatenate([np.asarray(part) for part in parts]) for parts in rows]
    p_values: list[float | None]
    if plan.test == "ar":
        p_values = [None, *sacrebleu.randomization(metric, joined, plan.seed, plan.trials)]
        pairs = zip(names, p_values, strict=True)
        return tuple(PeerResult(name, p, None, None) for name, p in pairs)
    found, spreads = sacrebleu.bootstrap(metric, joined, plan.seed, plan.resamples)
    p_values = [None, *found]
    triples = zip(names, p_values, spreads, strict=True)
    return tuple(PeerResult(name, p, *map(float, spread)) for name, p, spread in triples)


class _Spread:
    """How scores and differences vary over resamples."""

    def __init__(self, native: _native.Resampling, scores: Sequence[Score], plan: _Plan) -> None:
        import numpy as np

        self._observed = [score.value for score in scores]
        self._confidence = plan.confidence
        values = native.bootstrap(
            plan.resamples, plan.seed, plan.bootstrap, plan.threads, plan.progress
        )
        self._values: NDArray[np.float64] = np.asarray(values).T.copy()
        self._without: NDArray[np.float64] = np.asarray(native.leave_one_out(plan.threads)).T.copy()

    def of_system(self, i: int) -> tuple[tuple[float, float], tuple[float, float] | None]:
        """The percentile and the BCa interval of a score."""
        return self._intervals(self._values[i], self._observed[i], self._without[i])

    def difference(self, first: int, second: int) -> float:
        """The observed difference."""
        return self._observed[second] - self._observed[first]

    def reached(self, first: int, second: int) -> int:
        """In how many resamples the centred difference is as large as the observed one."""
        from truebleu.resampling.intervals import centred_reached

        return centred_reached(self._differences(first, second), self.difference(first, second))

    def of_pair(
        self, first: int, second: int
    ) -> tuple[tuple[float, float], tuple[float, float] | None]:
        """The percentile and the BCa interval of a difference."""
        return self._intervals(
            self._differences(first, second),
            self.difference(first, second),
            self._without[second] - self._without[first],
        )

    def _intervals(
        self, values: NDArray[np.float64], observed: float, without: NDArray[np.float64]
    ) -> tuple[tuple[float, float], tuple[float, float] | None]:
        from truebleu.resampling.intervals import bca, percentile

        return (
            percentile(values, self._confidence),
            bca(values, observed, without, self._confidence),
        )

    def _differences(self, first: int, second: int) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self._values[second] - self._values[first]
        return found


def _pairs(
    names: Sequence[str], native: _native.Resampling, spread: _Spread, plan: _Plan
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
        )
        for i, (a, b) in enumerate(places)
    )


def _p_value(reached: int, trials: int, exact: bool) -> float:
    """All assignments hold the observed one already; a sample is given it."""
    return reached / trials if exact else (reached + 1) / (trials + 1)


def _ranks(
    metric: Metric[Any],
    names: Sequence[str],
    scores: Sequence[Score],
    pairs: Sequence[Pair],
    level: float,
) -> list[int]:
    p_values = {frozenset((pair.first, pair.second)): pair.holm for pair in pairs}
    sign = 1 if metric.higher_is_better else -1
    order = sorted(range(len(names)), key=lambda i: -sign * scores[i].value)

    def beats(a: int, b: int) -> bool:
        return p_values[frozenset((names[a], names[b]))] <= level

    return clusters(order, beats)


def _check_systems(systems: Any, baseline: str | None) -> dict[str, Any]:
    if not hasattr(systems, "items"):
        raise InputError(
            "systems is no mapping: hand over the hypotheses of each system by its name, "
            '{"base": [...], "new": [...]}'
        )
    named = dict(systems.items())
    if len(named) < 2:
        raise ConfigurationError(f"a comparison needs two systems at least, there is {len(named)}")
    if not all(isinstance(name, str) for name in named):
        raise ConfigurationError("the names of systems are texts")
    if baseline is None:
        return named
    if baseline not in named:
        raise ConfigurationError(allowed("baseline", baseline, named))
    return {baseline: named.pop(baseline), **named}


def _check_metrics(metrics: Any) -> list[Metric[Any]]:
    if metrics is None:
        return [BLEU()]
    wanted = [metrics] if isinstance(metrics, Metric) else metrics
    if isinstance(wanted, str) or not hasattr(wanted, "__iter__"):
        wanted = [wanted]
    found = list(wanted)
    wrong = [metric for metric in found if not isinstance(metric, Metric)]
    if wrong or not found:
        what = repr(wrong[0]) if wrong else "an empty list"
        raise ConfigurationError(
            f"metrics: {what} is no metric; hand over BLEU() or a list of such"
        )
    return found


def _check_seed(seed: Any) -> int:
    whole = hasattr(seed, "__index__") and not isinstance(seed, bool)
    if not whole or not 0 <= seed.__index__() <= MOST_SEED:
        raise ConfigurationError(f"seed={seed!r}: allowed are whole numbers from 0 to 2**64 - 1")
    return int(seed)


def _check_confidence(confidence: Any) -> float:
    try:
        number = float(confidence)
    except (TypeError, ValueError):
        number = 0.0
    if isinstance(confidence, (bool, str)) or not 0 < number < 1:
        raise ConfigurationError(
            f"confidence={confidence!r}: allowed are numbers above 0 and below 1, such as 0.95"
        )
    return number
