"""False positive rates of tests between systems with several training runs.

Under the first null hypothesis, the systems are equal for every segment. Under the second, they are
equal on average, and each is better on other segments. Then a test that swaps single runs, as in
Clark et al. (2011) and MultEval, counts each segment once per run.
"""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.calibration import WORDS
from truebleu import BLEU, Runs, compare

SEGMENTS, RUNS, SETS = 100, 3, 250
METRIC = BLEU(tokenizer="none")


def null_set(seed: int, *, own: bool) -> tuple[dict[str, Runs], list[str]]:
    """Return two systems of equal quality; with `own`, each is worse on segments of its own."""
    random = np.random.default_rng(seed)
    outputs: list[list[list[str]]] = [[[] for _ in range(RUNS)] for _ in range(2)]
    references = []
    for _ in range(SEGMENTS):
        reference = random.choice(WORDS, random.integers(5, 30))
        references.append(" ".join(reference))
        shared = random.uniform(0.1, 0.6)
        for runs in outputs:
            share = random.uniform(0.1, 0.6) if own else shared
            for texts in runs:
                wrong = random.random(len(reference)) < share
                random_words = random.choice(WORDS, len(reference))
                texts.append(" ".join(np.where(wrong, random_words, reference)))
    return {name: Runs(*runs) for name, runs in zip("ab", outputs, strict=True)}, references


def rate(swap: str, *, own: bool) -> float:
    called = 0
    for seed in range(SETS):
        systems, references = null_set(seed, own=own)
        comparison = compare(
            systems, references, METRIC, seed=seed, trials=499, resamples=1, swap=swap
        )
        called += comparison[0].pairs[0].p_value <= 0.05
    return called / SETS


# Three standard deviations of a rate of 0.05 in 250 tests are 0.041.
@pytest.mark.parametrize("own", [False, True])
def test_swapping_segments_keeps_the_level(own: bool) -> None:
    assert 0.009 <= rate("segments", own=own) <= 0.091


def test_swapping_single_runs_keeps_the_level_only_for_equal_systems() -> None:
    assert 0.009 <= rate("runs", own=False) <= 0.091
    assert rate("runs", own=True) > 0.12
