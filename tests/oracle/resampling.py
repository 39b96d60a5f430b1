"""Significance tests written from their definitions: one trial and one segment at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import product

Row = Sequence[int]
Value = Callable[[Row], float]

WORD = 2**32
SWAP, INDEX, POISSON = 1, 2, 3


def philox(seed: int, counter: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the four words of Philox4x32-10 (Salmon et al. 2011)."""
    a, b, c, d = counter
    key = [seed % WORD, seed // WORD]
    for _ in range(10):
        first, second = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = (
            second // WORD ^ b ^ key[0],
            second % WORD,
            first // WORD ^ d ^ key[1],
            first % WORD,
        )
        key = [(key[0] + 0x9E3779B9) % WORD, (key[1] + 0xBB67AE85) % WORD]
    return a, b, c, d


def swapped(seed: int, unit: int, trial: int) -> bool:
    word = philox(seed, (trial // 128, unit, 0, SWAP))[trial % 128 // 32]
    return bool(word >> trial % 32 & 1)


def drawn(seed: int, units: int, resample: int) -> list[int]:
    """Return the indices of the units in a resample of the multinomial bootstrap."""
    indices = []
    for draw in range(units):
        attempt = 0
        while True:
            product_ = philox(seed, (draw // 4, attempt, resample, INDEX))[draw % 4] * units
            if product_ % WORD >= WORD % units:
                break
            attempt += 1
        indices.append(product_ // WORD)
    return indices


def poisson_weight(seed: int, unit: int, resample: int) -> int:
    """Return how often a unit is in a resample of the Poisson bootstrap.

    The count is drawn by inversion of the distribution function with 32 random bits.
    """
    word = philox(seed, (resample // 4, unit % WORD, unit // WORD, POISSON))[resample % 4]
    weight, term, cumulative = 0, Decimal(-1).exp(), Decimal(-1).exp()
    while word >= round(cumulative * WORD):
        weight += 1
        term /= weight
        cumulative += term
    return weight


def poisson_bootstrap(rows: Sequence[Row], value: Value, seed: int, resamples: int) -> list[float]:
    """Return the scores in the resamples of the Poisson bootstrap that are not empty."""
    all_weights = [
        [poisson_weight(seed, unit, resample) for unit in range(len(rows))]
        for resample in range(resamples)
    ]
    return [
        value(
            sum_of(
                [
                    [weight * count for count in row]
                    for weight, row in zip(weights, rows, strict=True)
                ]
            )
        )
        for weights in all_weights
        if any(weights)
    ]


def sum_of(rows: Sequence[Row]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def randomization_p(
    first: Sequence[Row], second: Sequence[Row], value: Value, seed: int, trials: int
) -> tuple[float, bool]:
    """Return the p-value of two systems, and whether the test is exact."""

    def difference(swaps: Sequence[bool]) -> float:
        ours = [b if swap else a for a, b, swap in zip(first, second, swaps, strict=True)]
        theirs = [a if swap else b for a, b, swap in zip(first, second, swaps, strict=True)]
        return abs(value(sum_of(ours)) - value(sum_of(theirs)))

    units = len(first)
    observed = difference([False] * units)
    observed -= 100 * 2.0**-52 * observed  # tolerance for rounding
    differing = [unit for unit in range(units) if list(first[unit]) != list(second[unit])]
    if 2 ** max(len(differing) - 1, 0) <= trials:
        n_extreme = 0
        for choice in product([False, True], repeat=len(differing)):
            swaps = [False] * units
            for unit, swap in zip(differing, choice, strict=True):
                swaps[unit] = swap
            n_extreme += difference(swaps) >= observed
        return n_extreme / 2 ** len(differing), True
    n_extreme = sum(
        difference([swapped(seed, unit, trial) for unit in range(units)]) >= observed
        for trial in range(trials)
    )
    return (n_extreme + 1) / (trials + 1), False


def bootstrap(rows: Sequence[Row], value: Value, seed: int, resamples: int) -> list[float]:
    """Return the scores of a system in the resamples of the multinomial bootstrap."""
    return [
        value(sum_of([rows[unit] for unit in drawn(seed, len(rows), resample)]))
        for resample in range(resamples)
    ]
