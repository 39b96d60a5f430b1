"""sacreBLEU's metrics and their scores."""

from truebleu.compat.sacrebleu.metrics.bleu import BLEU, BLEUScore
from truebleu.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from truebleu.compat.sacrebleu.metrics.ter import TER, TERScore

__all__ = ["BLEU", "CHRF", "METRICS", "TER", "BLEUScore", "CHRFScore", "TERScore"]

METRICS = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}
