"""A drop-in for Future AGI's BLEU: `from truebleu.compat.futureagi import Evaluator`.

The drop-in replaces `fi.evals` of the package ai-evaluation for the evaluations `bleu_score` and
`aggregated_metric`. Calls, arguments and results are the same. All scores are computed locally,
without network access or API keys.
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
