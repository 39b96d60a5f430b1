"""The metric and the experiment's score for Opik, run by its runner without a server."""

from __future__ import annotations

from typing import Any

import pytest

from tests.differential.platforms.samples import CORPUS, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu import InputError

opik = require_module("opik")
from opik.evaluation.evaluation_result import compute_experiment_scores  # noqa: E402

from truebleu.integrations.opik import TextMetric, corpus_score  # noqa: E402


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPIK_ANALYTICS_ENABLE", "false")
    monkeypatch.setenv("OPIK_TRACK_DISABLE", "true")
    monkeypatch.setenv("OPIK_URL_OVERRIDE", "http://localhost:9")


@pytest.mark.filterwarnings("ignore")
def test_the_runner_calls_both() -> None:
    result = opik.evaluation.evaluator.evaluate_on_dict_items(
        items=[{"i": i, "reference": REFERENCES[i]} for i in range(3)],
        task=lambda item: {"output": OUTPUTS[item["i"]]},
        scoring_metrics=[TextMetric(threshold=0.9, track=False)],
        verbose=0,
    )
    tests: list[Any] = sorted(
        result.test_results, key=lambda each: each.test_case.dataset_item_content["i"]
    )
    actual = [each.score_results[0] for each in tests]
    assert [each.value for each in actual] == SENTENCES
    assert [each.name for each in actual] == ["bleu"] * 3
    assert "48.89" in actual[0].reason
    (corpus,) = compute_experiment_scores([corpus_score()], tests)
    assert (corpus.name, corpus.value) == ("corpus_bleu", CORPUS)
    assert "mean of the sentence scores" in corpus.reason
    tests[1].score_results.clear()
    with pytest.raises(InputError, match="test 2 has no 'bleu' score"):
        corpus_score()(tests)
