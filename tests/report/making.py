"""Makes reports of texts, in memory."""

from __future__ import annotations

from typing import Any

from tests.report.reading import Report
from truebleu.report.page import page
from truebleu.report.report import report_data

QUICK: dict[str, Any] = {"trials": 50, "resamples": 30}


def made(systems: Any, references: Any, metric: Any = None, **options: Any) -> Report:
    """Give the report of these texts, read back."""
    data = report_data(systems, references, metric, **{**QUICK, **options})
    return Report(b"".join(page(data)))
