"""The metric for DeepEval, run by its runner without a login."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.differential.platforms.samples import (
    CORPUS,
    FIRST_CORPUS,
    FIRST_REFERENCES,
    FIRST_SENTENCES,
    GROUPS,
    OUTPUTS,
    SENTENCES,
)
from tests.requirements import require_module
from truebleu import CHRF, InputError

deepeval = require_module("deepeval")
from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig  # noqa: E402
from deepeval.test_case import LLMTestCase  # noqa: E402

from truebleu.integrations.deepeval import TextMetric, corpus_score  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
CASES = [
    LLMTestCase(
        input="?", actual_output=output, expected_output=expected, metadata={"references": group}
    )
    for output, expected, group in zip(OUTPUTS, FIRST_REFERENCES, GROUPS, strict=True)
]


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "1")


def evaluated(metrics: list[Any], *, together: bool) -> Any:
    return deepeval.evaluate(
        CASES,
        metrics,
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        async_config=AsyncConfig(run_async=together),
        cache_config=CacheConfig(write_cache=False),
    ).test_results


@pytest.mark.parametrize("together", [False, True])
def test_the_runner_copies_and_calls_the_metric(together: bool) -> None:
    metrics = [TextMetric(threshold=0.9, references="references"), TextMetric(CHRF(), name="close")]
    results = sorted(evaluated(metrics, together=together), key=lambda each: each.index)
    actual = [result.metrics_data[0] for result in results]
    assert [each.score for each in actual] == SENTENCES
    assert [each.name for each in actual] == ["bleu"] * 3
    assert [each.success for each in actual] == [score >= 0.9 for score in SENTENCES]
    assert "48.89" in actual[0].reason
    assert results[0].metrics_data[1].name == "close"
    assert corpus_score(results, references="references").value == CORPUS
    assert corpus_score(CASES).value == FIRST_CORPUS


def test_the_expected_output_is_the_reference() -> None:
    metric = TextMetric()
    assert [metric.measure(case) for case in CASES] == FIRST_SENTENCES
    assert metric.is_successful() == (FIRST_SENTENCES[-1] >= 0.5)
    with pytest.raises(InputError, match="Did you mean 'references'"):
        TextMetric(references="reference").measure(CASES[0])
