"""Script from which `evaluate.load` loads the metric `meteor`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import computing, inputs


class Meteor(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `meteor`: mean of NLTK's METEOR over all segments, 0 to 1."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["meteor"],
            citation=inputs.BANERJEE,
            inputs_description=inputs.described(computing.meteor),
            features=inputs.features(datasets),
            reference_urls=["https://aclanthology.org/W05-0909"],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return computing.meteor(predictions, references, **settings)
