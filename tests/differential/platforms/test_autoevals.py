"""The scorer for autoevals, called by autoevals."""

from __future__ import annotations

import asyncio

import pytest

from tests.differential.platforms.samples import CORPUS, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu import TER, InputError

require_module("autoevals")
from truebleu.integrations.autoevals import MetricScorer  # noqa: E402
from truebleu.integrations.evaluator import Evaluator  # noqa: E402


def test_scores_are_sentence_scores() -> None:
    scorer = MetricScorer(threshold=0.5)
    result = [
        scorer(output, expected) for output, expected in zip(OUTPUTS, REFERENCES, strict=True)
    ]
    assert [each.score for each in result] == SENTENCES
    assert [each.name for each in result] == ["bleu"] * 3
    assert result[1].metadata["passed"] is True
    assert "Sentence BLEU 48.89" in result[0].metadata["reason"]
    again = asyncio.run(scorer.eval_async(OUTPUTS[0], REFERENCES[0], input="?"))
    assert again.as_dict() == result[0].as_dict()
    parts = [each.metadata["statistics"] for each in result]
    assert Evaluator().judge_statistics(parts).value == CORPUS


def test_scores_above_1_are_accepted() -> None:
    assert MetricScorer(TER())("one two three", "one").score == 1.0


def test_a_missing_reference_is_an_error() -> None:
    with pytest.raises(InputError, match="no reference"):
        MetricScorer()("one")
