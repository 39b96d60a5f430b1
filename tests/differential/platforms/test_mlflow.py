"""The scorer for MLflow, run by its `genai.evaluate` with tracking in SQLite."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.platforms.samples import CORPUS, MEAN, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu import CHRF, InputError

mlflow = require_module("mlflow")
from truebleu.integrations.mlflow import corpus_score, text_scorer  # noqa: E402


@pytest.mark.filterwarnings("ignore")
def test_the_runner_calls_the_scorer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLFLOW_DISABLE_TELEMETRY", "true")
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/mlflow.db")
    result = mlflow.genai.evaluate(
        data=[
            {"inputs": {"i": i}, "outputs": OUTPUTS[i], "expectations": {"texts": REFERENCES[i]}}
            for i in range(3)
        ],
        scorers=[
            text_scorer(references="texts", threshold=0.9),
            text_scorer(CHRF(), references="texts", name="close"),
        ],
    )
    rows = result.result_df
    order = [str(text) for text in rows["response"]]
    assert sorted(order) == sorted(OUTPUTS)
    expected = dict(zip(OUTPUTS, SENTENCES, strict=True))
    assert list(rows["bleu/value"]) == [expected[text] for text in order]
    assert result.metrics["bleu/mean"] == pytest.approx(MEAN, rel=1e-15)
    assert 0 < result.metrics["close/mean"] < 1
    assert any("48.89" in str(cell) for cell in rows["assessments"])
    judgment = corpus_score(result)
    assert judgment.value == CORPUS
    assert "mean of the sentence scores" in judgment.reason
    assert corpus_score(result, CHRF(), name="close").name == "corpus_close"
    with pytest.raises(InputError, match="row 1 has 0 scores named 'ter'"):
        corpus_score(result, name="ter")
