"""Use without a mouse: every listed key, and every control by the tab key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.corpora import example
from tests.report.web.reports import Reports
from tests.report.web.scripts import opened_up
from tests.report.web.touring import wait_for_screen, wait_until_drawn

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLE = example()
# The address of the view, as the page copies it.
STATE = "() => Object.fromEntries(new URLSearchParams(page.store.toHash()))"
FOCUS = """() => {
  const one = document.activeElement;
  return {tag: one.tagName, role: one.getAttribute("role"), seen: one.getClientRects().length > 0,
    name: one.getAttribute("aria-label") ?? one.textContent};
}"""


@pytest.fixture
def page(reports: Reports, open_page: Callable[..., Page]) -> Page:
    report = reports.file(EXAMPLE.systems, EXAMPLE.references, **EXAMPLE.options)
    return open_page(opened_up(report))


def press(page: Page, *keys: str) -> dict[str, Any]:
    """Press keys, and return the state in the address."""
    for key in keys:
        page.keyboard.press(key)
    wait_until_drawn(page)
    state: dict[str, Any] = page.evaluate(STATE)
    return state


def test_g_and_a_letter_open_each_screen(page: Page) -> None:
    letters = page.locator(".screens-nav a").evaluate_all(
        "(all) => all.map((a) => [a.dataset.screen, /g (.)\\)$/.exec(a.title)[1]])"
    )
    assert len({letter for _, letter in letters}) == len(letters)
    for screen, letter in reversed(letters):
        press(page, "g", letter)
        wait_for_screen(page, screen)
        assert page.evaluate(FOCUS)["seen"]


def test_focus_follows_the_screen_in_the_navigation(page: Page) -> None:
    press(page, "g", "b")
    wait_for_screen(page, "buckets")
    press(page, "j")
    wait_for_screen(page, "segments")
    assert page.evaluate(FOCUS)["name"] == "Segments"


def test_the_export_menu_returns_the_focus_to_its_button(page: Page) -> None:
    button = page.get_by_role("button", name="Export", exact=True)
    button.press("Enter")
    page.get_by_role("button", name="Copy link to this view").press("Enter")
    assert page.evaluate(FOCUS)["name"] == "Export"


def test_letters_move_between_segments_and_change_marks(page: Page) -> None:
    assert press(page, "j")["segment"] == "1"
    assert press(page, "j", "j", "k")["segment"] == "2"
    wait_for_screen(page, "segments")
    modes = {"d": "words", "r": "reference", "c": "characters", "m": None}
    for key, mode in modes.items():
        assert press(page, key).get("mode") == mode
    assert press(page, "3")["order"] == "3"
    assert "order" not in press(page, "0")
    assert press(page, "w")["invisible"] == "1"
    assert "invisible" not in press(page, "w")


def test_enter_opens_the_segment_of_a_row_and_sorts_by_a_heading(page: Page) -> None:
    press(page, "g", "s")
    wait_for_screen(page, "segments")
    page.locator('.grid [tabindex="0"], .grid[tabindex="0"]').focus()
    assert press(page, "ArrowDown", "ArrowDown", "Enter")["segment"] == "3"
    press(page, "Home", "ArrowUp")
    assert page.evaluate(FOCUS)["role"] == "columnheader"
    assert press(page, "ArrowRight", "Enter").get("sort")


def test_a_range_is_selected_by_arrow_keys(page: Page) -> None:
    press(page, "g", "s")
    wait_for_screen(page, "segments")
    page.locator('[data-facet="scoreA"] [role="slider"].brush-lower').focus()
    assert press(page, "ArrowRight", "ArrowRight")["scoreA"] == "10.."
    assert press(page, "Escape").get("scoreA") is None


def test_closing_the_help_restores_the_focus(page: Page) -> None:
    button = page.get_by_role("button", name="Help and shortcuts")
    button.focus()
    press(page, "?")
    assert page.get_by_role("dialog").is_visible()
    press(page, "Escape")
    assert not page.get_by_role("dialog").is_visible()
    assert page.evaluate(FOCUS)["name"] == "Help and shortcuts"


def test_tab_visits_each_screen_without_losing_the_focus(page: Page) -> None:
    for letter in ("o", "c", "s", "h"):
        press(page, "g", letter)
        seen = set()
        for _ in range(40):
            page.keyboard.press("Tab")
            focus = page.evaluate(FOCUS)
            assert focus["seen"] or focus["tag"] == "BODY"
            seen.add((focus["tag"], focus["name"]))
        assert len(seen) > 10


def test_the_first_stop_skips_to_the_screen(page: Page) -> None:
    press(page, "Tab")
    assert "Skip" in page.evaluate(FOCUS)["name"]
    press(page, "Enter")
    assert page.evaluate(FOCUS)["tag"] == "MAIN"
