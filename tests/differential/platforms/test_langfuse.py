"""The functions for Langfuse, run by its experiment runner without a server."""

from __future__ import annotations

import pytest

from tests.differential.platforms.samples import CORPUS, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module

langfuse = require_module("langfuse")
from truebleu.integrations.langfuse import evaluator, run_evaluator  # noqa: E402


@pytest.mark.filterwarnings("ignore")
def test_the_runner_calls_both() -> None:
    client = langfuse.Langfuse(
        public_key="none", secret_key="none", base_url="http://localhost:9", tracing_enabled=False
    )
    result = client.run_experiment(
        name="samples",
        data=[{"input": i, "expected_output": REFERENCES[i]} for i in range(3)],
        task=lambda *, item, **_: OUTPUTS[item["input"]],
        evaluators=[evaluator(threshold=0.9)],
        run_evaluators=[run_evaluator()],
    )
    actual = {each.item["input"]: each.evaluations[0] for each in result.item_results}
    assert [actual[i].value for i in range(3)] == SENTENCES
    assert "48.89" in actual[0].comment
    (corpus,) = result.run_evaluations
    assert (corpus.name, corpus.value) == ("corpus_bleu", CORPUS)
    assert "mean of the sentence scores" in corpus.comment
