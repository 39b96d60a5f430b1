"""Recorded chrF scores of sacreBLEU, compared with truebleu and with the oracle."""

from __future__ import annotations

import math
import re
from typing import Any

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tests.oracle import chrf as oracle
from truebleu import CHRF, References, Signature

NAME = re.compile(r"sacrebleu\.CHRF\((.*)\)")
RECORDED: dict[str, dict[str, Any]] = {
    match[1]: cases
    for name, cases in read("golden/tools/sacrebleu").items()
    if (match := NAME.fullmatch(name))
}
INPUTS = read("golden/inputs")
CASES = [(settings, case) for settings, cases in RECORDED.items() for case in cases]


def settings_of(text: str) -> dict[str, Any]:
    """Parse settings such as `word_order=2,lowercase` into keyword arguments."""
    pairs = [part.partition("=") for part in text.split(",") if part != "default"]
    return {key: int(value) if value else True for key, _, value in pairs}


def test_the_number_of_cases_is_as_recorded() -> None:
    assert len(CASES) == 7 * 19


@in_one_test(("settings", "case"), CASES)
def test_golden_case(settings: str, case: str) -> None:
    metric = CHRF(**settings_of(settings))
    expected, texts = RECORDED[settings][case], INPUTS[case]
    references = References.per_segment(texts["references"])
    score = metric.corpus_score(texts["hypotheses"], references)
    corpus = expected["corpus"]
    assert score.value == corpus["score"]
    assert score.metric == corpus["name"]
    assert without_version(str(score.signature)) == without_version(corpus["signature"])
    values = metric.segment_scores(texts["hypotheses"], references).tolist()
    assert values == expected["sentences"]
    pairs = zip(texts["hypotheses"], texts["references"], strict=True)
    assert [metric.sentence_score(*pair).value for pair in pairs] == values
    named = CHRF.from_signature(f"{corpus['name']}|{corpus['signature']}")
    assert named == metric


def without_version(signature: str) -> list[tuple[str, str]]:
    """Return the keys that both have; sacreBLEU names beta only in the metric's name."""
    pairs = Signature.parse(signature).items()
    return [pair for pair in pairs if pair[0] in ("nrefs", "case", "eff", "nc", "nw", "space")]


@in_one_test(("settings", "case"), CASES)
def test_golden_case_through_the_oracle(settings: str, case: str) -> None:
    chosen = oracle.Settings(**settings_of(settings))
    texts, expected = INPUTS[case], RECORDED[settings][case]
    pairs = zip(texts["hypotheses"], texts["references"], strict=True)
    rows = [oracle.segment_row(*pair, chosen) for pair in pairs]
    values = [float(oracle.score(row, chosen)) for row in [oracle.add(rows), *rows]]
    recorded = [expected["corpus"]["score"], *expected["sentences"]]
    for value, their in zip(values, recorded, strict=True):
        assert math.isclose(value, their, rel_tol=1e-12, abs_tol=1e-12)
