"""sacreBLEU's significance tests with bit-identical results, for `compatible="sacrebleu"`.

The functions reproduce `sacrebleu/significance.py` of sacreBLEU 2.6 under NumPy 2. This includes
its strict `>` in the count of extreme trials, its centering and its float32 arithmetic. The
documentation explains how sacreBLEU's tests differ from truebleu's.

The Rust core draws NumPy's random numbers and computes the scores. The exception is TER with a
number of references such as 3, where NumPy computes the scores. A float cannot store a mean
reference length such as 22/3 exactly, so the sum of these lengths depends on the order of NumPy's
additions.

In all functions, `rows` has one array per system, with the sufficient statistics of each segment.
The first system is the baseline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truebleu import _native
from truebleu.errors import ConfigurationError
from truebleu.metrics.base.layout import AVERAGE_PARTS
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.chrf import CHRF
from truebleu.metrics.ter import TER

BLOCK = 32  # trials: a multiple of 32, because NumPy draws 32 swaps at once
EXACT_PARTS = AVERAGE_PARTS // 16  # float64 adds multiples of 1/16 without rounding
SMOOTHINGS = ("none", "floor", "add-k", "exp")
TOKENIZERS = (
    "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "flores101", "flores200",
    "spBLEU-1K",
)  # fmt: skip


def check(metric: Metric[Any], seed: int, *, tokens: bool = False) -> None:
    """Raise `ConfigurationError` if sacreBLEU does not support the metric or the seed.

    sacreBLEU does not support the seed 0. Pass `tokens=True` if the segments are lists of tokens.
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
    """Name the metric or setting that sacreBLEU lacks; return None if it supports `metric`."""
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
    metric: Metric[Any], rows: Sequence[NDArray[Any]], seed: int, trials: int
) -> list[float]:
    """Return the p-values of sacreBLEU's randomization test.

    The result has one p-value for each system except the baseline. `rows` has one array per system,
    the baseline first. An array has the sufficient statistics of each segment.
    """
    if isinstance(metric, TER) and not all(map(_has_exact_sums, rows)):
        counts = list(_ter_randomization([_ter_statistics(table) for table in rows], seed, trials))
    else:
        native = _resampling(metric, rows)
        counts = native.sacrebleu_randomization(trials, *_generator_state(seed), threads=1)
    return [(n_extreme + 1) / (trials + 1) for n_extreme in counts]


def bootstrap(
    metric: Metric[Any], rows: Sequence[NDArray[Any]], seed: int, resamples: int
) -> tuple[list[float], list[tuple[Any, Any]]]:
    """Return the p-values of sacreBLEU's bootstrap test, and a (mean, half width) pair per system.

    There is one p-value for each system except the baseline. The mean is the mean of the resampled
    scores. The half width is half the width of their 95% confidence interval. Both numbers have the
    same NumPy types as in sacreBLEU.

    `rows` has one array per system, the baseline first. An array has the sufficient statistics of
    each segment.
    """
    if rows[0].dtype.kind == "f":
        observed = [float(_ter(table.sum(axis=0)[None])[0]) for table in rows]
    else:
        observed = _resampling(metric, rows).sacrebleu_values()
    base, *systems = _resampled(metric, rows, seed, resamples)
    p_values = []
    for system, score in zip(systems, observed[1:], strict=True):
        differences = np.abs(system - base)
        is_extreme = differences - differences.mean() > abs(observed[0] - score)
        p_values.append((int(np.count_nonzero(is_extreme)) + 1) / (resamples + 1))
    return p_values, [_spread(scores) for scores in (base, *systems)]


def randomization_spreads(
    metric: Metric[Any], rows: Sequence[NDArray[Any]], seed: int, trials: int, resamples: int
) -> list[tuple[Any, Any]]:
    """Return the (mean, half width) pairs that sacreBLEU computes with `n_ar_confidence`.

    There is one pair per system. The mean is the mean score over bootstrap resamples. The half
    width is half the width of the 95% confidence interval.

    For the baseline, sacreBLEU draws the resamples with a new random generator. For any other
    system, it draws them with the generator that has drawn the swaps of this system.
    """
    base = _resampled(metric, rows[:1], seed, resamples)
    systems = _resampled(metric, rows[1:], seed, resamples, swapped_trials=trials)
    return [_spread(scores) for scores in (*base, *systems)]


def resampled_scores(
    metric: Metric[Any], rows: NDArray[Any], seed: int, resamples: int
) -> NDArray[Any]:
    """Return one system's score in each bootstrap resample, in sacreBLEU's float type.

    `rows` has the sufficient statistics of each segment.
    """
    return _resampled(metric, [rows], seed, resamples)[0]


def _resampled(
    metric: Metric[Any],
    rows: Sequence[NDArray[Any]],
    seed: int,
    resamples: int,
    *,
    swapped_trials: int = 0,
) -> list[NDArray[Any]]:
    """Return one array of resampled scores per system.

    Before the resamples, the random generator draws the swaps of `swapped_trials` randomization
    trials. These swaps are not used, but they change the state of the generator.
    """
    if not rows:
        return []
    if rows[0].dtype.kind == "f":
        return [_ter_scores(table, seed, resamples, swapped_trials) for table in rows]
    values, are_single = _resampling(metric, rows).sacrebleu_bootstrap(
        resamples, *_generator_state(seed), swapped_trials
    )
    columns = np.asarray(values).T
    return [
        # Contiguous, because the order of NumPy's additions depends on the layout.
        np.ascontiguousarray(column, np.float32 if is_single else np.float64)
        for column, is_single in zip(columns, are_single, strict=True)
    ]


def _resampling(metric: Metric[Any], rows: Sequence[NDArray[Any]]) -> _native.Resampling:
    arrays = [
        [_native.Array.of_rows(np.asarray(system, np.int64).tobytes(), system.shape[1])]
        for system in rows
    ]
    effective = metric.uses_effective_order(sentence=False)
    return _native.Resampling(metric.of_tokens, effective, arrays, None)


def _generator_state(seed: int) -> tuple[int, int]:
    """Return the state and the increment of NumPy's default generator for a seed."""
    state = np.random.default_rng(seed).bit_generator.state["state"]
    return state["state"], state["inc"]


def _spread(values: NDArray[Any]) -> tuple[Any, Any]:
    """Return the mean of the values and half the width of their 95% percentile interval."""
    ordered = np.sort(values)
    outside = len(ordered) // 40
    half_width = 0.5 * (ordered[len(ordered) - outside - 1] - ordered[outside])
    return ordered.mean(), half_width


# TER with mean reference lengths that are rounded when they are added


def _has_exact_sums(rows: NDArray[Any]) -> bool:
    return rows.dtype.kind == "i" and not np.any(rows[:, 1] % EXACT_PARTS)


def _ter_statistics(rows: NDArray[Any]) -> NDArray[Any]:
    """Return TER's sufficient statistics with the reference lengths in units of one word.

    An integer array stores lengths in units of 1 / `AVERAGE_PARTS` of a word. A float array stores
    them in words, so it is returned unchanged.
    """
    return rows if rows.dtype.kind == "f" else rows / [1, AVERAGE_PARTS]


def _ter(sums: NDArray[Any]) -> NDArray[Any]:
    """Return the TER score of each row of `sums`, in the float type of `sums`.

    A row is (number of edits, reference length).
    """
    edits, lengths = sums.T
    scores: NDArray[Any] = np.where(edits > 0, sums.dtype.type(100), sums.dtype.type(0))
    has_length = lengths > 0
    scores[has_length] = 100 * (edits[has_length] / lengths[has_length])
    return scores


def _ter_randomization(rows: Sequence[NDArray[Any]], seed: int, trials: int) -> Iterator[int]:
    base = rows[0]
    for system in rows[1:]:
        observed = abs(_ter(base.sum(axis=0)[None]) - _ter(system.sum(axis=0)[None]))
        n_extreme = 0
        for swaps in _swaps(np.random.default_rng(seed), trials, len(base)):
            first = _ter(swaps @ base + ~swaps @ system)
            second = _ter(~swaps @ base + swaps @ system)
            n_extreme += int(np.count_nonzero(np.abs(first - second) > observed))
        yield n_extreme


def _ter_scores(rows: NDArray[Any], seed: int, resamples: int, swapped_trials: int) -> NDArray[Any]:
    generator = np.random.default_rng(seed)
    for _ in _swaps(generator, swapped_trials, len(rows)):
        pass
    single = rows.astype(np.float32)
    draws = (generator.choice(len(rows), size=len(rows)) for _ in range(resamples))
    sums = np.array([single[drawn].sum(0) for drawn in draws])
    # The score of a resample without reference words is a Python float, so the array is float64.
    return _ter(sums).astype(np.float32 if np.all(sums[:, 1] > 0) else np.float64)


def _swaps(
    generator: np.random.Generator, trials: int, segments: int
) -> Iterator[NDArray[np.bool_]]:
    for start in range(0, trials, BLOCK):
        count = min(BLOCK, trials - start)
        yield generator.integers(2, size=(count, segments), dtype=bool)
