"""Use of a report: sort, filter, search, undo, copy a link, print and save."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.report.web.corpora import example
from tests.report.web.expected import Expected
from tests.report.web.touring import go, screens, wait_for_screen, wait_until_drawn
from truebleu.report.input import InputFile, Origin
from truebleu.wording import fixed_below

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

EXAMPLE = example()
EXPECTED = Expected.of(EXAMPLE)
ALL = np.ones(EXAMPLE.segments, dtype=bool)
HIGHEST = 100.0


@pytest.fixture
def example_page(report_page: Callable[..., Page]) -> Callable[..., Page]:
    def opened(fragment: str = "", **settings: Any) -> Page:
        return report_page(
            EXAMPLE.systems, EXAMPLE.references, fragment=fragment, page=settings, **EXAMPLE.options
        )

    return opened


def pill(page: Page) -> str:
    return page.locator(".pill-button").inner_text()


def row_numbers(page: Page) -> list[int]:
    """Return the numbers of the visible segments, from top to bottom."""
    rows = page.locator(".grid-rows [role=row]")
    found: list[int] = rows.evaluate_all("(all) => all.map((row) => Number(row.dataset.item))")
    return found


def scores_said(chosen: Any, a: int = 0, b: int = 1) -> tuple[str, str]:
    """Return the scores of a selection, as Python prints them."""
    first, second = (fixed_below(EXPECTED.score(s, chosen), 2, HIGHEST) for s in (a, b))
    return first, second


def head(page: Page, key: str) -> Locator:
    return page.locator(f'[role=columnheader][data-key="{key}"]')


def test_all_screens_exist(example_page: Callable[..., Page]) -> None:
    page = example_page()
    assert screens(page) == [
        "overview", "compare", "segments", "documents", "ngrams", "buckets", "checks", "reproduce",
    ]  # fmt: skip
    for screen in screens(page):
        assert go(page, screen).inner_text().strip()
        assert page.locator("main > section:visible").count() == 1


@pytest.mark.parametrize(("key", "down"), [("scoreA", True), ("delta", True), ("number", False)])
def test_a_click_on_a_heading_sorts(
    key: str, down: bool, example_page: Callable[..., Page]
) -> None:
    page = example_page("screen=segments&sort=reflen")
    wait_for_screen(page, "segments")
    values = {
        "scoreA": EXPECTED.scores[0],
        "delta": EXPECTED.scores[1] - EXPECTED.scores[0],
        "number": np.arange(EXAMPLE.segments),
    }[key]
    for is_descending in (down, not down):
        head(page, key).click()
        wait_until_drawn(page)
        order = np.argsort(-values if is_descending else values, kind="stable")
        seen = row_numbers(page)
        assert values[seen] == pytest.approx(values[order[: len(seen)]], abs=1e-9)
        assert head(page, key).get_attribute("aria-sort") == (
            "descending" if is_descending else "ascending"
        )


def test_a_typed_filter_has_exact_scores(example_page: Callable[..., Page]) -> None:
    page = example_page()
    page.keyboard.press("/")
    page.keyboard.type("A.bleu<30 -B.len:0..10 id:11..")
    page.keyboard.press("Enter")
    wait_for_screen(page, "segments")
    chosen = (EXPECTED.scores[0] < 30) & ~(EXPECTED.rows[1][:, 0] <= 10)
    chosen[:10] = False
    assert f"{chosen.sum()} of {EXAMPLE.segments}" in pill(page)
    for score_text in scores_said(chosen):
        assert score_text in pill(page)


def test_a_word_is_searched_in_all_texts(example_page: Callable[..., Page]) -> None:
    page = example_page("query=ref:the -hyp:/\\bof\\b/&screen=segments")
    page.locator(".search-note progress").wait_for(state="detached")
    result = np.array(
        [
            any("the" in (each[index] or "").lower() for each in EXAMPLE.references)
            and not any(re.search(r"\bof\b", each[index]) for each in EXAMPLE.systems.values())
            for index in range(EXAMPLE.segments)
        ]
    )
    page.get_by_text(f"{result.sum()} of {EXAMPLE.segments}").wait_for()
    for score_text in scores_said(result):
        assert score_text in pill(page)


def test_an_error_in_a_filter_has_its_position(example_page: Callable[..., Page]) -> None:
    page = example_page()
    page.locator("#search").fill("delta>x")
    page.locator(".mistake-words").wait_for()
    assert page.locator("#search").get_attribute("aria-invalid") == "true"
    assert f"all {EXAMPLE.segments}" in pill(page)


def test_dragging_over_a_histogram_selects(example_page: Callable[..., Page]) -> None:
    page = example_page("screen=segments")
    brush = page.locator('[data-facet="scoreA"] .brush')
    box = brush.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.51 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.69 * box["width"], middle, steps=5)
    page.mouse.up()
    wait_until_drawn(page)
    chosen = (EXPECTED.scores[0] >= 50) & (EXPECTED.scores[0] <= 70)
    assert f"{chosen.sum()} of {EXAMPLE.segments}" in pill(page)
    for score_text in scores_said(chosen):
        assert score_text in pill(page)
    page.get_by_role("button", name="Clear all filters").click()
    assert f"all {EXAMPLE.segments}" in pill(page)


def test_the_undo_key_and_the_back_button_undo(example_page: Callable[..., Page]) -> None:
    page = example_page()
    page.locator("#search").fill("A.bleu<30")
    page.locator("#search").press("Enter")
    wait_for_screen(page, "segments")
    everything = page.locator(".pill-count", has_text=f"all {EXAMPLE.segments}")
    page.go_back()
    wait_for_screen(page, "overview")
    assert everything.count() == 0
    page.go_back()
    everything.wait_for()
    page.go_forward()
    page.go_forward()
    wait_for_screen(page, "segments")
    assert everything.count() == 0
    page.locator("h1").click()
    page.keyboard.press("u")
    wait_for_screen(page, "overview")
    page.keyboard.press("u")
    everything.wait_for()


def test_a_copied_link_opens_the_same_view(
    example_page: Callable[..., Page], open_page: Callable[..., Page]
) -> None:
    page = example_page(permissions=["clipboard-read", "clipboard-write"])
    page.locator("#search").fill("A.bleu<60 B.bleu>20")
    page.locator("#search").press("Enter")
    wait_for_screen(page, "segments")
    head(page, "delta").click()
    page.locator(".grid-rows [role=row]").nth(2).click()
    page.locator("#picker-b").select_option("2")
    page.locator("h1").click()
    page.keyboard.press("y")
    page.locator(".toast").wait_for()
    address = page.evaluate("() => navigator.clipboard.readText()")
    assert address == page.url
    again = open_page(address)
    wait_for_screen(again, "segments")
    assert pill(again).split("[")[0] == pill(page).split("[")[0]
    assert row_numbers(again) == row_numbers(page)
    chosen = "(all) => all.map((row) => [row.dataset.item, row.ariaSelected])"
    rows = ".grid-rows [role=row]"
    assert again.locator(rows).evaluate_all(chosen) == page.locator(rows).evaluate_all(chosen)


def test_the_page_can_be_printed(example_page: Callable[..., Page]) -> None:
    page = example_page()
    printed = page.pdf()
    assert printed.startswith(b"%PDF")
    page.emulate_media(media="print")
    assert page.locator("#overview").is_visible()
    assert not page.locator("#search").is_visible()


def test_the_table_of_files_fits_on_a_printed_page(report_page: Callable[..., Page]) -> None:
    file = InputFile(
        role="reference", name="a/folder/output.txt", sha256="12345678" * 8, lines=1, size=10_000
    )
    page = report_page({"a": ["x"]}, [["x"]], origin=Origin(files=[file]))
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(media="print")
    right = "(table) => table.getBoundingClientRect().right"
    assert page.locator(".ov-origin table").evaluate(right) <= 794


def test_the_overview_works_without_javascript(example_page: Callable[..., Page]) -> None:
    page = example_page(java_script_enabled=False, wait=False)
    text = page.locator("#overview").inner_text()
    for system, name in enumerate(EXPECTED.names):
        assert name in text
        assert fixed_below(EXPECTED.score(system, ALL), 2, HIGHEST) in text
