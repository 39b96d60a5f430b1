"""torchmetrics' BLEU under its own names, with or without torch.

`text.bleu.BLEUScore`, `text.sacre_bleu.SacreBLEUScore`, `functional.text.bleu.bleu_score` and
`functional.text.sacre_bleu.sacre_bleu_score` have torchmetrics 1.9's arguments and numbers, to the
rounding of single precision; the counting is truebleu's, in 64 bits. torch is imported by the first
call that gives a number, where it is installed; importing these modules never does.
"""

from truebleu.compat.torchmetrics.text import BLEUScore, SacreBLEUScore

__all__ = ["BLEUScore", "SacreBLEUScore"]
