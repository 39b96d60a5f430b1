"""Metric for Ragas: `TextMetric(BLEU()).batch_score([{"response": ..., "reference": ...}])`.

Ragas cannot show a corpus score. The function `corpus_score` computes it from the results.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from truebleu.errors import InputError
from truebleu.integrations.evaluator import Evaluator, Judgment
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    from ragas.metrics.collections.base import BaseMetric
    from ragas.metrics.result import MetricResult
except ImportError as error:
    raise missing_package("truebleu.integrations.ragas", None, "ragas") from error


class TextMetric(BaseMetric):  # type: ignore[misc, unused-ignore]  # ragas may be missing
    """Metric that returns the sentence score of a response, 0 to 1.

    The argument `reference` of `ascore` is a text or a list of texts.

    Args:
        metric: the metric; None means `BLEU()`.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`.
    """

    def __init__(self, metric: Metric[Any] | None = None, **settings: Any) -> None:
        self.evaluator = Evaluator(metric, **settings)
        super().__init__(name=self.evaluator.name, allowed_values=(0.0, 1.0))

    async def ascore(self, response: Any, reference: Any) -> MetricResult:
        """Return the score of a response with its reason."""
        judgment = self.evaluator.judge(response, reference)
        traces = {"output": judgment.to_dict()}
        return MetricResult(value=judgment.value, reason=judgment.reason, traces=traces)


def corpus_score(
    results: Iterable[Any], metric: Metric[Any] | None = None, **settings: Any
) -> Judgment:
    """Return the corpus score from the results of a `TextMetric`.

    `metric` and `settings` must be the arguments that were passed to `TextMetric`.
    """
    parts = []
    for i, result in enumerate(results, 1):
        traces = result.traces or {}
        if "statistics" not in traces.get("output", {}):
            raise InputError(f"result {i} is not a score of TextMetric.")
        parts.append(traces["output"]["statistics"])
    return Evaluator(metric, **settings).judge_statistics(parts)
