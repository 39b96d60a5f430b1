"""The scorer for Weave, run by its evaluation without a login."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.differential.platforms.samples import CORPUS, MEAN, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu import CHRF

weave = require_module("weave")
from truebleu.integrations.weave import TextScorer  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
ROWS = [{"i": i, "target": REFERENCES[i]} for i in range(3)]


def summary_of(answer: Any) -> Any:
    names = {"reference": "target"}
    scorers = [
        TextScorer(threshold=0.9, column_map=names), TextScorer(CHRF(), column_map=names)
    ]  # fmt: skip
    evaluation = weave.Evaluation(dataset=ROWS, scorers=scorers)
    return asyncio.run(evaluation.evaluate(weave.op(answer)))


def test_the_summary_has_both_scores() -> None:
    def answer(i: int) -> str:
        return OUTPUTS[i]

    summary = summary_of(answer)
    assert summary["bleu"]["corpus"] == CORPUS
    assert summary["bleu"]["mean"] == MEAN
    assert "mean of the sentence scores" in summary["bleu"]["reason"]
    assert 0 < summary["chrf"]["corpus"] < 1


def test_an_output_without_a_score_leaves_no_corpus_score() -> None:
    scorer = TextScorer()
    rows = [scorer.score(output=OUTPUTS[0], reference=REFERENCES[0]), None]
    assert rows[0]["score"] == SENTENCES[0]
    summary = scorer.summarize(rows)
    assert summary == {
        "mean": SENTENCES[0], "corpus": None, "reason": "1 of 2 outputs have no score."
    }  # fmt: skip
