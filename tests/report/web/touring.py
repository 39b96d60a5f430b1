"""Going through a page as a person does: its screens, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LINKS = ".screens-nav a"


def screens(page: Page) -> list[str]:
    """The screens that this page has, in the order of its navigation."""
    found: list[str] = page.locator(LINKS).evaluate_all("(all) => all.map((a) => a.dataset.screen)")
    return found


def go(page: Page, screen: str) -> Locator:
    """Show a screen by its link, and wait until it is there."""
    page.locator(f'{LINKS}[data-screen="{screen}"]').click()
    return shown(page, screen)


def shown(page: Page, screen: str) -> Locator:
    """The screen's element, once it can be seen."""
    name = "#overview" if screen == "overview" else f"#screen-{screen}"
    page.locator(name).wait_for(state="visible")
    settled(page)
    return page.locator(name)


def settled(page: Page) -> None:
    """Wait until what was asked for is drawn: two frames, and the text that is on its way."""
    frame = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(frame)


def tour(page: Page) -> Iterator[tuple[str, Locator]]:
    """Every screen, shown."""
    for screen in screens(page):
        yield screen, go(page, screen)
