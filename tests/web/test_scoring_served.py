"""Editing on a server: with any tokenizer, counted by the core, and saved as a system."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.requirements import require_module
from tests.server.desks import REFERENCE, SYSTEMS, Running, running
from tests.web.browser import OF_A_FILE
from tests.web.test_scoring_edits import box, moved, replaced, shown
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Page

require_module("starlette")
SEGMENT = 3
TEXTS = ["", "the €5-a-day “board” had (3.50) \u2028 and", "Until now, the board"]


@pytest.fixture
def server() -> Iterator[Running]:
    names = [str(path) for path in SYSTEMS[:2]]
    with running(*names, "-r", str(REFERENCE), "--tokenize", "intl", "--lowercase") as started:
        yield started


@pytest.fixture
def page(server: Running, open_page: Callable[..., Page]) -> Page:
    address = f"{server.base}/#token={server.token}&screen=segments&segment={SEGMENT + 1}"
    page = open_page(address, allowed=(*OF_A_FILE, server.base))
    page.wait_for_selector(f'.segment-texts[data-segment="{SEGMENT}"]')
    return page


def lines(number: int) -> list[str]:
    return SYSTEMS[number].read_text(encoding="utf-8").splitlines()


def test_the_core_counts_what_is_typed(page: Page) -> None:
    metric = BLEU(tokenizer="intl", lowercase=True)
    references = REFERENCE.read_text(encoding="utf-8").splitlines()
    first, second = (metric.corpus_score(lines(number), references).value for number in (0, 1))
    page.keyboard.press("e")
    for text in TEXTS:
        with page.expect_response("**/api/score"):
            box(page).fill(text)
        new = metric.corpus_score(replaced(lines(1), SEGMENT, text), references).value
        own = [
            metric.sentence_score(each, [references[SEGMENT]]).value
            for each in (lines(1)[SEGMENT], text)
        ]
        expected = {
            "this segment": shown(own[0], own[1], 2),
            "corpus": shown(second, new, 4),
            "B less A": shown(second - first, new - first, 4),
        }
        page.wait_for_function(
            "(text) => document.querySelector('.moves').textContent.includes(text)",
            arg=expected["corpus"][1],
        )
        assert moved(page) == expected
    marked = page.locator('.block-system[data-system="1"] .segment-text')
    assert marked.locator(".matched").count() > 0


def test_an_edit_becomes_a_system_of_its_own(page: Page) -> None:
    page.keyboard.press("e")
    with page.expect_response("**/api/score"):
        box(page).fill("Until now, the board had expected more.")
    name = page.get_by_label("Name of the new system")
    name.fill("mine")
    with page.expect_response("**/api/systems") as answer:
        page.get_by_role("button", name="Save as a new system").click()
    assert answer.value.status == 200
