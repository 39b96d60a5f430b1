"""Fixtures for tests that open pages: one browser for all, a fresh context for each page.

Any test that asks for them is marked `browser`. A page that asks for something outside itself,
writes to the console or raises an error fails its test, whatever else the test holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import OF_A_FILE, READY, Watch, chromium, watched
from tests.web.reports import Reports

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function: `open_page(address, allowed=..., ready=True, **settings of the context)`."""
    opened: list[tuple[BrowserContext, Watch]] = []

    def open_one(
        address: str | Path,
        *,
        allowed: tuple[str, ...] = OF_A_FILE,
        ready: bool = True,
        **more: Any,
    ) -> Page:
        context, watch = watched(browser, allowed=allowed, **more)
        opened.append((context, watch))
        page = context.new_page()
        page.goto(address.as_uri() if isinstance(address, Path) else address)
        if ready:
            page.wait_for_selector(READY, state="attached")
        return page

    yield open_one
    for context, _ in opened:
        context.close()
    for _, watch in opened:
        watch.hold()


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    """Reports as files; the same one is written once."""
    return Reports(tmp_path_factory.mktemp("reports"))


@pytest.fixture
def report_page(reports: Reports, open_page: Callable[..., Page]) -> Callable[..., Page]:
    """A function: `report_page(systems, references, fragment="", page={}, **options)`.

    `options` are those of the report, `page` those of `open_page`, `fragment` what the address
    ends with.
    """

    def open_report(
        systems: Any, references: Any, *, fragment: str = "", page: Any = None, **options: Any
    ) -> Page:
        address = reports.file(systems, references, **options).as_uri()
        return open_page(f"{address}#{fragment}" if fragment else address, **(page or {}))

    return open_report
