"""Script from which `evaluate.load` loads the metric `exact_match`."""

from __future__ import annotations

from typing import Any

import datasets
import evaluate

from truebleu.compat.evaluate import inputs, rates


class ExactMatch(evaluate.Metric):  # type: ignore[misc]
    """Hugging Face's metric `exact_match`: share of predictions equal to the reference, 0 to 1."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=inputs.DESCRIPTIONS["exact_match"],
            citation="",
            inputs_description=inputs.described(rates.exact_match),
            features=inputs.one_reference(datasets),
            reference_urls=[],
        )

    def _compute(self, predictions: Any, references: Any, **settings: Any) -> dict[str, Any]:
        return rates.exact_match(predictions, references, **settings)
