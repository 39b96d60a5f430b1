"""The evaluators for pydantic-evals, run by its runner."""

from __future__ import annotations

from typing import Any

from tests.differential.platforms.samples import CORPUS, OUTPUTS, REFERENCES, SENTENCES
from tests.requirements import require_module
from truebleu import CHRF

evals = require_module("pydantic_evals")
from truebleu.integrations.pydantic_evals import CorpusEvaluator, MetricEvaluator  # noqa: E402


def dataset(cases: range) -> Any:
    return evals.Dataset(
        name="samples",
        cases=[evals.Case(name=str(i), inputs=i, expected_output=REFERENCES[i]) for i in cases],
        evaluators=[MetricEvaluator(), MetricEvaluator(metric=CHRF(), threshold=0.9)],
        report_evaluators=[CorpusEvaluator()],
    )


def test_the_runner_calls_both() -> None:
    report = dataset(range(3)).evaluate_sync(lambda i: OUTPUTS[i], progress=False)
    assert not report.report_evaluator_failures
    assert [case.scores["bleu"].value for case in report.cases] == SENTENCES
    assert "48.89" in report.cases[0].scores["bleu"].reason
    assert [case.assertions["chrf_passed"].value for case in report.cases] == [False, True, False]
    (corpus,) = report.analyses
    assert (corpus.title, corpus.value) == ("corpus_bleu", CORPUS)
    assert "mean of the sentence scores" in corpus.description
    report.render()


def test_failed_cases_have_no_corpus_score() -> None:
    def task(i: int) -> str:
        if i == 1:
            raise ValueError
        return OUTPUTS[i]

    report = dataset(range(3)).evaluate_sync(task, progress=False)
    assert report.analyses == []
    assert "1 of 3 cases failed" in report.report_evaluator_failures[0].error_message


def test_settings_can_be_serialized() -> None:
    text = MetricEvaluator(metric=CHRF()).as_spec().model_dump_json()
    assert "chrf" in text.lower()
