"""Create reports of texts, in memory."""

from __future__ import annotations

from typing import Any

from tests.report.reading import Report
from truebleu.report.page import page
from truebleu.report.report import report_data

QUICK: dict[str, Any] = {"trials": 50, "resamples": 30}


def make_report(systems: Any, references: Any, metric: Any = None, **options: Any) -> Report:
    """Return the report of these texts, written and parsed again."""
    data = report_data(systems, references, metric, **{**QUICK, **options})
    return Report(b"".join(page(data)))
