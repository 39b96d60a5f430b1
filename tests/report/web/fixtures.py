"""The browser and its pages, for all folders of tests; a process can have one such browser.

A test fails if its page requests anything outside of itself, writes to the console, or raises an
error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.browser import OF_A_FILE, READY, Watch, chromium, open_context

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["browser", "open_page", "open_shared"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@contextmanager
def opening(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens pages; then close them and check their records."""
    opened: list[tuple[BrowserContext, Watch]] = []

    def open_one(
        address: str | Path,
        *,
        allowed: tuple[str, ...] = OF_A_FILE,
        wait: bool = True,
        **more: Any,
    ) -> Page:
        context, watch = open_context(browser, allowed=allowed, **more)
        opened.append((context, watch))
        page = context.new_page()
        page.goto(address.as_uri() if isinstance(address, Path) else address)
        if wait:
            page.wait_for_selector(READY, state="attached")
        return page

    yield open_one
    for context, _ in opened:
        context.close()
    for _, watch in opened:
        watch.check()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return a function `open_page(address, allowed=..., wait=True, **context_settings)`."""
    with opening(browser) as open_one:
        yield open_one


@pytest.fixture(scope="module")
def open_shared(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return the function for pages that all tests of a module use without changing them."""
    with opening(browser) as open_one:
        yield open_one
