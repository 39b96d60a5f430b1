"""Script from which `evaluate.load` loads the metric `nist_mt`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import computing, inputs


class NistMt(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `nist_mt`: the NIST score of NLTK, 0 or more."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["nist_mt"],
            citation=inputs.DODDINGTON,
            inputs_description=inputs.described(computing.nist_mt),
            features=inputs.features(datasets),
            reference_urls=["https://dl.acm.org/doi/10.5555/1289189.1289273"],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return computing.nist_mt(predictions, references, **settings)
