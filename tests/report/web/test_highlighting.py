"""Marks in a text: as many matches of each order as the metric counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.corpora import Corpus, example, make_corpus, many_scripts, three_references
from tests.report.web.expected import Expected
from tests.report.web.reports import Reports
from tests.report.web.scripts import opened_up
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Page

CASES = {
    "the example": (example(), BLEU()),
    "three references": (three_references(), BLEU()),
    "scripts of the world": (many_scripts(), BLEU()),
    "characters": (many_scripts(), BLEU(tokenizer="char")),
    "lower case": (example(), BLEU(lowercase=True)),
    "a tokenizer of Python's side alone": (example(), BLEU(tokenizer="intl")),
    "nothing split": (make_corpus(2, 20), BLEU(tokenizer="none")),
    "two orders": (make_corpus(2, 20), BLEU(max_ngram_order=2)),
}
MOST = 40
# Shows each segment; returns, for A and B, the matches that begin at each token, and the text.
MARKS = """async (segments) => {
  const found = [];
  for (let i = 0; i < segments; i++) {
    page.store.set({segment: i, screen: "segments"}, {push: false});
    const title = `Segment ${i + 1} of `;
    const drawn = () => document.querySelector(".segment-head")?.textContent.includes(title)
      && document.querySelectorAll(".block-system .segment-text").length === 2;
    do await new Promise((done) => setTimeout(done, 0)); while (!drawn());
    await new Promise((done) => setTimeout(done, 5));
    found.push([...document.querySelectorAll(".block-system")].map((block) => ({
      system: Number(block.dataset.system),
      begins: [...block.querySelectorAll("[data-begins]")].flatMap((one) =>
        one.dataset.begins.split(" ").map(Number)),
      sums: block.querySelector(".system-sums").innerText,
      notes: [...block.querySelectorAll(".note")].map((note) => note.textContent),
    })));
  }
  return found;
}"""


@pytest.fixture(params=CASES)
def case(
    request: pytest.FixtureRequest, reports: Reports, open_page: Callable[..., Page]
) -> tuple[Page, Corpus, Expected]:
    corpus, metric = CASES[request.param]
    report = reports.file(corpus.systems, corpus.references, metrics=metric, **corpus.options)
    return open_page(opened_up(report)), corpus, Expected.of(corpus, metric)


def test_as_many_matches_are_marked_as_were_counted(
    case: tuple[Page, Corpus, Expected],
) -> None:
    page, corpus, expected = case
    orders = expected.metric.max_ngram_order
    for segment, blocks in enumerate(page.evaluate(MARKS, min(corpus.segments, MOST))):
        assert len(blocks) == 2
        for block in blocks:
            row = [int(value) for value in expected.rows[block["system"]][segment]]
            matches, totals = row[2 : 2 + orders], row[2 + orders :]
            marked = [block["begins"].count(order) for order in range(1, orders + 1)]
            assert (segment, marked, block["notes"]) == (segment, matches, [])
            assert fractions(block["sums"]) == list(zip(matches, totals, strict=True))


def fractions(text: str) -> list[tuple[Any, Any]]:
    """Return the pairs "matches/totals" in a text."""
    return [(int(one), int(other)) for one, other in re.findall(r"(\d+)/(\d+)", text)]
