"""sacreBLEU's paired tests with NumPy, one trial after the other; tests compare the core with it.

Every formula takes a function that rounds each step: to float32 in the bootstrap, where sacreBLEU's
sums are float32; elsewhere it does not round. Nothing is imported from truebleu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

Round = Callable[[float], float]
Formula = Callable[[Any, Round], float]

EPS = 1e-16
NO_LOG = -9999999999  # sacreBLEU's logarithm of 0


def unrounded(number: float) -> float:
    return number


def single(number: float) -> float:
    return float(np.float32(number))


def integer(number: float) -> float:
    """Return the number; add-k checks for this function and truncates, as sacreBLEU does.

    sacreBLEU writes the smoothed counts into an array of integers.
    """
    return number


def randomization(
    formula: Formula, rows: Sequence[NDArray[Any]], seed: int, trials: int
) -> list[float]:
    base = rows[0]
    p_values = []
    for system in rows[1:]:
        sums = [counts.sum(axis=0).tolist() for counts in (base, system)]
        observed = abs(formula(sums[0], unrounded) - formula(sums[1], unrounded))
        swaps = np.random.default_rng(seed).integers(2, size=(trials, len(base)), dtype=bool)
        pairs = zip(swaps @ base + ~swaps @ system, ~swaps @ base + swaps @ system, strict=True)
        differences = [abs(formula(a, integer) - formula(b, integer)) for a, b in pairs]
        n_extreme = sum(difference > observed for difference in differences)
        p_values.append((n_extreme + 1) / (trials + 1))
    return p_values


def resampled_scores(
    formula: Formula, rows: NDArray[Any], seed: int, resamples: int, swapped_trials: int = 0
) -> list[float]:
    generator = np.random.default_rng(seed)
    generator.integers(2, size=(swapped_trials, len(rows)), dtype=bool)
    drawn = [generator.choice(len(rows), size=len(rows)) for _ in range(resamples)]
    return [formula(rows.astype(np.float32)[indices].sum(0), single) for indices in drawn]


class Bleu:
    def __init__(
        self,
        orders: int = 4,
        smoothing: str = "exp",
        value: float = 0.0,
        *,
        effective: bool = False,
    ) -> None:
        self._orders = orders
        self._smoothing = smoothing
        self._value = value
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
                match, total = (self._add_k(number, rounded) for number in (match, total))
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

    def _add_k(self, count: float, rounded: Round) -> float:
        smoothed = rounded(count + rounded(self._value))
        return float(int(smoothed)) if rounded is integer else smoothed


def ter(row: Iterable[float], rounded: Round) -> float:
    edits, length = map(float, row)
    if length > 0:
        return rounded(100 * rounded(edits / length))
    return 100.0 if edits else 0.0


class Chrf:
    def __init__(self, beta: int = 2, *, eps: bool = False) -> None:
        self._factor = beta**2
        self._eps = eps

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
        """Return the score with eps smoothing; it is rounded only after the first float32 term."""
        score = 0.0
        steps: Round = unrounded
        for hypothesis, reference, matches in orders:
            rounding = rounded if hypothesis > 0 or reference > 0 else unrounded
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
