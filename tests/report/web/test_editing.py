"""Editing of a hypothesis on the server's page: scores equal the core's for the edited text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.report.web.browser import OF_A_FILE
from tests.report.web.corpora import example
from tests.report.web.reports import Reports
from tests.requirements import require_module
from tests.server.local_server import REFERENCE, SYSTEMS, Running, running
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

require_module("starlette")
OpenPage = Callable[..., "Page"]
SETTINGS: dict[str, tuple[BLEU, tuple[str, ...]]] = {
    "intl, in lower case": (
        BLEU(tokenizer="intl", lowercase=True), ("--tokenize", "intl", "--lowercase")
    ),
    "characters": (
        BLEU(tokenizer="char", max_ngram_order=6), ("--tokenize", "char", "--max-ngram-order", "6")
    ),
    "the defaults": (BLEU(), ()),
}  # fmt: skip
TEXTS = [
    "",
    "the €5-a-day “board” had (3.50) \u2028 and",
    "&quot;Until&quot; now ,  the-board 3.5. İSTANBUL ﬁn &amp;lt; <skipped> 漢字",
    "Until now, the board",
]
SEGMENT = 3


def served(*more: str) -> Iterator[Running]:
    names = [str(path) for path in SYSTEMS[:2]]
    with running(*names, "-r", str(REFERENCE), *more) as started:
        yield started


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    yield from served()


def opened(server: Running, open_page: OpenPage, segment: int = SEGMENT) -> Page:
    address = f"{server.base}/#token={server.token}&screen=segments&segment={segment + 1}"
    page = open_page(address, allowed=(*OF_A_FILE, server.base))
    page.wait_for_selector(f'.segment-texts[data-segment="{segment}"]')
    return page


def lines(number: int) -> list[str]:
    return SYSTEMS[number].read_text(encoding="utf-8").splitlines()


def fill(page: Page, text: str) -> None:
    """Type a text, and wait until its scores are shown."""
    with page.expect_response("**/api/score"):
        box(page).fill(text)
    page.wait_for_function(
        """(text) => {
          const node = document.querySelector('.block-system[data-system="1"] .segment-text');
          return node.textContent === text;
        }""",
        arg=text,
    )


def box(page: Page) -> Locator:
    return page.locator(".edit-text")


def moved(page: Page) -> dict[str, list[str]]:
    """Return the shown scores by name: before, after, and their difference."""
    rows = page.locator(".moved").evaluate_all(
        "(rows) => rows.map((row) => [row.querySelector('dt'), ...row.querySelectorAll('dd span, "
        "dd strong')].map((part) => part.textContent))"
    )
    return {name: [before, after, gap.strip("()")] for name, before, after, gap in rows}


def format_scores(before: float, after: float, places: int) -> list[str]:
    """Format the scores as the page does, with a minus sign."""
    gap = f"{after - before:+.{places}f}"
    gap = gap[1:] if float(gap) == 0 else gap
    return [
        text.replace("-", "\u2212") for text in (f"{before:.{places}f}", f"{after:.{places}f}", gap)
    ]


def replaced(texts: list[str], segment: int, text: str) -> list[str]:
    return [*texts[:segment], text, *texts[segment + 1 :]]


@pytest.mark.parametrize("name", SETTINGS)
def test_scores_of_an_edit_equal_the_core_s(open_page: OpenPage, name: str) -> None:
    metric, flags = SETTINGS[name]
    references = REFERENCE.read_text(encoding="utf-8").splitlines()
    first, second = (metric.corpus_score(lines(number), references).value for number in (0, 1))
    for server in served(*flags):
        page = opened(server, open_page)
        page.keyboard.press("e")
        for text in TEXTS:
            with page.expect_response("**/api/score"):
                box(page).fill(text)
            new = metric.corpus_score(replaced(lines(1), SEGMENT, text), references).value
            own = [
                metric.sentence_score(edited_text, [references[SEGMENT]]).value
                for edited_text in (lines(1)[SEGMENT], text)
            ]
            expected = {
                "this segment": format_scores(own[0], own[1], 2),
                "corpus": format_scores(second, new, 4),
                "B - A": format_scores(second - first, new - first, 4),
            }
            page.wait_for_function(
                "(text) => document.querySelector('.moves').textContent.includes(text)",
                arg=expected["corpus"][1],
            )
            assert moved(page) == expected
        marked = page.locator('.block-system[data-system="1"] .segment-text')
        assert marked.locator(".matched").count() > 0
        page.close()


def test_an_edit_becomes_a_system_of_its_own(open_page: OpenPage) -> None:
    for server in served():
        page = opened(server, open_page)
        page.keyboard.press("e")
        fill(page, "Until now, the board had expected more.")
        page.get_by_label("Name of the new system").fill("mine")
        with page.expect_response("**/api/systems") as answer:
            page.get_by_role("button", name="Save as a new system").click()
        assert answer.value.status == 200
        page.get_by_role("button", name="Show them").click()
        page.locator("#picker-b option", has_text="mine").wait_for(state="attached")
        page.close()


def test_an_edit_changes_no_reported_score_and_can_be_removed(
    server: Running, open_page: OpenPage
) -> None:
    page = opened(server, open_page)
    before = page.locator(".segment-texts").inner_text()
    page.keyboard.press("e")
    assert box(page).evaluate("(area) => area === document.activeElement")
    assert page.locator(".edit-banner").count() == 0
    fill(page, "something else")
    assert "not the reported score" in page.locator(".edit-banner").inner_text()
    assert "not the reported score" in page.locator(".edit-warning").inner_text()
    assert page.locator('.block-system[data-system="1"] .segment-text').inner_text() == (
        "something else"
    )
    page.get_by_role("button", name="Revert", exact=True).click()
    assert page.locator(".edit-banner, .edit").count() == 0
    assert page.locator(".segment-texts").inner_text() == before


def test_edits_of_several_segments_are_counted_together(
    server: Running, open_page: OpenPage
) -> None:
    references = REFERENCE.read_text(encoding="utf-8").splitlines()
    page = opened(server, open_page)
    texts = lines(1)
    for segment, text in ((SEGMENT, "the board"), (SEGMENT + 1, "a cat")):
        page.wait_for_selector(f'.segment-texts[data-segment="{segment}"]')
        page.keyboard.press("e")
        fill(page, text)
        texts = replaced(texts, segment, text)
        box(page).press("Escape")
        page.keyboard.press("j")
    value = BLEU().corpus_score(texts, references).value
    banner = page.locator(".edit-banner")
    assert banner.inner_text().startswith("2 edits")
    assert f"{value:.4f}" in banner.inner_text()
    page.keyboard.press("k")
    page.wait_for_selector(f'.segment-texts[data-segment="{SEGMENT + 1}"]')
    assert box(page).input_value() == "a cat"
    page.get_by_role("button", name="Revert all").click()
    assert page.locator(".edit-banner, .edit").count() == 0


def test_edits_are_undone_step_by_step(server: Running, open_page: OpenPage) -> None:
    page = opened(server, open_page)
    texts = page.locator(".segment-texts")
    before = texts.inner_text()
    page.keyboard.press("e")
    box(page).press("End")
    page.keyboard.type(" and more")
    box_text = box(page).input_value()
    page.locator(".edit").get_by_role("button", name="Revert").click()
    assert texts.inner_text() == before
    with page.expect_response("**/api/score"):
        page.get_by_role("button", name="Undo", exact=True).click()
    assert box(page).input_value() == box_text
    assert page.locator('.block-system[data-system="1"] .segment-text').inner_text() == box_text
    page.wait_for_function(
        """() => {
          const [before, after] = document.querySelectorAll(".moved")[1].querySelectorAll("dd *");
          return before.textContent !== after.textContent;
        }"""
    )
    numbers = moved(page)["corpus"]
    fill(page, "a second step")
    box(page).press("Escape")
    page.keyboard.press("U")
    assert box(page).input_value() == box_text
    assert moved(page)["corpus"] == numbers
    page.keyboard.press("U")
    assert page.locator(".edit-banner, .edit, .edit-undo").count() == 0
    assert texts.inner_text() == before
    page.keyboard.press("U")
    page.wait_for_function(
        "() => document.getElementById('live').textContent === 'No edit to undo'"
    )


def test_edits_can_be_saved_as_a_file(server: Running, open_page: OpenPage, tmp_path: Path) -> None:
    page = opened(server, open_page)
    page.keyboard.press("e")
    fill(page, 'an "edit" </script> \u2028 end')
    with page.expect_download() as started:
        page.get_by_role("button", name="Export edits").click()
    path = tmp_path / "edits.jsonl"
    started.value.save_as(path)
    first, *more = path.read_text(encoding="utf-8").split("\n")
    data = json.loads(first)
    assert more == [""]
    assert (data["system"], data["segment"]) == (SYSTEMS[1].name, SEGMENT + 1)
    assert data["before"] == lines(1)[SEGMENT]
    assert data["after"] == 'an "edit" </script> \u2028 end'


def test_typing_triggers_no_single_key_shortcut(server: Running, open_page: OpenPage) -> None:
    page = opened(server, open_page)
    page.keyboard.press("e")
    page.keyboard.press("End")
    page.keyboard.type(" jkdx?/0")
    assert f"segment={SEGMENT + 1}" in page.url
    assert page.locator("dialog[open]").count() == 0
    assert box(page).input_value().endswith(" jkdx?/0")


def test_a_report_without_a_server_has_no_editing(reports: Reports, open_page: OpenPage) -> None:
    corpus = example()
    report = reports.file(corpus.systems, corpus.references, **corpus.options)
    page = open_page(f"{report.as_uri()}#screen=segments&segment=1")
    page.wait_for_selector('.segment-texts[data-segment="0"]')
    page.keyboard.press("e")
    page.keyboard.press("U")
    assert page.locator(".edit-button, .edit").count() == 0
    page.keyboard.press("?")
    assert "edit" not in page.locator("#help").inner_text()
