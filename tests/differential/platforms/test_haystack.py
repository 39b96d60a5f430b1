"""The component for Haystack, run in a pipeline."""

from __future__ import annotations

from tests.differential.platforms.samples import CORPUS, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu import BLEU

haystack = require_module("haystack")
from haystack.evaluation import EvaluationRunResult  # noqa: E402

from truebleu.integrations.haystack import TextEvaluator  # noqa: E402


def test_a_pipeline_runs_the_component() -> None:
    pipeline = haystack.Pipeline()
    pipeline.add_component("bleu", TextEvaluator(BLEU()))
    data = {"ground_truth_answers": REFERENCES, "predicted_answers": OUTPUTS}
    actual = pipeline.run({"bleu": data})
    assert actual["bleu"]["score"] == CORPUS
    assert actual["bleu"]["individual_scores"] == SENTENCES
    assert "mean of the sentence scores" in actual["bleu"]["reason"]
    result = EvaluationRunResult(
        run_name="samples", inputs={"output": OUTPUTS}, results={"bleu": actual["bleu"]}
    )
    assert result.aggregated_report()["score"] == [CORPUS]
