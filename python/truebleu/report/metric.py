"""Which metrics the page can score with, and what it is told of them."""

from __future__ import annotations

from truebleu.conventions import convention
from truebleu.errors import ConfigurationError
from truebleu.layout import AVERAGE_PARTS
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.settings import CASE_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu.signature import Signature

__all__ = ["PORTABLE", "check_metric", "metric_meta"]

PORTABLE = frozenset({"none", "13a", "char"})
"""The core's tokenizers that the page has too."""

SMOOTHINGS = ("none", "floor", "add-k", "exp")
"""Those that the page can compute: rows and the formula are all they need."""

SAME_FORMULA = {
    "finish": {"as-is"},
    "scaling": {"last"},
    "mean": {"terms", "exact-terms", "root"},
    "references": {"one"},
}
"""Rules of conventions that round in another order, or say which input is taken: the page's
number is the same to a billionth."""


def check_metric(metric: object) -> BLEU:
    """Refuse what the page cannot score selections with. Raises `ConfigurationError`."""
    if not isinstance(metric, BLEU):
        name = getattr(metric, "name", type(metric).__name__)
        raise ConfigurationError(
            f"a report is about BLEU, not {name}: its page shows matched n-grams and scores every "
            "selection"
        )
    if metric.average != "micro":
        raise ConfigurationError(
            f"average={metric.average!r}: the page scores selections by summed counts; use "
            "average='micro'"
        )
    if metric.smoothing not in SMOOTHINGS:
        raise ConfigurationError(
            f"smoothing={metric.smoothing!r}: the page can compute {', '.join(SMOOTHINGS)}; choose "
            "one of these for a report"
        )
    if not _known_rules(metric):
        raise ConfigurationError(
            f"convention={metric.convention!r} has rules that the page cannot compute; a report "
            f"can be made by {', '.join(_possible())}"
        )
    return metric


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
        "decimals": 2 if metric.scale == 100 else 4,
        "reference_parts": AVERAGE_PARTS if metric.reference_length == "average" else 1,
        "portable": is_portable(metric, tokens=tokens),
        "rescoring": True,
    }


def is_portable(metric: BLEU, *, tokens: bool) -> bool:
    """Whether the page can make the tokens itself."""
    native = metric.tokenizer.native
    return not tokens and native in PORTABLE and CASE_NAMES[metric.lowercase] in {"mixed", "lc"}


def _known_rules(metric: BLEU) -> bool:
    told = convention(metric.convention)
    rules = told.rules(smoothing=metric.smoothing, average=metric.average)
    same = all(value in SAME_FORMULA.get(name, ()) for name, value in rules.items())
    return same and told.core_smoothing(metric.smoothing) == metric.smoothing


def _possible() -> list[str]:
    """The conventions whose own settings the page can compute."""
    from truebleu.conventions import CONVENTIONS

    found = []
    for name, told in CONVENTIONS.items():
        if "BLEU" in told.metrics:
            metric = BLEU(convention=name)
            known = metric.average == "micro" and metric.smoothing in SMOOTHINGS
            if known and _known_rules(metric):
                found.append(name)
    return found
