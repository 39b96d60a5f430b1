"""Scorer for W&B Weave: `weave.Evaluation(dataset=..., scorers=[TextScorer(BLEU())])`.

The column `reference` of the dataset has a text or a list of texts. `column_map` selects another
column: `TextScorer(column_map={"reference": "target"})`.
"""

from __future__ import annotations

from math import fsum
from typing import Any

from truebleu.integrations.evaluator import Evaluator
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    import weave
except ImportError as error:
    raise missing_package("truebleu.integrations.weave", None, "weave") from error


class TextScorer(weave.Scorer):  # type: ignore[misc, unused-ignore]  # weave may be missing
    """Scorer that returns sentence scores, 0 to 1.

    The summary has the mean of the sentence scores, and the corpus score.

    Args:
        metric: the metric; None means `BLEU()`.
        output: as in `truebleu.integrations.evaluator.Evaluator`.
        references: as in `truebleu.integrations.evaluator.Evaluator`.
        extract: as in `truebleu.integrations.evaluator.Evaluator`.
        threshold: as in `truebleu.integrations.evaluator.Evaluator`.
        name: name of the scorer; None means the name of the metric in lowercase.
        column_map: mapping from `output` or `reference` to a column of the dataset, as in Weave.
    """

    signature: str = ""
    _evaluator: Evaluator

    def __init__(
        self,
        metric: Metric[Any] | None = None,
        *,
        output: str | None = None,
        references: str | None = None,
        extract: Any = None,
        name: str | None = None,
        threshold: float | None = None,
        column_map: dict[str, str] | None = None,
    ) -> None:
        evaluator = Evaluator(
            metric,
            output=output,
            references=references,
            extract=extract,
            name=name,
            threshold=threshold,
        )
        super().__init__(
            name=evaluator.name,
            column_map=column_map,
            signature=f"{evaluator.metric.name} {evaluator.metric.signature()}",
        )
        self._evaluator = evaluator

    @weave.op  # type: ignore[untyped-decorator, unused-ignore]
    def score(self, *, output: Any, reference: Any) -> dict[str, Any]:
        """Return the score of an output with its reason and statistics."""
        judgment = self._evaluator.judge(output, reference)
        return {
            "score": judgment.value,
            "passed": judgment.passed,
            "reason": judgment.reason,
            "statistics": judgment.statistics,
        }

    @weave.op  # type: ignore[untyped-decorator, unused-ignore]
    def summarize(self, score_rows: list[Any]) -> dict[str, Any]:
        """Return the mean of the sentence scores and the corpus score.

        If a row has no score, the corpus score is None, and a reason is added.
        """
        scored = [row for row in score_rows if row]
        values = [row["score"] for row in scored]
        summary: dict[str, Any] = {"mean": fsum(values) / len(values) if values else None}
        if len(scored) < len(score_rows) or not scored:
            missing = len(score_rows) - len(scored)
            reason = f"{missing} of {len(score_rows)} outputs have no score."
            return {**summary, "corpus": None, "reason": reason}
        judgment = self._evaluator.judge_statistics([row["statistics"] for row in scored])
        return {**summary, "corpus": judgment.value, "reason": judgment.reason}
