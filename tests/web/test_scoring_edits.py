"""Editing a hypothesis: the scores that the page shows are the program's for the edited text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.corpora import Corpus, example
from tests.web.reports import Reports
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

OpenPage = Callable[..., "Page"]
TEXTS = [
    "",
    "the",
    "Until now, the board had expected 1.25 billion euros at most.",
    "&quot;Until&quot; now ,  the-board 3.5. İSTANBUL \u2028 ﬁn &amp;lt; <skipped> 漢字",
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"lowercase": True, "smoothing": "add-k", "scale": 1},
    {"tokenizer": "char", "max_ngram_order": 6, "reference_length": "average"},
    {"tokenizer": "none", "smoothing": "floor", "effective_order": True},
]
SEGMENT = 3


def opened(reports: Reports, open_page: OpenPage, metric: BLEU, segment: int = SEGMENT) -> Page:
    corpus = example()
    report = reports.file(corpus.systems, corpus.references, metrics=metric, **corpus.options)
    page = open_page(f"{report.as_uri()}#screen=segments&segment={segment + 1}&a=1&b=2")
    page.wait_for_selector(f'.segment-texts[data-segment="{segment}"]')
    return page


def box(page: Page) -> Locator:
    return page.locator(".edit-text")


def moved(page: Page) -> dict[str, list[str]]:
    """What is shown: for each name the number before, the one after, and the difference."""
    rows = page.locator(".moved").evaluate_all(
        "(rows) => rows.map((row) => [row.querySelector('dt'), ...row.querySelectorAll('dd span, "
        "dd strong')].map((part) => part.textContent))"
    )
    return {name: [before, after, gap.strip("()")] for name, before, after, gap in rows}


def shown(before: float, after: float, places: int) -> list[str]:
    """The numbers as the page prints them: with a true minus."""
    gap = f"{after - before:+.{places}f}"
    gap = gap[1:] if float(gap) == 0 else gap
    return [
        text.replace("-", "\u2212") for text in (f"{before:.{places}f}", f"{after:.{places}f}", gap)
    ]


def replaced(texts: list[str], segment: int, text: str) -> list[str]:
    return [*texts[:segment], text, *texts[segment + 1 :]]


@pytest.mark.parametrize("settings", SETTINGS, ids=repr)
def test_the_numbers_move_as_the_program_s_do(
    reports: Reports, open_page: OpenPage, settings: dict[str, Any]
) -> None:
    metric, corpus = BLEU(**settings), example()
    page = opened(reports, open_page, metric)
    page.keyboard.press("e")
    places = 2 if metric.scale == 100 else 4
    (_, first), (_, second) = list(corpus.systems.items())[:2]
    references = [str(stream[SEGMENT]) for stream in corpus.references]
    old = metric.corpus_score(second, corpus.references).value
    other = metric.corpus_score(first, corpus.references).value
    for text in TEXTS:
        box(page).fill(text)
        new = metric.corpus_score(replaced(second, SEGMENT, text), corpus.references).value
        own = [metric.sentence_score(each, references).value for each in (second[SEGMENT], text)]
        assert moved(page) == {
            "this segment": shown(own[0], own[1], places),
            "corpus": shown(old, new, places + 2),
            "B less A": shown(old - other, new - other, places + 2),
        }


def test_an_edit_is_no_reported_score_and_can_be_taken_back(
    reports: Reports, open_page: OpenPage
) -> None:
    page = opened(reports, open_page, BLEU())
    before = page.locator(".segment-texts").inner_text()
    page.keyboard.press("e")
    assert box(page).evaluate("(area) => area === document.activeElement")
    assert page.locator(".edit-banner").count() == 0
    box(page).fill("something else")
    assert "not the reported score" in page.locator(".edit-banner").inner_text()
    assert "not the reported score" in page.locator(".edit-warning").inner_text()
    assert page.locator('.block-system[data-system="1"] .segment-text').inner_text() == (
        "something else"
    )
    page.get_by_role("button", name="Revert", exact=True).click()
    assert page.locator(".edit-banner, .edit").count() == 0
    assert page.locator(".segment-texts").inner_text() == before


def test_edits_of_several_segments_are_counted_together(
    reports: Reports, open_page: OpenPage
) -> None:
    metric, corpus = BLEU(), example()
    page = opened(reports, open_page, metric)
    texts = list(corpus.systems.values())[1]
    for segment, text in ((SEGMENT, "the board"), (SEGMENT + 1, "a cat")):
        page.wait_for_selector(f'.segment-texts[data-segment="{segment}"]')
        page.keyboard.press("e")
        box(page).fill(text)
        texts = replaced(texts, segment, text)
        box(page).press("Escape")
        page.keyboard.press("j")
    value = metric.corpus_score(texts, corpus.references).value
    banner = page.locator(".edit-banner")
    assert banner.inner_text().startswith("2 edits")
    assert f"{value:.4f}" in banner.inner_text()
    page.keyboard.press("k")
    page.wait_for_selector(f'.segment-texts[data-segment="{SEGMENT + 1}"]')
    assert box(page).input_value() == "a cat"
    page.get_by_role("button", name="Revert all").click()
    assert page.locator(".edit-banner, .edit").count() == 0


def test_edits_are_undone_step_by_step(reports: Reports, open_page: OpenPage) -> None:
    page = opened(reports, open_page, BLEU())
    texts = page.locator(".segment-texts")
    before = texts.inner_text()
    page.keyboard.press("e")
    box(page).press("End")
    page.keyboard.type(" and more")
    typed = box(page).input_value()
    page.locator(".edit").get_by_role("button", name="Revert").click()
    assert texts.inner_text() == before
    page.get_by_role("button", name="Undo", exact=True).click()
    assert box(page).input_value() == typed
    assert page.locator('.block-system[data-system="1"] .segment-text').inner_text() == typed
    numbers = moved(page)["corpus"]
    assert numbers[0] != numbers[1]
    box(page).fill("a second step")
    box(page).press("Escape")
    page.keyboard.press("U")
    assert box(page).input_value() == typed
    assert moved(page)["corpus"] == numbers
    page.keyboard.press("U")
    assert page.locator(".edit-banner, .edit, .edit-undo").count() == 0
    assert texts.inner_text() == before
    page.keyboard.press("U")
    page.wait_for_function(
        "() => document.getElementById('live').textContent === 'No edit to undo'"
    )


def test_edits_can_be_taken_away_as_a_file(
    reports: Reports, open_page: OpenPage, tmp_path: Path
) -> None:
    page = opened(reports, open_page, BLEU())
    page.keyboard.press("e")
    box(page).fill('an "edit" </script> \u2028 end')
    with page.expect_download() as started:
        page.get_by_role("button", name="Export the edits").click()
    path = tmp_path / "edits.jsonl"
    started.value.save_as(path)
    lines = path.read_text(encoding="utf-8").split("\n")
    found = json.loads(lines[0])
    name, texts = list(example().systems.items())[1]
    assert lines[1:] == [""]
    assert (found["system"], found["segment"]) == (name, SEGMENT + 1)
    assert (found["before"], found["after"]) == (texts[SEGMENT], 'an "edit" </script> \u2028 end')


def test_typing_moves_no_other_key(reports: Reports, open_page: OpenPage) -> None:
    page = opened(reports, open_page, BLEU())
    page.keyboard.press("e")
    page.keyboard.press("End")
    page.keyboard.type(" jkdx?/0")
    assert f"segment={SEGMENT + 1}" in page.url
    assert page.locator("dialog[open]").count() == 0
    assert box(page).input_value().endswith(" jkdx?/0")


def test_a_tokenizer_that_the_page_lacks_offers_no_edit(
    reports: Reports, open_page: OpenPage
) -> None:
    corpus = Corpus({"a": ["a b"], "b": ["a"]}, [["a b c"]])
    report = reports.file(corpus.systems, corpus.references, metrics=BLEU(tokenizer="intl"))
    page = open_page(f"{report.as_uri()}#screen=segments&segment=1")
    page.wait_for_selector('.segment-texts[data-segment="0"]')
    page.keyboard.press("e")
    assert page.locator(".edit-button, .edit").count() == 0
