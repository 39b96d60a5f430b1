"""The golden cases, scored by the oracle."""

from __future__ import annotations

from typing import Any

from tests import oracle
from tests.cases.golden import Case, cases, cases_in_core, oracle_settings, read, value
from tests.in_one_test import in_one_test


def test_the_number_of_cases_is_as_recorded() -> None:
    assert len(cases()) == 19 * 19


@in_one_test("case", cases_in_core(), ids=str)
def test_golden_case_through_the_oracle(case: Case) -> None:
    settings = oracle_settings(case.settings)
    pairs = list(zip(case.hypotheses, case.references, strict=True))
    rows = [oracle.segment_row(hypothesis, refs, settings) for hypothesis, refs in pairs]
    row = oracle.add(rows, settings.orders_counted)
    score = oracle.score(row, settings)
    expected = case.expected
    assert list(row.matches) == expected["matches"]
    assert list(row.totals) == expected["totals"]
    assert row.hypothesis_length == expected["hypothesis_length"]
    assert row.reference_length == expected["effective_reference_length"]
    assert list(score.precisions) == expected["precisions"]
    assert score.brevity_penalty == expected["brevity_penalty"]
    assert score.value == value(expected["value"])
    sentences = [oracle.score(each, settings).value for each in rows]
    assert sentences == [value(each) for each in expected["sentence_scores"]]


@in_one_test("trap", read("golden/tokens"), ids=lambda trap: ascii(trap["text"]))
def test_trap_string_through_the_oracle(trap: dict[str, Any]) -> None:
    for name in set(trap["tokens"]) & set(oracle.TOKENIZERS):
        assert oracle.tokenize(trap["text"], name) == trap["tokens"][name], name
    for name, tokens in trap["lowered_after"].items():
        assert oracle.tokenize(trap["text"], name, lowercase="after") == tokens, name
