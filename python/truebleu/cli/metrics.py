"""The metrics that the commands know, by name."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu.metrics.base import Metric

__all__ = ["METRICS", "PRESETS", "metric_class"]

METRICS = {
    "bleu": ("truebleu.metrics.bleu", "BLEU"),
    "chrf": ("truebleu.metrics.chrf", "CHRF"),
    "chrf++": ("truebleu.metrics.chrf", "CHRF"),
    "gleu": ("truebleu.metrics.gleu", "GLEU"),
    "ter": ("truebleu.metrics.ter", "TER"),
}

PRESETS = {"chrf++": {"word_order": 2}}
"""Settings that a name stands for."""


def metric_class(name: str) -> type[Metric[Any]]:
    """The class of a metric, loaded now."""
    module, attribute = METRICS[name]
    found: type[Metric[Any]] = getattr(import_module(module), attribute)
    return found
