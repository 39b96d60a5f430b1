"""A drop-in for torchmetrics' BLEU, with or without torch.

`text.bleu.BLEUScore`, `text.sacre_bleu.SacreBLEUScore`, `functional.text.bleu.bleu_score` and
`functional.text.sacre_bleu.sacre_bleu_score` have the arguments of torchmetrics 1.9, and equal
numbers up to single-precision rounding; counts are 64-bit integers. If torch is installed, the
first call that returns a score imports it.
"""

from truebleu.compat.torchmetrics.text import BLEUScore, SacreBLEUScore

__all__ = ["BLEUScore", "SacreBLEUScore"]
