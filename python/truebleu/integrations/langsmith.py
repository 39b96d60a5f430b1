"""Evaluators for LangSmith: functions for `evaluators` and `summary_evaluators`.

    evaluate(target, data=..., evaluators=[evaluator()], summary_evaluators=[summary_evaluator()])

The functions return dicts, so this module does not import LangSmith.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebleu.errors import InputError
from truebleu.integrations.evaluator import Evaluator
from truebleu.metrics.base.metric import Metric


def evaluator(
    metric: Metric[Any] | None = None,
    *,
    output: str = "answer",
    references: str = "answer",
    **settings: Any,
) -> Callable[..., dict[str, Any]]:
    """Return a function for `evaluators` that computes the sentence score of an example, 0 to 1.

    >>> bleu = evaluator()
    >>> bleu({"answer": "It rained."}, {"answer": ["It rained.", "It rained all day."]})["score"]
    1.0

    Args:
        metric: the metric; None means `BLEU()`.
        output: key of the text in the outputs; ignored if outputs are texts.
        references: key of the text, or of the list of texts, in the reference outputs.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`.
    """
    core = Evaluator(metric, output=output, references=references, **settings)

    def score(outputs: Any, reference_outputs: Any) -> dict[str, Any]:
        judgment = core.judge(outputs, reference_outputs)
        return {
            "key": judgment.name,
            "score": judgment.value,
            "comment": judgment.reason,
            "metadata": {"passed": judgment.passed, "signature": judgment.signature},
        }

    score.__name__ = core.name
    return score


def summary_evaluator(
    metric: Metric[Any] | None = None,
    *,
    output: str = "answer",
    references: str = "answer",
    **settings: Any,
) -> Callable[[list[Any], list[Any]], dict[str, Any]]:
    """Return a function for `summary_evaluators` that computes the corpus score, 0 to 1.

    The arguments are those of `evaluator`. The function raises an error if a run has no output.
    """
    core = Evaluator(metric, output=output, references=references, **settings)

    def score(outputs: list[Any], reference_outputs: list[Any]) -> dict[str, Any]:
        for number, value in enumerate(outputs, 1):
            if not value and not isinstance(value, str):  # the empty text is an output
                raise InputError(f"run {number} has no output, so there is no corpus score.")
        judgment = core.judge_corpus(outputs, reference_outputs)
        return {"key": judgment.name, "score": judgment.value, "comment": judgment.reason}

    score.__name__ = core.corpus_name
    return score
