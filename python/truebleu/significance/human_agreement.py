"""Estimated agreement with human judgments, from the size of a metric difference.

Kocmi, Zouhar, Federmann and Post, "Navigating the Metrics Maze: Reconciling Score Magnitudes and
Accuracies" (ACL 2024, arXiv 2401.06760), studied 6,530 pairs of systems with human judgments. In
pairs with a metric difference of d, the metric agreed with the human ranking in a / (1 + exp(-b d))
percent of the cases. The constants a and b are published in the authors' tool, mt-thresholds 0.0.1.
For small differences, this formula gives less than 50%, the accuracy of chance. The estimate is
then 50%.

The curves were fitted with sacreBLEU 2.3.1, its default settings (appendix A) and one reference.
There are curves for BLEU (13a and sacreBLEU's tokenizers for Japanese and Chinese), for chrF2, and
for spBLEU (flores200). The curves do not apply to other settings.
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

FREE = ("tokenizer", "effective_order")  # checked separately
TOKENIZERS = {
    "13a": BLEU_CURVE,
    "zh": BLEU_CURVE,
    "ja-mecab": BLEU_CURVE,
    "flores200": SPBLEU_CURVE,
}


def estimate_agreement(curve: Curve, difference: float) -> float:
    """Return the estimated probability that human judgments agree with a metric difference.

    `curve` has the constants (a, b) of the metric. `difference` is the score difference of two
    systems, on the scale 0 to 100.

    >>> round(estimate_agreement(BLEU_CURVE, -1.06), 2), estimate_agreement(BLEU_CURVE, 0.0)
    (0.65, 0.5)
    """
    maximum, steepness = curve
    return max(CHANCE, maximum / 100 / (1 + exp(-steepness * abs(difference))))


def curve_for(metric: Metric[Any], signature: Signature) -> tuple[Curve | None, str]:
    """Return (constants, "") of a metric's human agreement curve, or (None, reason).

    The constants are (a, b), as in `estimate_agreement`. The reason is a text that says why the
    metric with its settings has no published curve.
    """
    if not isinstance(metric, (BLEU, CHRF)):
        return None, f"no curve was fitted for {metric.name}"
    if signature["nrefs"] != "1":
        return None, "the curve was fitted with one reference"
    settings, defaults = metric.settings(), type(metric)().settings()
    changed = [name for name in defaults if name not in FREE and settings[name] != defaults[name]]
    if isinstance(metric, BLEU) and metric.uses_effective_order(sentence=False):
        changed.append("effective_order")
    if changed:
        return None, f"the curve was fitted with sacreBLEU's defaults, not with this {changed[0]}"
    if isinstance(metric, CHRF):
        return CHRF_CURVE, ""
    tokenizer = settings["tokenizer"]
    is_unchanged = tokenizer.published and signature["tok"] == tokenizer.signature_name
    curve = TOKENIZERS.get(tokenizer.name) if is_unchanged else None
    if curve is None:
        names = ", ".join(TOKENIZERS)
        return None, f"the curve was fitted with the tokenizers {names}, not {signature['tok']}"
    return curve, ""
