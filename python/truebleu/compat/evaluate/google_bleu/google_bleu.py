"""Script from which `evaluate.load` loads the metric `google_bleu`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import computing, inputs


class GoogleBleu(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `google_bleu`: GLEU, also called Google BLEU, 0 to 1."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["google_bleu"],
            citation=inputs.WU,
            inputs_description=inputs.described(computing.google_bleu),
            features=inputs.features(datasets),
            reference_urls=["https://arxiv.org/abs/1609.08144"],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return computing.google_bleu(predictions, references, **settings)
