"""Script from which `evaluate.load` loads the metric `rouge`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import averaging, inputs


class Rouge(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `rouge`: F-scores of ROUGE-1, ROUGE-2, ROUGE-L, ROUGE-Lsum, 0 to 1."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["rouge"],
            citation=inputs.LIN,
            inputs_description=inputs.described(averaging.rouge),
            features=inputs.features(datasets),
            reference_urls=["https://aclanthology.org/W04-1013"],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return averaging.rouge(predictions, references, **settings)
