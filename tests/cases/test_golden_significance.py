"""Recorded p-values, means and intervals of sacreBLEU's paired tests, compared exactly."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases.golden import read
from truebleu import BLEU, CHRF, TER, References, compare

RECORDED = read("golden/significance")
INPUTS = RECORDED["inputs"]
REFERENCES = References.streams([INPUTS["REFS"], INPUTS["REFS2"]])
SYSTEMS = {
    "Baseline": INPUTS["BASE"],
    "S1": INPUTS["SYS1"],
    "S2": INPUTS["SYS2"],
    "B": INPUTS["BASE"],
}
METRICS: dict[str, Any] = {
    "BLEU": BLEU(),
    "BLEU_addk": BLEU(smoothing="add-k"),
    "BLEU_addk.5": BLEU(smoothing="add-k", smoothing_value=0.5),
    "CHRF": CHRF(),
    "CHRF++": CHRF(word_order=2),
    "TER": TER(),
}
TESTS = {"bs": "bootstrap", "ar": "ar"}
CASES = [(test, metric) for test, metrics in RECORDED["tests"].items() for metric in metrics]


def test_every_test_is_recorded() -> None:
    assert len(CASES) == 36


@pytest.mark.parametrize(("case", "metric"), CASES)
def test_recorded_results(case: str, metric: str) -> None:
    seed, test, number = case.split(",")
    count = int(number.removeprefix("n="))
    comparison = compare(
        SYSTEMS,
        REFERENCES,
        METRICS[metric],
        seed=int(seed.removeprefix("seed=")),
        test=TESTS[test],
        trials=count,
        resamples=count,
        compatible="sacrebleu",
    )[0].sacrebleu
    expected = RECORDED["tests"][case][metric]
    assert [result.to_dict() for result in comparison] == [
        {"name": name, "p_value": result["p"], "mean": result["mean"], "ci": result["ci"]}
        for name, result in zip(SYSTEMS, expected, strict=True)
    ]
