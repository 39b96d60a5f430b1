"""Precision, recall and F of rouge-score for the golden corpora, compared exactly."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases.golden import read
from truebleu import ROUGE, References, _native

ALL: dict[str, Any] = read("golden/tools/rouge_score")
RECORDED = {name: cases for name, cases in ALL.items() if not name.startswith("tokens")}
KINDS = ("rouge1", "rouge2", "rougeL", "rougeLsum")


def test_all_corpora_are_recorded() -> None:
    assert {name: len(cases) for name, cases in RECORDED.items()} == {
        "rouge_score(use_stemmer=False)": 19,
        "rouge_score(use_stemmer=True)": 19,
    }


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("kind", KINDS)
def test_recorded_numbers(name: str, kind: str) -> None:
    inputs = read("golden/inputs")
    metric = ROUGE(kind, stem=name.endswith("True)"))
    for case, value in RECORDED[name].items():
        hypotheses, references = inputs[case]["hypotheses"], inputs[case]["references"]
        rows = metric.statistics(hypotheses, References.per_segment(references))
        scores = [metric.score(row) for row in rows]
        result = [[score.precision, score.recall, score.value] for score in scores]
        assert result == [sentence[kind] for sentence in value["sentences"]], case


def test_recorded_tokens() -> None:
    for name, stem in (("no stemmer", False), ("stemmer", True)):
        lists = ALL[f"tokens: rouge_score({name})"]
        assert len(lists) == 32
        for trap, expected in zip(read("golden/tokens")[:32], lists, strict=True):
            tokens = _native.tokenize(trap["text"], "rouge", "lc")
            if stem:
                tokens = [_native.stem(token) if len(token) > 3 else token for token in tokens]
            assert tokens == expected, ascii(trap["text"])
