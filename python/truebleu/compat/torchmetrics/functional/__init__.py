"""`torchmetrics.functional`: what of it is BLEU."""

from truebleu.compat.torchmetrics.functional.text import bleu_score, sacre_bleu_score

__all__ = ["bleu_score", "sacre_bleu_score"]
