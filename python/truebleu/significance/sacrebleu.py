"""sacreBLEU's own significance tests with exactly equal results: `compatible="sacrebleu"`.

They reproduce sacreBLEU 2.6 under NumPy 2 (`sacrebleu/significance.py`), including its strict `>`,
its centering and its float32 arithmetic; the documentation explains how its tests differ from ours.
Random numbers come from NumPy, in blocks, so memory is constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebleu.errors import ConfigurationError
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.chrf import CHRF
from truebleu.metrics.ter import TER

Round = Callable[[float], float]
Formula = Callable[[Any, Round], float]


BLOCK = 32  # trials: a multiple of 32, because NumPy draws 32 swaps at once
EXACT = 2**24  # float32 represents all integers up to this one
EPS = 1e-16
NO_LOG = -9999999999  # sacreBLEU's logarithm of 0
SMOOTHINGS = ("none", "floor", "add-k", "exp")
TOKENIZERS = (
    "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "flores101", "flores200",
    "spBLEU-1K",
)  # fmt: skip


def check(metric: Metric[Any], seed: int, *, tokens: bool = False) -> None:
    """Raise `ConfigurationError` for settings that sacreBLEU does not have.

    `tokens` is whether segments are lists of tokens.
    """
    if not seed:
        raise ConfigurationError(
            "seed=0 is not supported with compatible='sacrebleu', where 0 means no seed. "
            "Use another seed."
        )
    lacking = _lacking(metric, tokens=tokens)
    if lacking:
        raise ConfigurationError(
            f"compatible='sacrebleu' does not support {metric!r}: sacreBLEU has no {lacking}. "
            "Change the metric or leave out compatible."
        )


def _lacking(metric: Metric[Any], *, tokens: bool) -> str | None:
    """Return the setting of a metric that sacreBLEU lacks, in words; None if it has all."""
    if isinstance(metric, TER) and tokens:
        return "TER of token lists"
    if isinstance(metric, (CHRF, TER)):
        return None
    if not isinstance(metric, BLEU):
        return f"{metric.name} (it has BLEU, chrF and TER)"
    settings = metric.settings()
    is_supported = {
        "convention": settings["convention"] == "sacrebleu",
        "average": settings["average"] == "micro",
        "tokenizer": tokens or metric.tokenizer.name in TOKENIZERS,
        "lowercase": settings["lowercase"] in (False, True),
        "smoothing": settings["smoothing"] in SMOOTHINGS,
        "reference_length": settings["reference_length"] == "closest",
        "scale": settings["scale"] == 100,
    }
    wrong = next((name for name, supported in is_supported.items() if not supported), None)
    if wrong == "tokenizer":
        return f"tokenizer {metric.tokenizer.name!r} (it has {', '.join(TOKENIZERS)})"
    if wrong is not None:
        return f"{wrong}={settings[wrong]!r}"
    is_uniform = set(settings["weights"]) == {1 / settings["max_ngram_order"]}
    return None if is_uniform else f"weights={settings['weights']!r} (all of its weights are equal)"


def randomization(
    metric: Metric[Any], rows: Sequence[NDArray[np.int64]], seed: int, trials: int
) -> list[float]:
    """Return the p-value of each system except the first, which is the baseline."""
    formula = _formula(metric)
    statistics = [_statistics(metric, system_rows) for system_rows in rows]
    base = statistics[0]
    p_values = []
    for system in statistics[1:]:
        observed = abs(_score(formula, base) - _score(formula, system))
        n_extreme = 0
        for swaps in _swaps(np.random.default_rng(seed), trials, len(base)):
            first = swaps @ base + ~swaps @ system
            second = ~swaps @ base + swaps @ system
            pairs = zip(first, second, strict=True)
            differences = [abs(formula(a, _integer) - formula(b, _integer)) for a, b in pairs]
            n_extreme += sum(difference > observed for difference in differences)
        p_values.append((n_extreme + 1) / (trials + 1))
    return p_values


def bootstrap(
    metric: Metric[Any], rows: Sequence[NDArray[np.int64]], seed: int, resamples: int
) -> tuple[list[float], list[tuple[Any, Any]]]:
    """Return the p-values of all systems except the first; mean and half-width of each system.

    Mean and half-width have the same NumPy types as in sacreBLEU.
    """
    formula = _formula(metric)
    statistics = [_statistics(metric, system_rows) for system_rows in rows]
    values = [
        _scores(metric, system, np.random.default_rng(seed), resamples) for system in statistics
    ]
    p_values = []
    for system, scores in zip(statistics[1:], values[1:], strict=True):
        observed = abs(_score(formula, statistics[0]) - _score(formula, system))
        differences = np.abs(scores - values[0])
        n_extreme = int(np.count_nonzero(differences - differences.mean() > observed))
        p_values.append((n_extreme + 1) / (resamples + 1))
    return p_values, [_spread(scores) for scores in values]


def randomization_spreads(
    metric: Metric[Any], rows: Sequence[NDArray[np.int64]], seed: int, trials: int, resamples: int
) -> list[tuple[Any, Any]]:
    """Return mean and half-width of each system with randomization (`n_ar_confidence`).

    The resamples of the first system start a random stream; those of the others continue the stream
    of their swaps.
    """
    statistics = [_statistics(metric, system_rows) for system_rows in rows]
    spreads = [_spread(_scores(metric, statistics[0], np.random.default_rng(seed), resamples))]
    for system in statistics[1:]:
        generator = np.random.default_rng(seed)
        for _ in _swaps(generator, trials, len(system)):
            pass
        spreads.append(_spread(_scores(metric, system, generator, resamples)))
    return spreads


def resampled_scores(
    metric: Metric[Any], rows: NDArray[np.int64], seed: int, resamples: int
) -> NDArray[Any]:
    """Return the score of each resample; float32 where sacreBLEU has float32."""
    return _scores(metric, _statistics(metric, rows), np.random.default_rng(seed), resamples)


def _scores(
    metric: Metric[Any],
    statistics: NDArray[Any],
    generator: np.random.Generator,
    resamples: int,
) -> NDArray[Any]:
    formula = _formula(metric)
    rows_and_scores = [
        (row, formula(row, _float32)) for row in _resampled(statistics, generator, resamples)
    ]
    # NumPy makes a float32 array only if no score is a Python float.
    single = not any(_is_python(metric, row, score) for row, score in rows_and_scores)
    scores = [score for _, score in rows_and_scores]
    return np.array(scores, dtype=np.float32 if single else np.float64)


def _is_python(metric: Metric[Any], row: NDArray[Any], score: float) -> bool:
    """Return whether sacreBLEU gives a Python float, not float32: constants, and all of BLEU."""
    if isinstance(metric, BLEU):
        return True
    if isinstance(metric, TER):
        return not row[1] > 0
    if not metric.settings()["eps_smoothing"]:
        return score == 0
    orders = row.reshape(-1, 3).tolist()
    return all(not matches and (left > 0) == (right > 0) for left, right, matches in orders)


def _spread(values: NDArray[Any]) -> tuple[Any, Any]:
    """Return the mean and half the width of the 95% percentile interval."""
    ordered = np.sort(values)
    outside = len(ordered) // 40
    half_width = 0.5 * (ordered[len(ordered) - outside - 1] - ordered[outside])
    return ordered.mean(), half_width


def _swaps(
    generator: np.random.Generator, trials: int, segments: int
) -> Iterator[NDArray[np.bool_]]:
    for start in range(0, trials, BLOCK):
        count = min(BLOCK, trials - start)
        yield generator.integers(2, size=(count, segments), dtype=bool)


def _resampled(
    statistics: NDArray[Any], generator: np.random.Generator, resamples: int
) -> Iterator[NDArray[Any]]:
    """Yield the sums of each resample, added sequentially in float32."""
    segments = len(statistics)
    single = statistics.astype(np.float32)
    has_integers = bool(np.all(statistics == np.floor(statistics)))
    exact = has_integers and segments * float(statistics.max(initial=0)) < EXACT
    for _ in range(resamples):
        drawn = generator.choice(segments, size=segments, replace=True)
        if exact:
            yield np.bincount(drawn, minlength=segments) @ statistics
        else:
            yield single[drawn].sum(0)


def _statistics(metric: Metric[Any], rows: NDArray[np.int64]) -> NDArray[Any]:
    """Return the rows in sacreBLEU's units, where mean reference lengths of TER are fractions.

    Float rows have these units already.
    """
    if rows.dtype.kind == "f":
        return rows
    parts = np.array([column.parts for column in metric.layout])
    return rows if bool(np.all(parts == 1)) else rows / parts


def _score(formula: Formula, statistics: NDArray[Any]) -> float:
    return formula(statistics.sum(axis=0).tolist(), _unrounded)


# Rounding of intermediate results. In sacreBLEU it follows from the types of the sums.


def _unrounded(number: float) -> float:
    return number


def _float32(number: float) -> float:
    return float(np.float32(number))


def _integer(number: float) -> float:
    """Return a float64; add-k truncates, because sacreBLEU writes into an integer array."""
    return number


def _formula(metric: Metric[Any]) -> Formula:
    settings = metric.settings()
    if isinstance(metric, BLEU):
        effective = metric.uses_effective_order(sentence=False)
        return _Bleu(settings, effective=effective)
    if isinstance(metric, TER):
        return _ter
    return _Chrf(settings)


class _Bleu:
    def __init__(self, settings: dict[str, Any], *, effective: bool) -> None:
        self._orders: int = settings["max_ngram_order"]
        self._smoothing: str = settings["smoothing"]
        self._value: float = settings["smoothing_value"] or 0.0
        self._effective = effective

    def __call__(self, row: Iterable[float], rounded: Round) -> float:
        orders = self._orders
        numbers = [float(number) for number in row]
        length, reference = numbers[:2]
        matches, totals = numbers[2 : 2 + orders], numbers[2 + orders :]
        if not any(matches):
            return 0.0
        penalty = 1.0
        if length < reference:
            penalty = exp(1 - reference / length)  # a match implies a length above 0
        precisions, used = self._precisions(matches, totals, rounded)
        total = 0.0
        for precision in precisions[:used]:
            total += log(precision) if precision > 0 else NO_LOG
        return penalty * exp(total / used)

    def _precisions(
        self, matches: list[float], totals: list[float], rounded: Round
    ) -> tuple[list[float], int]:
        orders = self._orders
        precisions = [0.0] * orders
        halvings, used = 1.0, orders
        for n in range(orders):
            match, total = matches[n], totals[n]
            if self._smoothing == "add-k" and n > 0:
                match, total = (self._more(number, rounded) for number in (match, total))
            if total == 0:
                break
            used = n + 1 if self._effective else orders
            if match:
                precisions[n] = rounded(rounded(100 * match) / total)
            elif self._smoothing == "exp":
                halvings *= 2
                precisions[n] = rounded(100 / rounded(halvings * total))
            elif self._smoothing == "floor":
                precisions[n] = rounded(rounded(100 * self._value) / total)
        return precisions, used

    def _more(self, count: float, rounded: Round) -> float:
        more = rounded(count + rounded(self._value))
        return float(int(more)) if rounded is _integer else more


def _ter(row: Iterable[float], rounded: Round) -> float:
    edits, length = map(float, row)
    if length > 0:
        return rounded(100 * rounded(edits / length))
    return 100.0 if edits else 0.0


class _Chrf:
    def __init__(self, settings: dict[str, Any]) -> None:
        self._factor: int = settings["beta"] ** 2
        self._eps: bool = settings["eps_smoothing"]

    def __call__(self, row: Iterable[float], rounded: Round) -> float:
        numbers = [float(number) for number in row]
        orders = [numbers[i : i + 3] for i in range(0, len(numbers), 3)]
        if self._eps:
            return self._smoothed(orders, rounded)
        precision = recall = 0.0
        used = 0
        for hypothesis, reference, matches in orders:
            if hypothesis > 0 and reference > 0:
                precision = rounded(precision + rounded(matches / hypothesis))
                recall = rounded(recall + rounded(matches / reference))
                used += 1
        if not used or not precision + recall:
            return 0.0
        return rounded(100 * self._f(rounded(precision / used), rounded(recall / used), rounded))

    def _f(self, precision: float, recall: float, rounded: Round) -> float:
        top = rounded(rounded((1 + self._factor) * precision) * recall)
        return rounded(top / rounded(rounded(self._factor * precision) + recall))

    def _smoothed(self, orders: list[list[float]], rounded: Round) -> float:
        """Return the score with eps smoothing, a Python float until mixed with float32."""
        score = 0.0
        steps: Round = _unrounded
        for hypothesis, reference, matches in orders:
            rounding = rounded if hypothesis > 0 or reference > 0 else _unrounded
            eps = rounding(EPS)
            precision = rounded(matches / hypothesis) if hypothesis > 0 else eps
            recall = rounded(matches / reference) if reference > 0 else eps
            if rounding(rounding(self._factor * precision) + recall) > 0:
                score += self._f(precision, recall, rounding)
                steps = rounded if rounding is rounded else steps
            else:
                score += EPS
            score = steps(score)
        return steps(steps(100 * score) / len(orders))
