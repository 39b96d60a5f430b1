"""The page's counts and marks, compared with truebleu's rows and the core's marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.generators import Corpus, decode
from tests.generators.plain import news
from tests.news import REFERENCES, SYSTEMS
from tests.profiles import PROFILE
from tests.report.web.scoring import call_page, check_counts, scoring_page
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CORPORA = {"fast": 12, "ci": 400, "fuzz": 10_000}[PROFILE]
BATCH = 100
SETTINGS: list[dict[str, Any]] = [
    {},
    {"lowercase": True},
    {"tokenizer": "char", "max_ngram_order": 6, "reference_length": "longest"},
    {"tokenizer": "none", "max_ngram_order": 2, "reference_length": "average"},
    {"tokenizer": "none", "reference_length": "shortest"},
    {"reference_length": "closest-first", "lowercase": "ascii"},
]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with scoring_page(browser) as opened:
        yield opened


def together() -> Iterator[range]:
    """Return seeds of corpora, in batches for one call of the page."""
    for first in range(0, CORPORA, BATCH):
        yield range(first, min(first + BATCH, CORPORA))


def joined(corpora: Iterable[Corpus]) -> Corpus:
    """Return several corpora as one."""
    parts = list(corpora)
    return Corpus(
        [text for part in parts for text in part.hypotheses],
        [cells for part in parts for cells in part.references],
    )


def check(page: Page, metric: BLEU, corpus: Corpus) -> None:
    check_counts(page, metric, corpus.hypotheses, corpus.references)


@pytest.mark.parametrize("settings", SETTINGS, ids=repr)
def test_hostile_segments_have_truebleus_counts(page: Page, settings: dict[str, Any]) -> None:
    for seeds in together():
        check(page, BLEU(**settings), joined(decode(Random(n).randbytes(1600)) for n in seeds))


@pytest.mark.parametrize("settings", SETTINGS, ids=repr)
def test_the_example_corpus_has_truebleus_rows(page: Page, settings: dict[str, Any]) -> None:
    references = [list(each) for each in zip(*REFERENCES, strict=True)]
    for hypotheses in SYSTEMS.values():
        check(page, BLEU(**settings), Corpus(hypotheses, references))


def test_long_segments_have_truebleus_counts(page: Page) -> None:
    check(page, BLEU(), news(seed=3, segments=4, words=5000))


def test_marks_equal_the_cores(page: Page) -> None:
    """Marks say which n-grams are matched, clipped or unmatched, and which references have them."""
    from truebleu._native import Inventory

    orders = 4
    for seeds in together():
        corpus = joined(news(seed, 20, 12) for seed in seeds)
        inventory = Inventory("none", "mixed", [corpus.hypotheses], corpus.references, True)
        result = call_page(
            page,
            """([hypotheses, references, order]) => hypotheses.map((text, i) => {
              const words = (line) => line === null ? null : line.split(/\\s+/).filter(Boolean);
              return counting.marks(words(text), references[i].map(words), order);
            })""",
            [corpus.hypotheses, corpus.references, orders],
        )
        for segment, ours in enumerate(result):
            assert [[(mark["status"], mark["references"]) for mark in order] for order in ours] == [
                [(status, list(holding)) for status, holding in order]
                for order in inventory.marks(0, segment, orders)
            ]


def test_a_clipped_ngram_has_its_frequency(page: Page) -> None:
    result = page.evaluate(
        "() => counting.marks('the the the'.split(' '), [['the', 'cat']], 4)[0]",
    )
    assert [mark["status"] for mark in result] == ["matched", "clipped", "clipped"]
    assert {(mark["occurrences"], mark["allowed"]) for mark in result} == {(3, 1)}


def test_systems_that_match_a_token_of_the_reference(page: Page) -> None:
    result = page.evaluate(
        """() => counting.producers(["a", "b", "a"], [["a"], ["a", "c", "a"], ["b", "a"], []])"""
    )
    assert result == [3, 1, 1]
