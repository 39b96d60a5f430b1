"""Component for Haystack: `pipeline.add_component("bleu", TextEvaluator(BLEU()))`.

The component's `score` is the corpus score. A pipeline with this component cannot be saved as YAML,
because the component contains a metric object.
"""

from __future__ import annotations

from typing import Any

from truebleu.integrations.evaluator import Evaluator
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    from haystack import component
except ImportError as error:
    raise missing_package("truebleu.integrations.haystack", None, "haystack-ai") from error


@component  # type: ignore[untyped-decorator, unused-ignore]  # haystack may be missing
class TextEvaluator:
    """Component that returns the corpus score and the sentence scores of answers, 0 to 1.

    Args:
        metric: the metric; None means `BLEU()`.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`.
    """

    def __init__(self, metric: Metric[Any] | None = None, **settings: Any) -> None:
        self.evaluator = Evaluator(metric, **settings)

    @component.output_types(score=float, individual_scores=list[float], reason=str)  # type: ignore[untyped-decorator, unused-ignore]
    def run(self, ground_truth_answers: list[Any], predicted_answers: list[str]) -> dict[str, Any]:
        """Return a dict with the corpus score of answers, their sentence scores, and a reason.

        Each item of `ground_truth_answers` has the references of one answer: a text or a list of
        texts.
        """
        pairs = zip(predicted_answers, ground_truth_answers, strict=True)
        corpus = self.evaluator.judge_corpus(predicted_answers, ground_truth_answers)
        return {
            "score": corpus.value,
            "individual_scores": [self.evaluator.judge(*pair).value for pair in pairs],
            "reason": corpus.reason,
        }
