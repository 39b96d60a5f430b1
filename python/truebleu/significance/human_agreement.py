"""How often people agree with a difference between two systems, from its size alone.

Kocmi, Zouhar, Federmann and Post, "Navigating the Metrics Maze: Reconciling Score Magnitudes and
Accuracies" (ACL 2024, arXiv 2401.06760): of 6,530 pairs of systems that people had judged, a metric
whose scores differed by d ordered a / (1 + exp(-b d)) per cent as people did. a and b are those
that the authors publish with their tool, mt-thresholds 0.0.1. The curve falls below chance for
small differences, which means nothing: it is held at 50 %.

It was fitted on sacreBLEU 2.3.1 with its defaults (appendix A): BLEU with 13a, and for Japanese and
Chinese the tokenizers that sacreBLEU has for them; chrF2; spBLEU with the model flores200. One
reference. Elsewhere it says nothing.
"""

from __future__ import annotations

from math import exp
from typing import Any

from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.chrf import CHRF

Curve = tuple[float, float]


BLEU_CURVE = (88.33333333333225, 0.9663926931178954)
CHRF_CURVE = (92.999999999972, 1.1142732157139852)
SPBLEU_CURVE = (90.99999999998793, 0.8079046528617078)
CHANCE = 0.5

FREE = ("tokenizer", "effective_order")  # looked at by themselves
TOKENIZERS = {
    "13a": BLEU_CURVE,
    "zh": BLEU_CURVE,
    "ja-mecab": BLEU_CURVE,
    "flores200": SPBLEU_CURVE,
}


def estimate_agreement(curve: Curve, difference: float) -> float:
    """The share of such differences that people see the same way, from 0.5 to below 1.

    >>> round(estimate_agreement(BLEU_CURVE, -1.06), 2), estimate_agreement(BLEU_CURVE, 0.0)
    (0.65, 0.5)
    """
    most, steepness = curve
    return max(CHANCE, most / 100 / (1 + exp(-steepness * abs(difference))))


def curve_for(metric: Metric[Any], signature: Signature) -> tuple[Curve | None, str]:
    """The curve of a metric, or None and why there is none."""
    if not isinstance(metric, (BLEU, CHRF)):
        return None, f"no curve was fitted for {metric.name}"
    if signature["nrefs"] != "1":
        return None, "the curve was fitted with one reference"
    settings, usual = metric.settings(), type(metric)().settings()
    other = [name for name in usual if name not in FREE and settings[name] != usual[name]]
    if isinstance(metric, BLEU) and metric.uses_effective_order(sentence=False):
        other.append("effective_order")
    if other:
        return None, f"the curve was fitted with sacreBLEU's defaults, not with this {other[0]}"
    if isinstance(metric, CHRF):
        return CHRF_CURVE, ""
    tokenizer = settings["tokenizer"]
    as_it_is = tokenizer.published and signature["tok"] == tokenizer.signature_name
    curve = TOKENIZERS.get(tokenizer.name) if as_it_is else None
    if curve is None:
        known = ", ".join(TOKENIZERS)
        return None, f"the curve was fitted with the tokenizers {known}, not {signature['tok']}"
    return curve, ""
