"""Navigation through the screens of a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LINKS = ".screens-nav a"


def screens(page: Page) -> list[str]:
    """Return the screens of this page, in the order of its navigation."""
    found: list[str] = page.locator(LINKS).evaluate_all("(all) => all.map((a) => a.dataset.screen)")
    return found


def go(page: Page, screen: str) -> Locator:
    """Open a screen by its link, and wait until it is drawn."""
    page.locator(f'{LINKS}[data-screen="{screen}"]').click()
    return wait_for_screen(page, screen)


def wait_for_screen(page: Page, screen: str) -> Locator:
    """Wait until a screen is visible, and return its element."""
    name = "#overview" if screen == "overview" else f"#screen-{screen}"
    page.locator(name).wait_for(state="visible")
    wait_until_drawn(page)
    return page.locator(name)


def wait_until_drawn(page: Page) -> None:
    """Wait for two frames, after which changes and texts are drawn."""
    frame = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(frame)


def tour(page: Page) -> Iterator[tuple[str, Locator]]:
    """Open every screen; yield its name and its element."""
    for screen in screens(page):
        yield screen, go(page, screen)
