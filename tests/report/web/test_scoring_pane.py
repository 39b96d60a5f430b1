"""Marks in the pane of a segment, compared with the metric's counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.generators import decode, tally
from tests.profiles import PROFILE
from tests.report.web.corpora import Corpus, example, make_corpus, many_scripts, three_references
from tests.report.web.reports import Reports
from tests.report.web.scripts import opened_up
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ("store", "bleu")
# Maximum number of segments per corpus; the tests of tokens and counts use all.
MOST = {"fast": 25, "ci": 200, "fuzz": 10_000}[PROFILE]

# For all segments and systems, returns the number of marks of each order, the text of the sums, and
# the notes.
COUNTED = """async (segments) => {
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  const texts = document.querySelector(".segment-texts");
  const found = [];
  for (let i = 0; i < segments; i += 1) {
    page.store.set({ segment: i }, { push: false });
    while (texts.dataset.segment !== String(i)) await pause();
    const ofSegment = {};
    for (const block of texts.querySelectorAll(".block-system")) {
      const more = block.querySelector(".more-tokens");
      while (!more.hidden) more.click();
      const counts = {};
      for (const token of block.querySelectorAll(".tok[data-begins]")) {
        for (const n of token.dataset.begins.split(" ")) counts[n] = (counts[n] ?? 0) + 1;
      }
      ofSegment[block.dataset.system] = {
        counts,
        sums: block.querySelector(".system-sums").innerText,
        notes: [...block.querySelectorAll(".note")].map((note) => note.textContent),
      };
    }
    found.push(ofSegment);
  }
  return found;
}"""


def hostile(seed: int) -> Corpus:
    """Return texts that once caused errors in tokenizers, for two systems, with all references."""
    corpus = decode(Random(seed).randbytes(3000))
    second_texts = decode(Random(seed + 1000).randbytes(9000)).hypotheses[: len(corpus)]
    second_texts += corpus.hypotheses[len(second_texts) :]
    return Corpus({"one": corpus.hypotheses, "other": second_texts}, corpus.streams())


CORPORA: dict[str, tuple[Corpus, dict[str, Any]]] = {
    "the example": (example(), {}),
    "the example in characters, lower-cased": (
        example(),
        {"tokenizer": "char", "lowercase": True, "max_ngram_order": 6},
    ),
    "the example, by tokens that Python made": (example(), {"tokenizer": "intl"}),
    "Chinese, by tokens that Python made": (many_scripts(), {"tokenizer": "zh"}),
    "many scripts": (many_scripts(), {"tokenizer": "char"}),
    "entities, by tokens that Python made": (
        Corpus({"a": ['"x" &amp; y'], "b": ["&quot;x&quot; & y."]}, [['"x" & y .']]),
        {"tokenizer": "mteval-13a"},
    ),
    "three references": (three_references(), {"lowercase": True}),
    "a third of the words": (make_corpus(3, 40), {"max_ngram_order": 2}),
    **{f"hostile {seed}": (hostile(seed), {}) for seed in range(3 if PROFILE == "fast" else 60)},
    "hostile, in lower case": (hostile(77), {"lowercase": True}),
    "hostile, A to Z in lower case": (hostile(79), {"lowercase": "ascii"}),
    "hostile, tokens in lower case": (hostile(80), {"lowercase": "after"}),
    "hostile, at whitespace": (hostile(78), {"tokenizer": "none"}),
}


def opened(reports: Reports, open_page: Callable[..., Page], corpus: Corpus, metric: BLEU) -> Page:
    report = reports.file(corpus.systems, corpus.references, metrics=metric, **corpus.options)
    address = opened_up(report, NAMES).as_uri()
    page = open_page(f"{address}#screen=segments&segment=1")
    page.wait_for_selector('.segment-texts[data-segment="0"]')
    return page


@pytest.mark.parametrize("name", CORPORA)
def test_marks_add_up_to_the_counts(
    reports: Reports, open_page: Callable[..., Page], name: str
) -> None:
    corpus, settings = CORPORA[name]
    metric = BLEU(**settings)
    page = opened(reports, open_page, corpus, metric)
    if len(corpus.systems) > 2:
        page.locator(".more-systems").click()
    segments = min(corpus.segments, MOST)
    result = page.evaluate(COUNTED, segments)
    for number, texts in enumerate(corpus.systems.values()):
        rows = metric.statistics(texts, corpus.references)
        for segment, row in enumerate(rows.tolist()[:segments]):
            block = result[segment][str(number)]
            orders = metric.max_ngram_order
            matches, totals = row[2 : 2 + orders], row[2 + orders :]
            expected = {str(n): count for n, count in enumerate(matches, start=1) if count}
            assert block["counts"] == expected, (segment, texts[segment])
            sums = [(int(m), int(t)) for m, t in re.findall(r"(\d+)/(\d+)", block["sums"])]
            assert sums == list(zip(matches, totals, strict=True)), (segment, texts[segment])
            assert block["notes"] == []
    tally.count("the pane's marks", segments * len(corpus.systems))


@pytest.mark.parametrize(
    ("settings", "hypothesis", "formula"),
    [
        ({}, "z", "no matched n-grams = 0.00"),
        ({"smoothing": "none"}, "a b x d", "no matched 3-grams = 0.00"),
        (
            {"max_ngram_order": 1},
            "a b x d",
            "100 \u00d7 1.0000 \u00d7 exp(1\u00b7ln 0.7500) = 75.00",
        ),
        (
            {"max_ngram_order": 2, "weights": [0.75, 0.25]},
            "a b x d",
            "100 \u00d7 1.0000 \u00d7 exp(0.75\u00b7ln 0.7500 + 0.25\u00b7ln 0.3333) = 61.24",
        ),
    ],
)
def test_the_formula_of_a_segment_has_its_score(
    reports: Reports,
    open_page: Callable[..., Page],
    settings: dict[str, Any],
    hypothesis: str,
    formula: str,
) -> None:
    corpus = Corpus({"a": [hypothesis]}, [["a b c d"]], {"checks": False})
    page = opened(reports, open_page, corpus, BLEU(**settings))
    assert page.locator(".sum-score").get_attribute("title") == formula
