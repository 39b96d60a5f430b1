"""The metric for Ragas, run on batches."""

from __future__ import annotations

import asyncio

import pytest

from tests.differential.platforms.samples import CORPUS, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu import InputError

require_module("ragas")
from ragas.metrics.result import MetricResult  # noqa: E402

from truebleu.integrations.ragas import TextMetric, corpus_score  # noqa: E402

ROWS = [{"response": a, "reference": b} for a, b in zip(OUTPUTS, REFERENCES, strict=True)]


@pytest.mark.filterwarnings("ignore")
def test_batches_are_scored() -> None:
    metric = TextMetric(threshold=0.9)
    results = metric.batch_score(ROWS)
    assert [each.value for each in results] == SENTENCES
    assert [each.value for each in asyncio.run(metric.abatch_score(ROWS))] == SENTENCES
    assert metric.name == "bleu"
    assert "48.89" in results[0].reason
    assert corpus_score(results).value == CORPUS
    with pytest.raises(InputError, match="result 1 is not a score"):
        corpus_score([MetricResult(value=1.0)])
