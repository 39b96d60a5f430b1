"""The table of segments: any number of rows, few elements, one tab stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.corpora import make_corpus
from tests.report.web.scripts import load
from tests.report.web.touring import wait_for_screen, wait_until_drawn
from truebleu.report.linker import page_sources

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SEGMENTS = 3000
MANY = 1_500_000
MOST_ROWS = 40
FOCUSED = """() => {
  const cell = document.activeElement.closest("[role=gridcell], [role=columnheader]");
  return cell && [Number(cell.parentNode.getAttribute("aria-rowindex")),
    Number(cell.getAttribute("aria-colindex"))];
}"""
# Creates a page that contains only a table with the given number of rows.
BUILD = """(count) => {
  const fill = (cell, i) => { cell.textContent = String(i); };
  const grid = new Grid({
    label: "Rows", empty: "", sorted: () => ({key: "n", down: false}), sort() {},
    open: (i) => { globalThis.opened = i; }, moved() {},
    columns: () => [{key: "n", title: "n", name: "n", width: "10rem", sortable: true,
      class: "number", fill}],
  });
  document.body.append(grid.wrap);
  grid.wrap.style.height = "600px";
  grid.set(Uint32Array.from({length: count}, (_, i) => i), null);
  globalThis.grid = grid;
}"""
# Returns the numbers of the visible rows, and whether part of the table is empty.
SEEN = """() => {
  const box = grid.node.getBoundingClientRect();
  const rows = [...document.querySelectorAll(".grid-rows .grid-row")];
  const seen = rows.filter((row) => {
    const {top, bottom} = row.getBoundingClientRect();
    return bottom > box.top + 40 && top < box.bottom - 20;
  });
  const covered = seen.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
  return {numbers: seen.map((row) => Number(row.textContent)), covered, rows: rows.length};
}"""


@pytest.fixture
def segments(report_page: Callable[..., Page]) -> Page:
    corpus = make_corpus(3, SEGMENTS)
    wide = {"viewport": {"width": 1900, "height": 900}}
    page = report_page(corpus.systems, corpus.references, fragment="screen=segments", page=wide)
    wait_for_screen(page, "segments")
    return page


def rows(page: Page) -> Locator:
    return page.locator(".grid-rows .grid-row")


def first_cell(page: Page, column: int) -> str:
    return rows(page).first.locator("[role=gridcell]").nth(column).inner_text()


def test_few_rows_are_elements_and_all_are_counted(segments: Page) -> None:
    grid = segments.get_by_role("grid", name="Segments")
    assert grid.get_attribute("aria-rowcount") == str(SEGMENTS + 1)
    assert 10 < rows(segments).count() < MOST_ROWS
    grid.evaluate("(grid) => { grid.scrollTop = 44 * 2000; }")
    wait_until_drawn(segments)
    assert rows(segments).count() < MOST_ROWS
    indexes = rows(segments).evaluate_all(
        "(rows) => rows.map((row) => [row.ariaRowIndex, row.children[0].textContent])"
    )
    assert all(int(index) == int(number.replace(",", "")) + 1 for index, number in indexes)
    assert any(number == "2,001" for _, number in indexes)


def test_the_table_is_one_tab_stop_with_arrow_keys(segments: Page) -> None:
    assert segments.locator(".grid [tabindex='0'], .grid[tabindex='0']").count() == 1
    segments.locator("#field").focus()
    segments.keyboard.press("Tab")
    segments.keyboard.press("Tab")
    assert segments.evaluate(FOCUSED) == [2, 1]
    moves = [
        ("ArrowDown", [3, 1]),
        ("ArrowRight", [3, 2]),
        ("End", [SEGMENTS + 1, 2]),
        ("ArrowDown", [SEGMENTS + 1, 2]),
        ("Home", [2, 2]),
        ("ArrowUp", [1, 2]),
        ("ArrowUp", [1, 2]),
        ("ArrowDown", [2, 2]),
        ("ArrowLeft", [2, 1]),
    ]
    for key, position in moves:
        segments.keyboard.press(key)
        assert (key, segments.evaluate(FOCUSED)) == (key, position)
    segments.keyboard.press("PageDown")
    page, _ = segments.evaluate(FOCUSED)
    assert page > 8
    segments.keyboard.press("Tab")
    assert segments.evaluate(FOCUSED) is None


def test_focus_is_kept_when_its_row_is_scrolled_away(segments: Page) -> None:
    grid = segments.get_by_role("grid", name="Segments")
    rows(segments).nth(2).locator("[role=gridcell]").nth(1).focus()
    grid.evaluate("(grid) => { grid.scrollTop = 44 * 1000; }")
    wait_until_drawn(segments)
    assert grid.evaluate("(grid) => document.activeElement === grid")
    grid.evaluate("(grid) => { grid.scrollTop = 0; }")
    wait_until_drawn(segments)
    assert segments.evaluate(FOCUSED) == [4, 2]


def test_headings_sort_and_show_the_order(segments: Page) -> None:
    heading = segments.locator("[role=columnheader][data-key=scoreA]")
    index = int(heading.get_attribute("aria-colindex") or 0) - 1
    heading.click()
    wait_until_drawn(segments)
    assert heading.get_attribute("aria-sort") == "descending"
    highest = float(first_cell(segments, index))
    heading.focus()
    segments.keyboard.press("Enter")
    wait_until_drawn(segments)
    assert heading.get_attribute("aria-sort") == "ascending"
    assert float(first_cell(segments, index)) < highest
    assert segments.locator("[role=columnheader][aria-sort]").count() == 1


SORTED = ["number", "scoreA", "scoreB", "delta", "influence", "reflen", "ratio"]


def test_every_column_sorts_all_segments(segments: Page) -> None:
    for key in SORTED:
        for down in (False, True):
            sort = f"#screen=segments&sort={key}{'-' if down else ''}"
            segments.evaluate("(hash) => { location.hash = hash; }", sort)
            wait_until_drawn(segments)
            sorts_all_segments(segments, key, down)


def sorts_all_segments(segments: Page, key: str, down: bool) -> None:
    grid = segments.get_by_role("grid", name="Segments")
    grid.evaluate("(grid) => { grid.scrollTop = 0; }")
    wait_until_drawn(segments)
    heading = segments.locator(f"[role=columnheader][data-key={key}]")
    index = int(heading.get_attribute("aria-colindex") or 0) - 1
    cells = rows(segments).locator(f"[role=gridcell]:nth-child({index + 1})").all_inner_texts()
    numbers = [
        float(text.replace("\u2212", "-").replace(",", "").replace("+", "")) for text in cells
    ]
    assert numbers == sorted(numbers, reverse=down)
    # In the opposite order, the last row is first.
    segments.keyboard.press("Tab")
    rows(segments).first.locator("[role=gridcell]").first.focus()
    segments.keyboard.press("End")
    last = segments.locator(f"[role=row][aria-rowindex='{SEGMENTS + 1}'] > :nth-child({index + 1})")
    text = last.inner_text().replace("\u2212", "-").replace(",", "").replace("+", "")
    assert float(text) <= numbers[0] if down else float(text) >= numbers[0]


def test_rows_beyond_the_maximum_height_are_reached(open_page: Callable[..., Page]) -> None:
    page = open_page("about:blank", allowed=("about:",), wait=False)
    load(page, ["Grid"])
    page.add_style_tag(content=page_sources().style)
    page.evaluate(BUILD, MANY)
    assert MANY * 44 > 33_554_428, "Chromium limits the height of elements"
    seen: dict[str, Any] = page.evaluate(SEEN)
    assert seen["numbers"][0] == 0
    page.evaluate("() => grid.go(1_500_000)")
    wait_until_drawn(page)
    seen = page.evaluate(SEEN)
    assert seen["numbers"][-1] == MANY - 1
    page.evaluate("() => { grid.node.scrollTop = grid.node.scrollHeight; }")
    wait_until_drawn(page)
    assert page.evaluate(SEEN)["numbers"][-1] == MANY - 1
    for part in (0.2, 0.5, 0.77):
        page.evaluate("(part) => { grid.node.scrollTop = part * grid.node.scrollHeight; }", part)
        wait_until_drawn(page)
        seen = page.evaluate(SEEN)
        assert seen["covered"] > 450, "rows fill the table"
        assert seen["rows"] < MOST_ROWS
        assert abs(seen["numbers"][0] / MANY - part) < 0.01
    page.evaluate("() => grid.go(777_777)")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("() => opened") == 777_778
