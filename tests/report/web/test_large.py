"""A report of a hundred thousand segments and ten systems: features and exact numbers.

`make bench` measures the speed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.report.web.corpora import Corpus, make_corpus
from tests.report.web.expected import Expected
from tests.report.web.reports import Reports
from tests.report.web.touring import go, tour, wait_for_screen
from truebleu.wording import fixed_below

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEGMENTS, SYSTEMS, MOST_ROWS = 100_000, 10, 40


@pytest.fixture(scope="module")
def large() -> Corpus:
    """Return a corpus that repeats a few segments; each line ends with its number."""
    few = make_corpus(SYSTEMS, 500)
    numbers = range(SEGMENTS)
    systems = {
        name: [f"{lines[n % 500]} {n}" if n % 7 else lines[n % 500] for n in numbers]
        for name, lines in few.systems.items()
    }
    return Corpus(systems, [[f"{few.references[0][n % 500]} {n}" for n in numbers]])


@pytest.fixture(scope="module")
def expected(large: Corpus) -> Expected:
    return Expected.of(large)


@pytest.fixture(scope="module")
def report(large: Corpus, reports: Reports) -> Path:
    return reports.file(large.systems, large.references, checks=False)


def test_a_filter_gives_exact_scores(
    report: Path, expected: Expected, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{report.as_uri()}#screen=segments&query=A.bleu<40%20id:1001..")
    chosen = expected.scores[0] < 40
    chosen[:1000] = False
    page.get_by_text(f"{chosen.sum():,} of {SEGMENTS:,}").wait_for()
    page.locator(".pill-button").click()
    table = page.locator("#pill-panel").inner_text()
    for system in range(SYSTEMS):
        assert fixed_below(expected.score(system, chosen), 2, 100.0) in table


def test_the_table_has_few_elements_at_any_position(
    report: Path, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{report.as_uri()}#screen=segments")
    rows = page.locator(".grid-rows [role=row]")
    grid = page.get_by_role("grid", name="Segments")
    assert grid.get_attribute("aria-rowcount") == str(SEGMENTS + 1)
    page.locator(".grid-cell").nth(12).click()
    seen: list[int] = []
    for key, minimum in (("End", SEGMENTS - MOST_ROWS), ("PageUp", 90_000), ("Home", 0)):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
        seen = rows.evaluate_all("(all) => all.map((row) => Number(row.dataset.item))")
        assert 0 < len(seen) <= MOST_ROWS
        assert min(seen) >= minimum
    assert min(seen) == 0


def test_a_word_is_found_in_all_texts(
    report: Path, large: Corpus, open_page: Callable[..., Page]
) -> None:
    page = open_page(f'{report.as_uri()}#screen=segments&query=ref:"7777"')
    result = sum("7777" in (text or "") for text in large.references[0])
    page.locator(".search-note progress").wait_for(state="detached")
    page.get_by_text(f"{result} of {SEGMENTS:,}").wait_for()


def test_the_last_segment_is_shown(
    report: Path, large: Corpus, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{report.as_uri()}#screen=segments&segment={SEGMENTS}")
    wait_for_screen(page, "segments")
    page.get_by_text(f"Segment {SEGMENTS:,} of {SEGMENTS:,}").wait_for()
    texts = page.locator(".block-system .segment-text").first
    assert texts.text_content() == large.systems["system 0"][-1]


def test_every_screen_opens(report: Path, open_page: Callable[..., Page]) -> None:
    page = open_page(report)
    assert all(part.inner_text().strip() for _, part in tour(page))
    assert go(page, "overview").locator("tbody tr").count() >= SYSTEMS
