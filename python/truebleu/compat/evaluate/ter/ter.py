"""Script from which `evaluate.load` loads the metric `ter`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import computing, inputs


class Ter(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `ter`: the TER (translation edit rate) of sacreBLEU, 0 or more."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["ter"],
            citation=inputs.SNOVER,
            inputs_description=inputs.described(computing.ter),
            features=inputs.features(datasets),
            reference_urls=["https://aclanthology.org/2006.amta-papers.25"],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return computing.ter(predictions, references, **settings)
