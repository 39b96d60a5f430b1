"""Chromium with a record of the requests, messages and errors of its pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.requirements import missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# Schemes that a page opened as a file may load: itself, its worker, its own images.
OF_A_FILE = ("file:", "blob:", "data:")
READY = 'html[data-ready="true"]'
SIZE = {"width": 1400, "height": 900}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser without a window; skip the test if Chromium is not installed."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("browser", "the package playwright is not installed")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        missing("browser", "there is no Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Watch:
    """Record of all pages of one context."""

    allowed: tuple[str, ...]
    requests: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.messages.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.messages.append(f"error: {error}"))
        page.on("crash", lambda _: self.messages.append("the page crashed"))
        page.on("dialog", self.refuse)

    def refuse(self, dialog: Any) -> None:
        self.messages.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def unexpected_requests(self) -> list[str]:
        """Return the requests outside of the page, shortened because data URLs can be long."""
        return [url[:200] for url in self.requests if not url.startswith(self.allowed)]

    def check(self) -> None:
        """Check that there were no unexpected requests, messages, dialogs or errors."""
        assert self.unexpected_requests() == []
        assert self.messages == []


def open_context(
    browser: Browser, *, allowed: tuple[str, ...] = OF_A_FILE, **settings: Any
) -> tuple[BrowserContext, Watch]:
    """Open a context without a network, unless `allowed` has a web address."""
    offline = not any(start.startswith("http") for start in allowed)
    context = browser.new_context(**{"viewport": SIZE, "offline": offline, **settings})
    watch = Watch(allowed)
    context.on("page", watch.follow)
    return context, watch
