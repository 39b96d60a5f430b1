"""The BLEU classes of `torchmetrics.text`."""

from truebleu.compat.torchmetrics.text.bleu import BLEUScore
from truebleu.compat.torchmetrics.text.sacre_bleu import SacreBLEUScore

__all__ = ["BLEUScore", "SacreBLEUScore"]
