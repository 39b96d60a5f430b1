"""Reports that hold the texts of some segments, or of none: the page says so, and still selects."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.report.web.corpora import made
from tests.report.web.scripts import opened_up
from tests.report.web.touring import go, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.report.web.reports import Reports

KEPT = 40
SEGMENTS = 700
SEARCHED = """async (query) => {
  page.store.set({query});
  while (page.selection.searching) await new Promise((done) => setTimeout(done, 10));
  return Array.from(page.selection.ids);
}"""


@pytest.fixture
def some(reports: Reports, open_page: Callable[..., Page]) -> Page:
    corpus = made(2, SEGMENTS)
    report = reports.file(corpus.systems, corpus.references, text=f"top:{KEPT}")
    return open_page(opened_up(report, ("store", "selection", "openData")))


def test_what_is_found_are_the_texts_that_hold_it(some: Page) -> None:
    corpus = made(2, SEGMENTS)
    held = some.evaluate(
        """async () => {
          const data = await page.openData();
          const found = {};
          for (let i = 0; i < data.N; i++) {
            const text = await data.text(i);
            if (text) found[i] = text.systems;
          }
          return found;
        }"""
    )
    assert 0 < len(held) < SEGMENTS
    systems = list(corpus.systems.values())
    for segment, texts in held.items():
        assert texts == [lines[int(segment)] for lines in systems]
    found = some.evaluate(SEARCHED, "hyp:cat")
    assert found == [int(i) for i, texts in held.items() if any("cat" in text for text in texts)]
    others = some.evaluate(SEARCHED, "-hyp:cat")
    assert sorted([*found, *others]) == sorted(map(int, held)), "what is not held is not known"
    note = f"The texts of {SEGMENTS - len(held)} segments are not in this report."
    some.locator("#search-note").get_by_text(note).wait_for()


def test_segments_without_texts_are_scored_all_the_same(
    report_page: Callable[..., Page],
) -> None:
    corpus = made(2, SEGMENTS)
    page = report_page(corpus.systems, corpus.references, text="none")
    go(page, "segments")
    assert page.locator(".grid-rows .grid-row").count() > 5
    page.get_by_text("(text not in this report)").first.wait_for()
    page.locator("#search").fill("delta>5")
    page.locator(".pill.filtered .pill-count", has_text=re.compile("of 700")).wait_for()
    page.locator("#search").fill("hyp:cat")
    page.locator("#search-note", has_text="The texts of 700 segments").wait_for()
    page.locator(".pill-count", has_text="0 of 700").wait_for()
    page.get_by_text("No segments match these filters.").wait_for()
    settled(page)
    assert page.locator(".grid-rows .grid-row").count() == 0


def test_browsers_without_their_own_base64_read_the_same(report_page: Callable[..., Page]) -> None:
    corpus = made(2, SEGMENTS)
    page = report_page(corpus.systems, corpus.references, fragment="screen=segments&sort=delta-")
    cells = ".grid-rows [role=gridcell]"
    page.locator(cells).first.wait_for()
    page.locator(".grid-rows .text", has_text=re.compile(r"\w")).first.wait_for()
    before = page.locator(".grid-rows").inner_text()
    page.context.add_init_script("delete Uint8Array.fromBase64;")
    page.reload()
    page.locator(cells).first.wait_for()
    assert page.evaluate("() => Uint8Array.fromBase64 === undefined")
    page.locator(".grid-rows .text", has_text=re.compile(r"\w")).first.wait_for()
    settled(page)
    assert page.locator(".grid-rows").inner_text() == before


def test_a_text_keeps_what_it_begins_with(reports: Reports, open_page: Callable[..., Page]) -> None:
    texts = ["\ufeffone two three four", "\ufeff", "five six"]
    report = reports.file({"a": texts}, [texts])
    page = open_page(opened_up(report, ("openData",)))
    read = page.evaluate(
        """async () => {
          const data = await page.openData();
          return [(await data.text(0)).references[0], (await data.text(1)).systems[0]];
        }"""
    )
    assert read == texts[:2]
