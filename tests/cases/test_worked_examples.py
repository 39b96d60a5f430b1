"""Examples that papers and manuals compute by hand, through the oracle and through truebleu."""

from __future__ import annotations

from typing import Any

import pytest

from tests import oracle
from tests.cases.golden import oracle_settings, read
from truebleu import BLEU

EXAMPLES = read("worked_examples")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_worked_example(example: dict[str, Any]) -> None:
    score = BLEU(**example["settings"]).corpus_score(
        [example["hypothesis"]], [example["references"]]
    )
    assert score.value == pytest.approx(example["value"], rel=1e-12, abs=0)
    assert list(score.matches) == example.get("matches", list(score.matches))
    assert list(score.totals) == example.get("totals", list(score.totals))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_worked_example_through_the_oracle(example: dict[str, Any]) -> None:
    settings = oracle_settings(example["settings"])
    row = oracle.segment_row(example["hypothesis"], example["references"], settings)
    value = oracle.score(row, settings).value
    assert value == pytest.approx(example["value"], rel=1e-12, abs=0)
    assert list(row.matches) == example.get("matches", list(row.matches))
    assert list(row.totals) == example.get("totals", list(row.totals))
