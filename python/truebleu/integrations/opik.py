"""Metric for Opik, and its corpus score for `experiment_scoring_functions`.

evaluate(
    dataset=..., task=..., scoring_metrics=[TextMetric()],
    experiment_scoring_functions=[corpus_score()],
)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebleu.errors import InputError
from truebleu.integrations.evaluator import Evaluator, Judgment
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    from opik.evaluation.metrics.base_metric import BaseMetric
    from opik.evaluation.metrics.score_result import ScoreResult
except ImportError as error:
    raise missing_package("truebleu.integrations.opik", None, "opik") from error

STATISTICS = "truebleu"
"""Key in a result's metadata under which its sufficient statistics are stored."""


class TextMetric(BaseMetric):  # type: ignore[misc, unused-ignore]  # opik may be missing
    """Metric that returns the sentence score of an output, 0 to 1.

    The argument `reference` of `score` is a text or a list of texts.

    Args:
        metric: the metric; None means `BLEU()`.
        track: as in Opik's own metrics.
        project_name: as in Opik's own metrics.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`.
    """

    def __init__(
        self,
        metric: Metric[Any] | None = None,
        *,
        track: bool = True,
        project_name: str | None = None,
        **settings: Any,
    ) -> None:
        self.evaluator = Evaluator(metric, **settings)
        super().__init__(name=self.evaluator.name, track=track, project_name=project_name)

    def score(self, output: Any, reference: Any, **_: Any) -> ScoreResult:
        """Return the score of an output with its reason."""
        return _result(self.evaluator.judge(output, reference))


def corpus_score(
    metric: Metric[Any] | None = None, **settings: Any
) -> Callable[[list[Any]], ScoreResult]:
    """Return a function for `experiment_scoring_functions` that computes the corpus score, 0 to 1.

    Pass the arguments that you passed to `TextMetric`. The function raises `InputError` if a result
    of `TextMetric` has no score; Opik logs this error.
    """
    core = Evaluator(metric, **settings)

    def score(test_results: list[Any]) -> ScoreResult:
        parts = []
        for i, test in enumerate(test_results, 1):
            scores = [
                (result.metadata or {}).get(STATISTICS)
                for result in test.score_results
                if result.name == core.name
            ]
            if len(scores) != 1 or scores[0] is None:
                raise InputError(
                    f"test {i} has no {core.name!r} score, so there is no corpus score."
                )
            parts.append(scores[0])
        return _result(core.judge_statistics(parts))

    return score


def _result(judgment: Judgment) -> ScoreResult:
    return ScoreResult(
        name=judgment.name,
        value=judgment.value,
        reason=judgment.reason,
        metadata={
            "passed": judgment.passed,
            "signature": judgment.signature,
            STATISTICS: judgment.statistics,
        },
    )
