"""What-if: an edited hypothesis moves the scores as Python moves them, and is marked as edited."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.web.corpora import example
from truebleu import BLEU
from truebleu.scores import decimals

if TYPE_CHECKING:
    from playwright.sync_api import Page

EXAMPLE = example()
PLACE = 5
EDITS = (
    "“Our order books are full well into next year,” Wöhler told journalists.",
    "Completely different words here",
    "",
    "the the the the the the",
    "我们的订单 <b>&amp; 1,000.50 e.g. 10-12%",
)
METRICS = {
    "13a": BLEU(),
    "char": BLEU(tokenizer="char"),
    "lower case": BLEU(lowercase=True),
    "none": BLEU(tokenizer="none"),
}


@pytest.mark.parametrize("name", METRICS)
def test_an_edit_moves_the_scores_as_in_python(name: str, report_page: Callable[..., Page]) -> None:
    metric = METRICS[name]
    page = report_page(
        EXAMPLE.systems, EXAMPLE.references, fragment=f"screen=segments&segment={PLACE + 1}",
        metrics=metric, **EXAMPLE.options,
    )  # fmt: skip
    page.locator(".block-system .edit-button").nth(1).click()
    area = page.locator(".block-system textarea")
    before = EXAMPLE.systems["strong"]
    for text in EDITS:
        area.fill(text)
        edited = [*before[:PLACE], text, *before[PLACE + 1 :]]
        references = [stream[PLACE] for stream in EXAMPLE.references]
        segment = metric.sentence_score(text, references).value
        corpus = metric.corpus_score(edited, EXAMPLE.references).value
        block = page.locator(".block-system").nth(1)
        for value, digits in ((segment, 2), (corpus, 4)):
            block.get_by_text(f"\u2192 {decimals(value, digits, 100.0)}").first.wait_for()
        assert re.search("edited", page.locator(".detail").inner_text(), re.IGNORECASE)
