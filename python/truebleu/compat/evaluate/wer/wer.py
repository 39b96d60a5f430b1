"""Script from which `evaluate.load` loads the metric `wer`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import inputs, rates


class Wer(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `wer`: word error rate, 0 or more."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["wer"],
            citation=inputs.MORRIS,
            inputs_description=inputs.described(rates.wer),
            features=inputs.one_reference(datasets),
            reference_urls=[
                "https://www.isca-archive.org/interspeech_2004/morris04_interspeech.html"
            ],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> float:
        return rates.wer(predictions, references, **settings)
