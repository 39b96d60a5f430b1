"""How often the tests call a difference that is none: `make calibrate`.

Two systems that are equally good are made by giving each segment's two outputs to them as a coin
decides. Whatever is found of such a pair is chance: at the level of 0.05, in 5 of 100 cases.

    python -m benchmarks.calibration [SETS]

writes, for SETS pairs (10,000 if nothing is said), the share that each test calls different, with
the rate of sacreBLEU's bootstrap beside it, which `compatible="sacrebleu"` reproduces bit for bit.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from truebleu import BLEU, compare

LEVEL = 0.05
SEGMENTS = 100
TRIALS = 1000
RESAMPLES = 1000
WORDS = np.array([f"w{number}" for number in range(60)])
TESTS = ("ar", "bootstrap", "sacrebleu bootstrap")


@dataclass
class Rates:
    """How many of `sets` pairs each test called different."""

    sets: int = 0
    called: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TESTS, 0))

    def rate(self, test: str) -> float:
        return self.called[test] / self.sets


def translated(random: np.random.Generator, reference: NDArray[np.str_]) -> str:
    """A reference with some of its words replaced, as many as luck has it."""
    wrong = random.random(len(reference)) < random.uniform(0.1, 0.6)
    return " ".join(np.where(wrong, random.choice(WORDS, len(reference)), reference))


def null_set(seed: int) -> tuple[dict[str, list[str]], list[str]]:
    """Two systems of equal quality, and their references."""
    random = np.random.default_rng(seed)
    texts = [random.choice(WORDS, random.integers(5, 30)) for _ in range(SEGMENTS)]
    pairs = [[translated(random, text), translated(random, text)] for text in texts]
    coins = random.integers(2, size=SEGMENTS)
    return {
        "a": [pair[coin] for pair, coin in zip(pairs, coins, strict=True)],
        "b": [pair[1 - coin] for pair, coin in zip(pairs, coins, strict=True)],
    }, [" ".join(text) for text in texts]


def measured(sets: int, *, peer: bool = True) -> Rates:
    """Test so many pairs; `peer`: sacreBLEU's bootstrap too."""
    rates = Rates(sets)
    metric = BLEU(tokenizer="none")
    for number in range(1, sets + 1):
        systems, references = null_set(number)
        ar = compare(systems, references, metric, seed=number, trials=TRIALS, resamples=1)
        rates.called["ar"] += ar[0].pairs[0].p_value <= LEVEL
        found = compare(
            systems,
            references,
            metric,
            seed=number,
            test="bootstrap",
            resamples=RESAMPLES,
            compatible="sacrebleu" if peer else None,
        )[0]
        rates.called["bootstrap"] += found.pairs[0].p_value <= LEVEL
        if peer:
            p_value = found.sacrebleu[1].p_value
            rates.called["sacrebleu bootstrap"] += p_value is not None and p_value <= LEVEL
    return rates


def main() -> None:
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rates = measured(sets)
    print(f"{sets:,} pairs of equally good systems, {SEGMENTS} segments each, level {LEVEL}")
    for test in TESTS:
        print(f"  {test:<20} calls {100 * rates.rate(test):5.2f} % different")
    ours = (rates.rate("ar"), rates.rate("bootstrap"))
    sys.exit(0 if min(ours) >= 0.04 and max(ours) <= 0.06 else 1)


if __name__ == "__main__":
    main()
