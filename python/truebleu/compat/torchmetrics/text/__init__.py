"""Classes of `torchmetrics.text` for metrics that use references."""

from truebleu.compat.torchmetrics.text.bleu import BLEUScore
from truebleu.compat.torchmetrics.text.chrf import CHRFScore
from truebleu.compat.torchmetrics.text.error_rates import (
    CharErrorRate,
    MatchErrorRate,
    WordErrorRate,
)
from truebleu.compat.torchmetrics.text.rouge import ROUGEScore
from truebleu.compat.torchmetrics.text.sacre_bleu import SacreBLEUScore

__all__ = [
    "BLEUScore",
    "CHRFScore",
    "CharErrorRate",
    "MatchErrorRate",
    "ROUGEScore",
    "SacreBLEUScore",
    "WordErrorRate",
]
