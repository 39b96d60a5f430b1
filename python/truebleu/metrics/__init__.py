"""The metrics, found by name.

A metric lives in its own module; `METRICS` is the one place that lists them. A class is imported
when it is asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu.metrics.base import Metric

__all__ = ["METRICS", "metric_class"]

# Each metric's class, and the module that holds it.
METRICS = {
    "BLEU": "truebleu.metrics.bleu",
    "CER": "truebleu.metrics.error_rates",
    "CHRF": "truebleu.metrics.chrf",
    "GLEU": "truebleu.metrics.gleu",
    "METEOR": "truebleu.metrics.meteor",
    "ROUGE": "truebleu.metrics.rouge",
    "TER": "truebleu.metrics.ter",
    "WER": "truebleu.metrics.error_rates",
}


def metric_class(name: str) -> type[Metric[Any]]:
    """The class of a metric. Raises `ConfigurationError` with a list of those there are.

    >>> metric_class("BLEU").__name__
    'BLEU'
    """
    if name not in METRICS:
        from truebleu.errors import ConfigurationError, allowed

        raise ConfigurationError(allowed("metric", name, METRICS))
    from importlib import import_module

    found: type[Metric[Any]] = getattr(import_module(METRICS[name]), name)
    return found
