"""What `report` and `serve` read of a command line alike: the metric, the settings of the tests."""

from __future__ import annotations

from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.parser import UsageError
from truebleu.report.metric import main_and_others
from truebleu.resampling.given import check_metrics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from truebleu.metrics.base import Metric
    from truebleu.metrics.bleu import BLEU

__all__ = ["metric_of_page", "metrics_of_page", "settings_of_tests"]

SETTINGS = (
    "baseline", "test", "trials", "resamples", "bootstrap", "power", "confidence", "seed",
    "threads",
)  # fmt: skip


def metric_of_page(typed: Namespace, what: str) -> BLEU:
    """The one metric of a page, which an error calls `what`.

    Raises `UsageError` for several, and `ConfigurationError` for one that a page cannot compute.
    """
    metric, others = metrics_of_page(typed)
    if others:
        raise UsageError(
            f"{what} is about one metric, BLEU: {' and '.join(typed.metric)} are several"
        )
    return metric


def metrics_of_page(typed: Namespace) -> tuple[BLEU, list[Metric[Any]]]:
    """The metric that a page is made around, and those beside it.

    Raises `ConfigurationError` where the page cannot compute the first, or none is BLEU.
    """
    metrics = check_metrics(metrics_of(typed, weighed=True))
    return main_and_others(metrics)


def settings_of_tests(typed: Namespace) -> dict[str, Any]:
    """Keywords of `compare` that were said."""
    return {name: getattr(typed, name) for name in SETTINGS if getattr(typed, name) is not None}
