"""Script from which `evaluate.load` loads the metric `bleu`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import computing, inputs
from truebleu.metrics.conventions import CONVENTIONS


class Bleu(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `bleu`: the BLEU of TensorFlow's NMT code, 0 to 1.

    The tokenizer is 13a by default.
    """

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["bleu"],
            citation=CONVENTIONS["papineni"].citation,
            inputs_description=inputs.described(computing.bleu),
            features=inputs.features(datasets),
            reference_urls=["https://aclanthology.org/P02-1040"],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return computing.bleu(predictions, references, **settings)
