"""A drop-in for Future AGI's BLEU: `from truebleu.compat.futureagi import Evaluator`.

It computes the evaluations `bleu_score` and `aggregated_metric` of the package ai-evaluation
(`fi.evals`). Classes, arguments and results are those of the package. All scores are computed
locally, without network access or API keys.
"""

from truebleu.compat.futureagi.evaluator import Evaluator
from truebleu.compat.futureagi.metrics import AggregatedMetric, BLEUScore
from truebleu.compat.futureagi.types import BatchRunResult, EvalResult, TextMetricInput

__all__ = [
    "AggregatedMetric",
    "BLEUScore",
    "BatchRunResult",
    "EvalResult",
    "Evaluator",
    "TextMetricInput",
]
