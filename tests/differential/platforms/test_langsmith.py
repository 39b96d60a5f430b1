"""The functions for LangSmith, run by its runner without an upload."""

from __future__ import annotations

from datetime import datetime, timezone
from uuid import uuid4

import pytest

from tests.differential.platforms.samples import CORPUS, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu.integrations.langsmith import evaluator, summary_evaluator

langsmith = require_module("langsmith")
schemas = require_module("langsmith.schemas")


@pytest.mark.filterwarnings("ignore")
def test_the_runner_calls_both() -> None:
    dataset, now = uuid4(), datetime.now(timezone.utc)
    examples = [
        schemas.Example(
            id=uuid4(), dataset_id=dataset, created_at=now,
            inputs={"i": i}, outputs={"answer": REFERENCES[i]},
        )
        for i in range(3)
    ]  # fmt: skip
    client = langsmith.Client(
        api_key="none", api_url="http://localhost:9", auto_batch_tracing=False
    )
    results = langsmith.evaluate(
        lambda inputs: {"text": OUTPUTS[inputs["i"]]},
        data=examples,
        evaluators=[evaluator(output="text", threshold=0.9)],
        summary_evaluators=[summary_evaluator(output="text")],
        client=client,
        upload_results=False,
    )
    rows = {row["example"].inputs["i"]: row["evaluation_results"]["results"] for row in results}
    result = [rows[i][0] for i in range(3)]
    assert [each.score for each in result] == SENTENCES
    assert [each.key for each in result] == ["bleu"] * 3
    assert "48.89" in result[0].comment
    (summary,) = results._summary_results["results"]
    assert (summary.key, summary.score) == ("corpus_bleu", CORPUS)
    assert "mean of the sentence scores" in summary.comment
