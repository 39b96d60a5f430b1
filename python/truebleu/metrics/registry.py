"""The metrics by name, and by their signatures."""

from __future__ import annotations

from importlib import import_module

from truebleu.errors import InvalidSignature
from truebleu.metrics.reading import metric_of, parsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu.metrics.base import Metric
    from truebleu.signature import Signature

__all__ = ["METRICS", "PRESETS", "from_signature", "metric_class", "settings_of"]

_ROUGE = ("truebleu.metrics.rouge", "ROUGE")
_ORDERS = "123456789"

METRICS = {
    "bleu": ("truebleu.metrics.bleu", "BLEU"),
    "chrf": ("truebleu.metrics.chrf", "CHRF"),
    "chrf++": ("truebleu.metrics.chrf", "CHRF"),
    "gleu": ("truebleu.metrics.gleu", "GLEU"),
    "nist": ("truebleu.metrics.nist", "NIST"),
    **{f"rouge-{kind}": _ROUGE for kind in (*_ORDERS, "l", "lsum")},
    "ter": ("truebleu.metrics.ter", "TER"),
    "meteor": ("truebleu.metrics.meteor", "METEOR"),
    "wer": ("truebleu.metrics.error_rates", "WER"),
    "cer": ("truebleu.metrics.error_rates", "CER"),
}

PRESETS: dict[str, dict[str, Any]] = {
    "chrf++": {"word_order": 2},
    **{f"rouge-{kind}": {"variant": kind} for kind in _ORDERS},
    "rouge-l": {"variant": "L"},
    "rouge-lsum": {"variant": "Lsum"},
}
"""Settings that a name stands for."""

ONLY_OF = {
    "beta": ("chrf", "chrf++"),
    "sentences": ("rouge-lsum",),
    "stem": tuple(name for name in METRICS if name.startswith("rouge-")),
}
"""Settings that a flag sets of some names alone."""


AGAIN = {"EmbeddingSimilarity": "EmbeddingSimilarity.from_signature loads a model that has a name"}
"""What to do with signatures of metrics that are not made here."""


def metric_class(name: str) -> type[Metric[Any]]:
    """The class of a metric, loaded now."""
    module, attribute = METRICS[name]
    found: type[Metric[Any]] = getattr(import_module(module), attribute)
    return found


def settings_of(name: str) -> tuple[str, ...]:
    """The settings that flags can set of the metric of this name."""
    parameters = metric_class(name).parameters
    return tuple(each for each in parameters if name in ONLY_OF.get(each, METRICS))


def from_signature(signature: str | Signature) -> Metric[Any]:
    """The metric that a signature describes: BLEU, where its keys do not betray another.

    Raises `ConfigurationError` where it cannot be made of the signature alone.
    """
    found = metric_of(parsed(signature)) or "BLEU"
    kind: Any = next((kind for kind in map(metric_class, METRICS) if kind.name == found), None)
    if kind is None:
        raise InvalidSignature(
            f"the signature {str(signature)!r} is of {found}, which cannot be made of it alone: "
            f"{AGAIN.get(found, 'hand its numbers over again')}"
        )
    metric: Metric[Any] = kind.from_signature(signature)
    return metric
