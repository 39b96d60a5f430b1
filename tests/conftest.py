"""What all tests share: the profile of Hypothesis, and a summary of what was compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.generators import tally
from tests.profiles import PROFILE
from tests.web.fixtures import browser, open_page, pytest_collection_modifyitems

if TYPE_CHECKING:
    import pytest

__all__ = ["browser", "open_page", "pytest_collection_modifyitems"]


def pytest_report_header() -> str:
    return f"Hypothesis profile: {PROFILE} (HYPOTHESIS_PROFILE)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = tally.lines()
    if lines:
        terminalreporter.section("made-up text compared")
        for line in lines:
            terminalreporter.write_line(line)
