"""Functions of `torchmetrics.functional` for text metrics that use references."""

from truebleu.compat.torchmetrics.functional.text import (
    bleu_score,
    char_error_rate,
    chrf_score,
    match_error_rate,
    rouge_score,
    sacre_bleu_score,
    word_error_rate,
)

__all__ = [
    "bleu_score",
    "char_error_rate",
    "chrf_score",
    "match_error_rate",
    "rouge_score",
    "sacre_bleu_score",
    "word_error_rate",
]
