"""The evaluator for Azure AI, run locally by its `evaluate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.differential.platforms.samples import CORPUS, MEAN, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu.integrations.azure_ai import TextEvaluator

azure = require_module("azure.ai.evaluation", "azure_ai")


@pytest.mark.filterwarnings("ignore")
def test_the_runner_calls_the_evaluator(tmp_path: Path) -> None:
    data = tmp_path / "samples.jsonl"
    rows = [{"response": a, "truth": b} for a, b in zip(OUTPUTS, REFERENCES, strict=True)]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    mapping = {"response": "${data.response}", "ground_truth": "${data.truth}"}
    result = azure.evaluate(
        data=data,
        evaluators={"text": TextEvaluator(threshold=0.9)},
        evaluator_config={"text": {"column_mapping": mapping}},
    )
    assert [row["outputs.text.bleu"] for row in result["rows"]] == SENTENCES
    assert "48.89" in result["rows"][0]["outputs.text.bleu_reason"]
    assert [row["outputs.text.bleu_result"] for row in result["rows"]] == ["fail", "pass", "fail"]
    assert result["metrics"]["text.bleu"] == pytest.approx(MEAN, rel=1e-15)
    assert result["metrics"]["text.corpus_bleu"] == CORPUS
