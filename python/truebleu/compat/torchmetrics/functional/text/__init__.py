"""The BLEU functions of `torchmetrics.functional.text`."""

from truebleu.compat.torchmetrics.functional.text.bleu import bleu_score
from truebleu.compat.torchmetrics.functional.text.sacre_bleu import sacre_bleu_score

__all__ = ["bleu_score", "sacre_bleu_score"]
