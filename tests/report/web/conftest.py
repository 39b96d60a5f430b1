"""Fixtures for tests that open reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.reports import Reports

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    """Return the reports of the tests; equal reports are written once."""
    return Reports(tmp_path_factory.mktemp("reports"))


@pytest.fixture
def report_page(reports: Reports, open_page: Callable[..., Page]) -> Callable[..., Page]:
    """Return a function `report_page(systems, references, fragment="", page={}, **options)`.

    `options` are settings of the report, `page` settings of `open_page`, and `fragment` is the end
    of the address.
    """

    def open_report(
        systems: Any, references: Any, *, fragment: str = "", page: Any = None, **options: Any
    ) -> Page:
        address = reports.file(systems, references, **options).as_uri()
        return open_page(f"{address}#{fragment}" if fragment else address, **(page or {}))

    return open_report
