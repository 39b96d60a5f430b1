"""The scorer for Inspect AI, run with its mock model."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from tests.differential.platforms.samples import CORPUS, MEAN, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu import CHRF, TER

inspect_ai = require_module("inspect_ai")
from inspect_ai.dataset import Sample  # noqa: E402
from inspect_ai.model import ModelOutput  # noqa: E402
from inspect_ai.solver import solver  # noqa: E402

from truebleu.integrations.inspect_ai import text_scorer  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


@solver  # type: ignore[untyped-decorator, unused-ignore]
def answering(texts: list[str]) -> Any:
    """Set the outputs, because the mock model itself downloads a file to count tokens."""

    async def solve(state: Any, generate: Any) -> Any:
        state.output = ModelOutput.from_content("mock", texts[int(state.input_text)])
        return state

    return solve


def log_of(scorers: list[Any], folder: Path, **settings: Any) -> Any:
    samples = [Sample(id=i, input=str(i), target=REFERENCES[i]) for i in range(3)]
    task = inspect_ai.Task(dataset=samples, solver=answering(OUTPUTS), scorer=scorers, **settings)
    (log,) = inspect_ai.eval(
        task, model="mockllm/model", log_dir=str(folder), display="none", log_format="json"
    )
    assert log.status == "success", log.error
    return log


def test_the_log_has_both_scores(tmp_path: Path) -> None:
    log = log_of([text_scorer(threshold=0.9), text_scorer(CHRF()), text_scorer(TER())], tmp_path)
    bleu, chrf, _ = log.results.scores
    assert (bleu.name, chrf.name) == ("bleu", "chrf")
    assert bleu.metrics["mean"].value == pytest.approx(MEAN, rel=1e-15)
    assert bleu.metrics["corpus_score"].value == CORPUS
    scores = [sample.scores["bleu"] for sample in log.samples]
    assert [each.value for each in scores] == SENTENCES
    assert "48.89" in scores[0].explanation
    assert scores[0].metadata["passed"] is False
    again = inspect_ai.score(log, text_scorer(), display="none")
    assert again.results.scores[0].metrics["corpus_score"].value == CORPUS


def test_epochs_have_no_corpus_score(tmp_path: Path) -> None:
    @solver  # type: ignore[untyped-decorator, unused-ignore]
    def varying() -> Any:
        async def solve(state: Any, generate: Any) -> Any:
            text = OUTPUTS[int(state.input_text)] + " Again." * state.epoch
            state.output = ModelOutput.from_content("mock", text)
            return state

        return solve

    samples = [Sample(id=i, input=str(i), target=REFERENCES[i]) for i in range(3)]
    task = inspect_ai.Task(dataset=samples, solver=varying(), scorer=text_scorer(), epochs=2)
    (log,) = inspect_ai.eval(
        task, model="mockllm/model", log_dir=str(tmp_path), display="none", log_format="json"
    )
    metrics = log.results.scores[0].metrics
    assert math.isnan(metrics["corpus_score"].value)
    assert metrics["mean"].value > 0
