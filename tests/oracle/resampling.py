"""Resampling written from the definition: one trial, one segment, one number at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import product

Row = Sequence[int]
Value = Callable[[Row], float]

WORD = 2**32
SWAP, INDEX, POISSON = 1, 2, 3


def philox(seed: int, counter: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Philox4x32-10 of Salmon et al. (2011)."""
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
    """The units that make up a resample of the multinomial bootstrap."""
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
    """How often a unit is in a resample of the Poisson bootstrap: by inversion, of 32 bits."""
    word = philox(seed, (resample // 4, unit % WORD, unit // WORD, POISSON))[resample % 4]
    weight, term, reached = 0, Decimal(-1).exp(), Decimal(-1).exp()
    while word >= round(reached * WORD):
        weight += 1
        term /= weight
        reached += term
    return weight


def poisson_bootstrap(rows: Sequence[Row], value: Value, seed: int, resamples: int) -> list[float]:
    """The scores of a system in the resamples of the Poisson bootstrap that draw any unit."""
    drawn = [
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
        for weights in drawn
        if any(weights)
    ]


def sum_of(rows: Sequence[Row]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def randomization_p(
    first: Sequence[Row], second: Sequence[Row], value: Value, seed: int, trials: int
) -> tuple[float, bool]:
    """The p-value of two systems, and whether it is that of all assignments."""

    def difference(swaps: Sequence[bool]) -> float:
        one = [b if swap else a for a, b, swap in zip(first, second, swaps, strict=True)]
        two = [a if swap else b for a, b, swap in zip(first, second, swaps, strict=True)]
        return abs(value(sum_of(one)) - value(sum_of(two)))

    units = len(first)
    least = difference([False] * units)
    least -= 100 * 2.0**-52 * least
    differing = [unit for unit in range(units) if list(first[unit]) != list(second[unit])]
    if 2 ** max(len(differing) - 1, 0) <= trials:
        reached = 0
        for choice in product([False, True], repeat=len(differing)):
            swaps = [False] * units
            for unit, swap in zip(differing, choice, strict=True):
                swaps[unit] = swap
            reached += difference(swaps) >= least
        return reached / 2 ** len(differing), True
    reached = sum(
        difference([swapped(seed, unit, trial) for unit in range(units)]) >= least
        for trial in range(trials)
    )
    return (reached + 1) / (trials + 1), False


def bootstrap(rows: Sequence[Row], value: Value, seed: int, resamples: int) -> list[float]:
    """The scores of a system in the resamples."""
    return [
        value(sum_of([rows[unit] for unit in drawn(seed, len(rows), resample)]))
        for resample in range(resamples)
    ]
