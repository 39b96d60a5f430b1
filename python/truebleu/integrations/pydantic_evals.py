"""Evaluators for pydantic-evals: one scores each case, the other scores the corpus of all cases.

    dataset = Dataset(
        cases=[...], evaluators=[MetricEvaluator()], report_evaluators=[CorpusEvaluator()]
    )

A case's `expected_output` is a text or a list of texts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from truebleu.errors import InputError
from truebleu.integrations.evaluator import Evaluator as Core
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    from pydantic_evals.evaluators import (
        EvaluationReason,
        Evaluator,
        EvaluatorContext,
        ReportEvaluator,
        ReportEvaluatorContext,
    )
    from pydantic_evals.reporting.analyses import ScalarResult
except ImportError as error:
    raise missing_package("truebleu.integrations.pydantic_evals", None, "pydantic-evals") from error


@dataclass(kw_only=True)
class Settings:
    """Settings of `MetricEvaluator` and of `CorpusEvaluator`.

    `metric` is the metric; None means `BLEU()`. The other settings are keyword arguments of
    `truebleu.integrations.evaluator.Evaluator`.
    """

    metric: Metric[Any] | None = None
    output: str | None = None
    references: str | None = None
    extract: Callable[[str], str] | None = None
    name: str | None = None
    threshold: float | None = None

    def __post_init__(self) -> None:
        self.core = Core(
            self.metric,
            output=self.output,
            references=self.references,
            extract=self.extract,
            name=self.name,
            threshold=self.threshold,
        )

    def build_serialization_arguments(self) -> dict[str, Any]:
        """Return a dict with the name and signature of the metric, which reports store."""
        return {"metric": f"{self.core.metric.name} {self.core.metric.signature()}"}


@dataclass(kw_only=True)
class MetricEvaluator(Settings, Evaluator):  # type: ignore[misc, unused-ignore]
    """Evaluator that returns the sentence score of a case, 0 to 1.

    With a threshold, it also returns whether the case passes.
    """

    def evaluate(self, ctx: EvaluatorContext[Any, Any, Any]) -> dict[str, EvaluationReason]:
        """Score a case. Return a dict of the evaluator's name to the score with its reason."""
        judgment = self.core.judge(ctx.output, ctx.expected_output)
        results = {judgment.name: EvaluationReason(value=judgment.value, reason=judgment.reason)}
        if judgment.passed is not None:
            results[f"{judgment.name}_passed"] = EvaluationReason(judgment.passed, judgment.reason)
        return results


@dataclass(kw_only=True)
class CorpusEvaluator(Settings, ReportEvaluator):  # type: ignore[misc, unused-ignore]
    """Report evaluator that returns the corpus score, computed from the texts of all cases."""

    def evaluate(self, ctx: ReportEvaluatorContext[Any, Any, Any]) -> ScalarResult:
        """Return the corpus score; raise `InputError` if a case failed."""
        report = ctx.report
        if report.failures:
            raise InputError(
                f"{len(report.failures)} of {len(report.failures) + len(report.cases)} cases "
                "failed, so there is no corpus score. Run them again."
            )
        judgment = self.core.judge_corpus(
            [case.output for case in report.cases], [case.expected_output for case in report.cases]
        )
        return ScalarResult(title=judgment.name, description=judgment.reason, value=judgment.value)
