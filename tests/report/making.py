"""Makes reports of texts, in memory."""

from __future__ import annotations

from typing import Any

from tests.architecture.sources import ROOT
from tests.report.reading import Report
from truebleu.report.page import page
from truebleu.reporting import report_data

NEWS = ROOT / "examples" / "news"
QUICK: dict[str, Any] = {"trials": 50, "resamples": 30}


def news(name: str) -> list[str]:
    """Lines of a file of the example corpus."""
    return (NEWS / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def news_systems() -> dict[str, list[str]]:
    return {name: news(f"system.{name}.en") for name in ("medium", "strong", "weak")}


def made(systems: Any, references: Any, metric: Any = None, **options: Any) -> Report:
    """Give the report of these texts, read back."""
    data = report_data(systems, references, metric, **{**QUICK, **options})
    return Report(b"".join(page(data)))
