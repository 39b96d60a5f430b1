"""Reports with the texts of some or no segments: search, scores and notes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.report.web.corpora import make_corpus
from tests.report.web.scripts import load, opened_up
from tests.report.web.touring import go, wait_until_drawn

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
    corpus = make_corpus(2, SEGMENTS)
    report = reports.file(corpus.systems, corpus.references, text=f"top:{KEPT}")
    return open_page(opened_up(report, ("store", "selection", "openData")))


def test_search_finds_stored_texts_only(some: Page) -> None:
    corpus = make_corpus(2, SEGMENTS)
    stored = some.evaluate(
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
    assert 0 < len(stored) < SEGMENTS
    systems = list(corpus.systems.values())
    for segment, texts in stored.items():
        assert texts == [lines[int(segment)] for lines in systems]
    result = some.evaluate(SEARCHED, "hyp:cat")
    assert result == [int(i) for i, texts in stored.items() if any("cat" in text for text in texts)]
    others = some.evaluate(SEARCHED, "-hyp:cat")
    assert sorted([*result, *others]) == sorted(map(int, stored)), (
        "segments without texts match neither"
    )
    note = f"The texts of {SEGMENTS - len(stored)} segments are not in this report."
    some.locator("#search-note").get_by_text(note).wait_for()


def test_segments_without_texts_are_scored(
    report_page: Callable[..., Page],
) -> None:
    corpus = make_corpus(2, SEGMENTS)
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
    wait_until_drawn(page)
    assert page.locator(".grid-rows .grid-row").count() == 0


def test_browsers_without_base64_decoding_read_the_same_texts(
    report_page: Callable[..., Page],
) -> None:
    corpus = make_corpus(2, SEGMENTS)
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
    wait_until_drawn(page)
    assert page.locator(".grid-rows").inner_text() == before


def test_a_byte_order_mark_at_the_start_of_a_text_is_kept(
    reports: Reports, open_page: Callable[..., Page]
) -> None:
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


@pytest.mark.parametrize("character", ["x", "\U0001f600"])
def test_long_texts_are_cut_at_a_number_of_characters(
    open_page: Callable[..., Page], character: str
) -> None:
    page = open_page("about:blank", allowed=("about:",), wait=False)
    load(page, ["axes"])
    short = page.evaluate("(text) => [4, 5, 6, 50].map((n) => axes.cut(text, n))", character * 5)
    assert short == [character * 3 + "\u2026", *[character * 5] * 3]
    assert page.evaluate("(text) => axes.cut(text, 400)", character * 2000) == (
        character * 399 + "\u2026"
    )
