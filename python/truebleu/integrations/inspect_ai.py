"""Scorer and corpus metric for Inspect AI: `Task(dataset=..., scorer=text_scorer(BLEU()))`.

A sample's `target` is a text or a list of texts. The log contains the mean of the sentence scores,
the standard error of the mean, and the corpus score.
"""

from __future__ import annotations

import logging
from math import nan
from typing import Any

from truebleu.integrations.evaluator import Evaluator
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import from_signature
from truebleu.wording import missing_package

try:
    from inspect_ai.scorer import SampleScore, Score, Scorer, Target, mean, metric, scorer, stderr
    from inspect_ai.solver import TaskState
except ImportError as error:
    raise missing_package("truebleu.integrations.inspect_ai", None, "inspect-ai") from error

KEPT = "truebleu"
"""Key in a score's metadata under which its value and sufficient statistics are stored."""


def text_scorer(metric: Metric[Any] | None = None, **settings: Any) -> Scorer:
    """Return a scorer that computes the sentence score of a sample, 0 to 1.

    Args:
        metric: the metric; None means `BLEU()`.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`.
    """
    evaluator = Evaluator(metric, **settings)

    @scorer(metrics=[mean(), stderr(), corpus_score(evaluator.metric)], name=evaluator.name)  # type: ignore[untyped-decorator, unused-ignore]
    def create() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            judgment = evaluator.judge(state.output.completion, list(target.target))
            return Score(
                value=judgment.value,
                answer=state.output.completion,
                explanation=judgment.reason,
                metadata={
                    "passed": judgment.passed,
                    "signature": judgment.signature,
                    KEPT: {"value": judgment.value, "statistics": judgment.statistics},
                },
            )

        return score

    return create()


@metric  # type: ignore[untyped-decorator, unused-ignore]
def corpus_score(of: Any = None) -> Any:
    """Return a metric for Inspect AI: the corpus score, 0 to 1, of samples scored by `text_scorer`.

    `of` is the metric that `text_scorer` used. None means the metric that the signature of the
    scores describes. With several epochs, Inspect AI keeps the statistics of only one epoch. The
    corpus score is then NaN, with a warning.
    """

    def compute(scores: list[SampleScore]) -> float:
        samples: list[tuple[Any, Any]] = [
            (sample.score.value, (sample.score.metadata or {}).get(KEPT)) for sample in scores
        ]
        if not samples or not all(kept and kept["value"] == value for value, kept in samples):
            logging.getLogger(__name__).warning(
                "corpus_score is NaN: it needs one output of each sample, scored by text_scorer. "
                "Run one epoch."
            )
            return nan
        parts: list[Any] = [kept["statistics"] for _, kept in samples]
        is_metric = isinstance(of, Metric)
        evaluator = Evaluator(of if is_metric else from_signature(parts[0]["signature"], data=True))
        return evaluator.judge_statistics(parts).value

    return compute
