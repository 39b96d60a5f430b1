"""Script from which `evaluate.load` loads the metric `chrf`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import computing, inputs


class Chrf(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `chrf`: chrF and chrF++ of sacreBLEU, 0 to 100."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["chrf"],
            citation=inputs.POPOVIC,
            inputs_description=inputs.described(computing.chrf),
            features=inputs.features(datasets),
            reference_urls=["https://aclanthology.org/W15-3049"],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return computing.chrf(predictions, references, **settings)
