"""Evaluators for Langfuse: functions for `evaluators` and `run_evaluators` of an experiment.

langfuse.run_experiment(
    name=..., data=..., task=..., evaluators=[evaluator()], run_evaluators=[run_evaluator()]
)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebleu.integrations.evaluator import Evaluator, Judgment, field_of
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    from langfuse import Evaluation
except ImportError as error:
    raise missing_package("truebleu.integrations.langfuse", None, "langfuse") from error


def evaluator(metric: Metric[Any] | None = None, **settings: Any) -> Callable[..., Evaluation]:
    """Return a function for `evaluators` that computes the sentence score of an item, 0 to 1.

    Args:
        metric: the metric; None means `BLEU()`.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`.
    """
    core = Evaluator(metric, **settings)

    def score(*, output: Any, expected_output: Any = None, **_: Any) -> Evaluation:
        return _evaluation(core.judge(output, expected_output))

    return score


def run_evaluator(metric: Metric[Any] | None = None, **settings: Any) -> Callable[..., Evaluation]:
    """Return a function for `run_evaluators` that computes the corpus score, 0 to 1.

    The arguments are those of `evaluator`.
    """
    core = Evaluator(metric, **settings)

    def score(*, item_results: list[Any], **_: Any) -> Evaluation:
        return _evaluation(
            core.judge_corpus(
                [each.output for each in item_results],
                [field_of(each.item, "expected_output", "an item") for each in item_results],
            )
        )

    return score


def _evaluation(judgment: Judgment) -> Evaluation:
    return Evaluation(
        name=judgment.name,
        value=judgment.value,
        comment=judgment.reason,
        metadata={"passed": judgment.passed, "signature": judgment.signature},
    )
