"""Scorer for MLflow: `mlflow.genai.evaluate(data=..., scorers=[text_scorer(BLEU())])`.

MLflow shows the mean of sentence scores. The function `corpus_score` computes the corpus score from
the result of `evaluate`.
"""

from __future__ import annotations

import json
from typing import Any

from truebleu.errors import InputError
from truebleu.integrations.evaluator import Evaluator, Judgment
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    from mlflow.entities import Feedback
    from mlflow.genai.scorers import Scorer, scorer
except ImportError as error:
    raise missing_package("truebleu.integrations.mlflow", None, "mlflow") from error

STATISTICS = "truebleu"
"""Key in a feedback's metadata under which the sufficient statistics are stored as JSON."""


def text_scorer(
    metric: Metric[Any] | None = None, *, references: str = "expected_response", **settings: Any
) -> Scorer:
    """Return a scorer that computes the sentence score of an output, 0 to 1, with its reason.

    Args:
        metric: the metric; None means `BLEU()`.
        references: key of the text, or of the list of texts, in the expectations.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`. With a
            threshold, MLflow shows which outputs pass.
    """
    core = Evaluator(metric, references=references, **settings)

    def score(outputs: Any, expectations: Any) -> Feedback:
        judgment = core.judge(outputs, expectations)
        return Feedback(
            name=judgment.name,
            value=judgment.value,
            rationale=judgment.reason,
            metadata={
                "signature": judgment.signature,
                STATISTICS: json.dumps(judgment.statistics),
            },
        )

    passes = None if core.threshold is None else core.passes
    return scorer(score, name=core.name, pass_if=passes)


def corpus_score(
    result: Any, metric: Metric[Any] | None = None, *, name: str | None = None, **settings: Any
) -> Judgment:
    """Return the corpus score from the result of `mlflow.genai.evaluate(...)` with a `text_scorer`.

    `metric`, `name` and `settings` must be the arguments that were passed to `text_scorer`. Raises
    `InputError` if a row has no score.
    """
    core = Evaluator(metric, name=name, **settings)
    parts = []
    for i, assessments in enumerate(result.result_df["assessments"], 1):
        texts = [
            assessment["metadata"][STATISTICS]
            for assessment in assessments
            if assessment["assessment_name"] == core.name
            and STATISTICS in (assessment.get("metadata") or {})
        ]
        if len(texts) != 1:
            raise InputError(f"row {i} has {len(texts)} scores named {core.name!r}, not 1.")
        parts.append(json.loads(texts[0]))
    return core.judge_statistics(parts)
