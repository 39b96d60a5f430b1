"""The browser and its pages, for every folder of tests: a process can have one such browser.

Any test that asks for it is marked `browser`. A page that asks for something outside itself,
writes to the console or raises an error fails its test, whatever else the test holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser import OF_A_FILE, READY, Watch, chromium, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["browser", "open_page", "pytest_collection_modifyitems"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what opens pages, and let it come last: the browser's loop stays in this thread."""
    for item in items:
        if _opens_pages(item):
            item.add_marker("browser")
    items.sort(key=_opens_pages)


def _opens_pages(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


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
