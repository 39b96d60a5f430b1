"""Create reports of texts in memory, and tell which metrics a report supports."""

from __future__ import annotations

from typing import Any

from tests.report.reading import Report
from truebleu import BLEU, ConfigurationError
from truebleu.metrics.conventions import CONVENTIONS
from truebleu.report.input import check_metric
from truebleu.report.page import page
from truebleu.report.report import report_data

BLEU_CONVENTIONS = [name for name, preset in CONVENTIONS.items() if "BLEU" in preset.metrics]
QUICK: dict[str, Any] = {"trials": 50, "resamples": 30}


def make_report(systems: Any, references: Any, metric: Any = None, **options: Any) -> Report:
    """Return the report of these texts, written and parsed again."""
    data = report_data(systems, references, metric, **{**QUICK, **options})
    return Report(b"".join(page(data)))


def is_supported(**settings: Any) -> bool:
    """Return whether a report's page can compute BLEU with these settings."""
    try:
        check_metric(BLEU(**settings))
    except ConfigurationError:
        return False
    return True
