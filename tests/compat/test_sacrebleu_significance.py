"""The drop-in's intervals and significance tests, which are exactly equal to sacreBLEU's."""

from __future__ import annotations

import importlib
import random
from typing import Any

import numpy as np
import pytest

import truebleu.compat.sacrebleu as ours
from tests.compat.sacrebleu_calls import (
    GRID,
    SIDES,
    assert_same,
    assert_same_printed,
    pair,
)
from tests.differential.peer import BITS_ARE_EQUAL
from tests.outcomes import outcome

pytestmark = [
    pytest.mark.peer,
    pytest.mark.skipif(not BITS_ARE_EQUAL, reason="sum() is compensated from Python 3.12 on"),
]

WORDS = ["The", "cat", "sat", "on", "a", "mat", ",", "and", "it", "rained", "."]
BOTH: Any = [
    importlib.import_module(f"{package}.significance")
    for package in ("truebleu.compat.sacrebleu", "sacrebleu")
]


def texts(seed: int) -> list[str]:
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS, k=draw.randint(0, 12))) for _ in range(70)]


REFERENCES = [texts(1), texts(2), texts(3)]
SYSTEMS = [("a", texts(4)), ("b", texts(5)), ("c", [*texts(1)[:35], *texts(6)[35:]])]


@pytest.mark.parametrize("seed", ["12345", "7", "none"])
@pytest.mark.parametrize(("metric", "settings"), GRID, ids=str)
def test_intervals(
    metric: str, settings: dict[str, Any], seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    both = pair(metric, **settings)
    mine, his = (side.corpus_score(SYSTEMS[2][1], REFERENCES, n_bootstrap=80) for side in both)
    if seed == "none":  # each program draws from its own generator
        assert mine._mean != -1
        his._mean, his._ci = mine._mean, mine._ci
    assert_same(mine, his)
    assert_same_printed(mine, his, both)


def test_resamples_of_one_word_have_numpys_types() -> None:
    """A reference of one word and an empty one average half a word, two segments one word."""
    result = [
        side.TER().corpus_score(["b", "a"], [["a", "a"], ["", ""]], n_bootstrap=50)
        for side in SIDES
    ]
    assert repr(result[0]._mean) == repr(result[1]._mean)
    assert repr(result[0]._mean).startswith("np.float32(")


@pytest.mark.parametrize("eps", [False, True])
@pytest.mark.parametrize(("hypothesis", "reference"), [("b", "a"), ("", "a"), ("b", "")])
def test_resamples_of_one_character(hypothesis: str, reference: str, eps: bool) -> None:
    result = [
        side.CHRF(eps_smoothing=eps).corpus_score([hypothesis], [[reference]], n_bootstrap=3)
        for side in SIDES
    ]
    assert repr(result[0]._mean) == repr(result[1]._mean)


def test_resamples_without_a_match() -> None:
    texts, others = ["v w x y z", "z y x w v"], ["a b c d e", "e d c b a"]
    found = [side.BLEU().corpus_score(texts, [others], n_bootstrap=3) for side in SIDES]
    assert repr(found[0]._mean) == repr(found[1]._mean) == "0.0"


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_ter_of_many_references(test: str) -> None:
    """The mean length of 17 references is no integer number of truebleu's units."""
    streams = [texts(seed) for seed in range(17)]
    (_, mine), (_, his) = (
        significance.PairedTest(SYSTEMS, {"TER": side.TER()}, streams, test, n_samples=40)()
        for side, significance in zip(SIDES, BOTH, strict=True)
    )
    assert str(mine) == str(his)
    score = [side.TER().corpus_score(SYSTEMS[0][1], streams, n_bootstrap=30) for side in SIDES]
    assert str(score[0]) == str(score[1])


@pytest.mark.parametrize("test", ["ar", "bs"])
@pytest.mark.parametrize("streams", [1, 3])
def test_paired_tests(test: str, streams: int) -> None:
    results = []
    for side, significance in zip(SIDES, BOTH, strict=True):
        metrics = {
            "BLEU": side.BLEU(references=REFERENCES[:streams]),
            "anything": side.CHRF(word_order=2, references=REFERENCES[:streams]),
            "TER": side.TER(references=REFERENCES[:streams]),
        }
        run = significance.PairedTest(SYSTEMS, metrics, None, test, n_samples=150)
        results.append(run())
    (my_signatures, mine), (his_signatures, his) = results
    assert str(my_signatures) == str(his_signatures)
    assert str(mine) == str(his)
    assert {name: list(map(repr, row)) for name, row in mine.items()} == {
        name: list(map(repr, row)) for name, row in his.items()
    }


def test_the_default_numbers_of_samples() -> None:
    for test, count in (("ar", 10_000), ("bs", 1_000)):
        test_of_pairs = BOTH[0].PairedTest(SYSTEMS, {"BLEU": ours.BLEU()}, REFERENCES, test)
        assert test_of_pairs.n_samples == count
        assert f"{test}:{count}" in str(test_of_pairs._signatures["BLEU"])


def test_an_unknown_test() -> None:
    mine, his = (
        outcome(lambda each=each: each.PairedTest(SYSTEMS, {}, REFERENCES, "t")) for each in BOTH
    )
    assert isinstance(mine, type(his))


def test_systems_of_different_lengths() -> None:
    systems = [SYSTEMS[0], ("short", ["a"])]
    with pytest.raises(ValueError, match="short has 1 segment, a has 70"):
        BOTH[0].PairedTest(systems, {"BLEU": ours.BLEU()}, REFERENCES)


@pytest.mark.parametrize("count", [-7, -1, 0, 1, 41, 100])
@pytest.mark.parametrize(("test", "samples"), [("ar", 150), ("ar", 33), ("bs", 60)])
@pytest.mark.parametrize("streams", [1, 3])
def test_intervals_with_randomization(test: str, samples: int, count: int, streams: int) -> None:
    # The swaps of 70 segments end inside a random number; the resamples use the rest of it.
    results = []
    for side, significance in zip(SIDES, BOTH, strict=True):
        metrics = {
            "BLEU": side.BLEU(references=REFERENCES[:streams]),
            "chrF": side.CHRF(references=REFERENCES[:streams]),
            "TER": side.TER(references=REFERENCES[:streams]),
        }
        run = significance.PairedTest(
            SYSTEMS, metrics, None, test, n_samples=samples, n_ar_confidence=count
        )
        results.append((run.n_ar_confidence, *run()))
    (my_count, my_signatures, mine), (his_count, his_signatures, his) = results
    assert my_count == his_count
    assert str(my_signatures) == str(his_signatures)
    assert {name: list(map(repr, row)) for name, row in mine.items()} == {
        name: list(map(repr, row)) for name, row in his.items()
    }


def test_no_systems() -> None:
    with pytest.raises(IndexError, match=r"named_systems is empty\. Pass a pair"):
        BOTH[0].PairedTest([], {"BLEU": ours.BLEU()}, REFERENCES)


@pytest.mark.parametrize("seed", ["0", "x", "-1"])
def test_odd_seeds(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", seed)

    def mean() -> float:
        score = ours.BLEU().corpus_score(SYSTEMS[0][1], REFERENCES, n_bootstrap=20)
        return float(score._mean)

    if seed == "0":
        assert mean() == mean()
    else:
        with pytest.raises(ValueError, match=f"SACREBLEU_SEED='{seed}' is invalid"):
            mean()


@pytest.mark.parametrize("count", [1, 3, 40, 1000])
def test_the_interval_of_scores(count: int) -> None:
    draw = random.Random(count)
    scores = np.array([draw.uniform(0, 100) for _ in range(count)])
    mine, his = (each.estimate_ci(scores) for each in BOTH)
    assert mine == his
