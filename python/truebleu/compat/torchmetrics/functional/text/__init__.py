"""Functions of `torchmetrics.functional.text` for metrics that use references."""

from truebleu.compat.torchmetrics.functional.text.bleu import bleu_score
from truebleu.compat.torchmetrics.functional.text.chrf import chrf_score
from truebleu.compat.torchmetrics.functional.text.error_rates import (
    char_error_rate,
    match_error_rate,
    word_error_rate,
)
from truebleu.compat.torchmetrics.functional.text.rouge import rouge_score
from truebleu.compat.torchmetrics.functional.text.sacre_bleu import sacre_bleu_score

__all__ = [
    "bleu_score",
    "char_error_rate",
    "chrf_score",
    "match_error_rate",
    "rouge_score",
    "sacre_bleu_score",
    "word_error_rate",
]
