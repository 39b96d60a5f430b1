"""Scorer for Braintrust's autoevals: `Eval(scores=[MetricScorer(BLEU())])`."""

from __future__ import annotations

from typing import Any

from truebleu.integrations.evaluator import Evaluator
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    from autoevals import Score, Scorer
except ImportError as error:
    raise missing_package("truebleu.integrations.autoevals", None, "autoevals") from error


class MetricScorer(Scorer):  # type: ignore[misc, unused-ignore]  # autoevals may be missing
    """Scorer that returns the sentence score of an output, 0 to 1.

    The argument `expected` of a call has the references: a text or a list of texts.

    Args:
        metric: the metric; None means `BLEU()`.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`.
    """

    def __init__(self, metric: Metric[Any] | None = None, **settings: Any) -> None:
        self.evaluator = Evaluator(metric, **settings)

    def _name(self) -> str:
        return self.evaluator.name

    def _run_eval_sync(self, output: Any, expected: Any = None, **_: Any) -> Score:
        judgment = self.evaluator.judge(output, expected)
        return Score(
            name=judgment.name,
            score=judgment.value,
            metadata={
                "reason": judgment.reason,
                "passed": judgment.passed,
                "signature": judgment.signature,
                "statistics": judgment.statistics,
            },
        )
