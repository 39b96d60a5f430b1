"""TER that sacreBLEU gave for every golden corpus, compared with truebleu and the oracle."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.cases.golden import read, sacrebleu_signature
from tests.in_one_test import in_one_test
from tests.oracle import ter as oracle
from truebleu import TER, References


@dataclass(frozen=True)
class Case:
    """One corpus under one setting, with the scores that sacreBLEU gave."""

    name: str
    hypotheses: list[str]
    references: list[list[str]]
    settings: dict[str, bool]
    corpus: dict[str, Any]
    sentences: list[float]

    def __str__(self) -> str:
        return f"{self.name}({','.join(self.settings)})"


def cases() -> list[Case]:
    inputs = read("golden/inputs")
    recorded_cases = []
    for name, values in read("golden/tools/sacrebleu").items():
        match = re.fullmatch(r"sacrebleu\.TER\((.*)\)", name)
        if match:
            settings = {} if match[1] == "default" else dict.fromkeys(match[1].split(","), True)
            for case, value in values.items():
                texts = (inputs[case]["hypotheses"], inputs[case]["references"])
                recorded_cases.append(
                    Case(case, *texts, settings, value["corpus"], value["sentences"])
                )
    return recorded_cases


CASES = cases()


def test_there_are_six_settings() -> None:
    assert len({str(case.settings) for case in CASES}) == 6
    assert len(CASES) >= 6 * 19


@in_one_test("case", CASES, ids=str)
def test_golden_case_through_python(case: Case) -> None:
    metric = TER(**case.settings)
    references = References.per_segment(case.references)
    score = metric.corpus_score(case.hypotheses, references)
    assert score.value == case.corpus["score"]
    assert score.edits == case.corpus["num_edits"]
    assert score.reference_length == case.corpus["ref_length"]
    assert sacrebleu_signature(str(score.signature)) == case.corpus["signature"]
    assert metric.segment_scores(case.hypotheses, references).tolist() == case.sentences
    pairs = zip(case.hypotheses, case.references, strict=True)
    assert [metric.sentence_score(h, r).value for h, r in pairs] == case.sentences


@in_one_test("case", CASES, ids=str)
def test_golden_case_through_the_oracle(case: Case) -> None:
    settings = oracle.Settings(**case.settings)
    pairs = zip(case.hypotheses, case.references, strict=True)
    rows = [oracle.segment(h, r, settings) for h, r in pairs]
    assert [row.score for row in rows] == case.sentences
    assert sum(row.edits for row in rows) == case.corpus["num_edits"]
    assert sum(row.length for row in rows) == case.corpus["ref_length"]
