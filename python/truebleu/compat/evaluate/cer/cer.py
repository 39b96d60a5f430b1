"""Script from which `evaluate.load` loads the metric `cer`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import inputs, rates


class Cer(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `cer`: character error rate, 0 or more."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["cer"],
            citation=inputs.MORRIS,
            inputs_description=inputs.described(rates.cer),
            features=inputs.one_reference(datasets),
            reference_urls=[
                "https://www.isca-archive.org/interspeech_2004/morris04_interspeech.html"
            ],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> float:
        return rates.cer(predictions, references, **settings)
