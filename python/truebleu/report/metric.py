"""Which metrics the page can score with, and what it is told of them."""

from __future__ import annotations

from truebleu.conventions import convention
from truebleu.errors import ConfigurationError
from truebleu.layout import AVERAGE_PARTS
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.settings import CASE_NAMES
from truebleu.scores import places_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.metrics.base import Metric
    from truebleu.signature import Signature

__all__ = ["PORTABLE", "check_metric", "main_and_others", "metric_meta"]

PORTABLE = frozenset({"none", "13a", "char"})
"""The core's tokenizers that the page has too."""

SMOOTHINGS = (
    "none", "floor", "add-k", "exp", "laplace", "pseudocounts", "method4", "method6", "least"
)  # fmt: skip
"""Those of the core that the page can compute: rows and the formula are all they need."""


def check_metric(metric: object) -> BLEU:
    """Refuse what the page cannot score selections with. Raises `ConfigurationError`."""
    if not isinstance(metric, BLEU):
        name = getattr(metric, "name", type(metric).__name__)
        raise ConfigurationError(
            f"a report is about BLEU, not {name}: its page shows matched n-grams. In a "
            f"written report, {name} can stand beside BLEU"
        )
    if metric.average != "micro":
        raise ConfigurationError(
            f"average={metric.average!r}: the page scores selections by summed counts; use "
            "average='micro'"
        )
    told = convention(metric.convention)
    if told.core_smoothing(metric.smoothing) not in SMOOTHINGS:
        raise ConfigurationError(
            f"smoothing={metric.smoothing!r}{_under(metric)}: the page can compute "
            f"{', '.join(SMOOTHINGS[:-1])}; choose one of these for a report"
        )
    if _rules(metric).get("finish", "").startswith("decimals"):
        raise ConfigurationError(
            f"convention={metric.convention!r} rounds its scores, which the page does not; choose "
            "another one for a report"
        )
    return metric


def main_and_others(metrics: Sequence[Metric[Any]]) -> tuple[BLEU, list[Metric[Any]]]:
    """The metric that a page is made around, the first BLEU, and those beside it.

    Raises `ConfigurationError` where none is BLEU, or that one cannot be computed by the page.
    """
    place = next((i for i, each in enumerate(metrics) if isinstance(each, BLEU)), 0)
    return check_metric(metrics[place]), [*metrics[:place], *metrics[place + 1 :]]


def metric_meta(metric: BLEU, signature: Signature, *, tokens: bool) -> dict[str, Any]:
    """What the page is told of the metric."""
    return {
        "name": metric.name,
        "short": str(signature),
        "signature": str(signature.full()),
        "order": metric.max_ngram_order,
        "weights": list(metric.weights),
        "smoothing": metric.smoothing,
        "smoothing_value": metric.smoothing_value,
        "effective_order": metric.uses_effective_order(sentence=False),
        "sentence_effective_order": metric.uses_effective_order(sentence=True),
        "reference_length": metric.reference_length,
        "tokenizer": "none" if tokens else metric.tokenizer.name,
        "case": CASE_NAMES[metric.lowercase],
        "scale": metric.scale,
        "decimals": places_of(metric.scale),
        "reference_parts": AVERAGE_PARTS if metric.reference_length == "average" else 1,
        "portable": is_portable(metric, tokens=tokens),
        "rules": _rules(metric),
    }


def is_portable(metric: BLEU, *, tokens: bool) -> bool:
    """Whether the page can make the tokens itself."""
    return not tokens and metric.tokenizer.native in PORTABLE


def _rules(metric: BLEU) -> dict[str, str]:
    """What the convention does otherwise than sacreBLEU, by the core's names."""
    told = convention(metric.convention)
    found = told.rules(smoothing=metric.smoothing, average=metric.average)
    core = told.core_smoothing(metric.smoothing)
    return found if core == metric.smoothing else {**found, "smoothing": core}


def _under(metric: BLEU) -> str:
    return "" if metric.convention == "sacrebleu" else f" of convention {metric.convention!r}"
