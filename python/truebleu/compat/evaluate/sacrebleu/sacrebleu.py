"""Script from which `evaluate.load` loads the metric `sacrebleu`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import computing, inputs
from truebleu.metrics.conventions import CONVENTIONS


class Sacrebleu(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `sacrebleu`: the BLEU of sacreBLEU, 0 to 100."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["sacrebleu"],
            citation=CONVENTIONS["sacrebleu"].citation,
            inputs_description=inputs.described(computing.sacrebleu),
            features=inputs.features(datasets),
            reference_urls=["https://aclanthology.org/W18-6319"],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return computing.sacrebleu(predictions, references, **settings)
