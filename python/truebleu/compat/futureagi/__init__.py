"""Future AGI's BLEU under its own names: `from truebleu.compat.futureagi import Evaluator`.

It stands for `fi.evals` of the package ai-evaluation: the same calls, arguments and results for the
evaluations `bleu_score` and `aggregated_metric`. All of it is computed here; nothing is sent
anywhere, and no key is needed.
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
