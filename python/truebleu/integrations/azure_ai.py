"""Evaluator for Azure AI evaluation: `evaluate(data=..., evaluators={"bleu": TextEvaluator()})`.

The evaluator returns dicts, so this module does not import the package of Azure AI evaluation.
"""

from __future__ import annotations

import json
from typing import Any

from truebleu.integrations.evaluator import Evaluator, field_of
from truebleu.metrics.base.metric import Metric


class TextEvaluator:
    """Evaluator that returns sentence scores, 0 to 1, and the corpus score as an aggregate.

    >>> bleu = TextEvaluator(threshold=0.4)
    >>> row = bleu(response="The cat sat on a mat.", ground_truth="The cat sat on the mat.")
    >>> round(row["bleu"], 4), row["bleu_result"]
    (0.4889, 'pass')
    >>> round(bleu.__aggregate__([row])["corpus_bleu"], 4)
    0.4889

    Args:
        metric: the metric; None means `BLEU()`.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`.
    """

    def __init__(self, metric: Metric[Any] | None = None, **settings: Any) -> None:
        self.evaluator = Evaluator(metric, **settings)

    def __call__(self, *, response: Any, ground_truth: Any) -> dict[str, Any]:
        """Return a dict with the score of a response, its reason and its sufficient statistics.

        `ground_truth` has the references: a text or a list of texts. With a threshold, the dict
        also has the threshold and the result, "pass" or "fail".
        """
        judgment = self.evaluator.judge(response, ground_truth)
        name = judgment.name
        row = {
            name: judgment.value,
            f"{name}_reason": judgment.reason,
            f"{name}_statistics": json.dumps(judgment.statistics),
        }
        if judgment.passed is not None:
            row[f"{name}_result"] = "pass" if judgment.passed else "fail"
            row[f"{name}_threshold"] = self.evaluator.threshold
        return row

    def __aggregate__(self, rows: list[dict[str, Any]]) -> dict[str, Any]:
        """Return a dict with the corpus score of all responses.

        `rows` are the dicts that the evaluator returned. Raises `InputError` if a dict has no
        score.
        """
        key = f"{self.evaluator.name}_statistics"
        texts = [field_of(row, key, f"row {i}") for i, row in enumerate(rows, 1)]
        judgment = self.evaluator.judge_statistics(map(json.loads, texts))
        return {judgment.name: judgment.value}
