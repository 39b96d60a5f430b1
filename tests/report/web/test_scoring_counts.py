"""The page's counting against the program's rows, and its marks against the core's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.generators import Corpus, decode
from tests.generators.plain import news
from tests.news import REFERENCES, SYSTEMS
from tests.profiles import PROFILE
from tests.report.web.scoring import agrees, asked, scoring_page
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CORPORA = {"fast": 12, "ci": 400, "fuzz": 10_000}[PROFILE]
TOGETHER = 100
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
    """The seeds of corpora that are asked about at once."""
    for first in range(0, CORPORA, TOGETHER):
        yield range(first, min(first + TOGETHER, CORPORA))


def joined(corpora: Iterable[Corpus]) -> Corpus:
    """Some corpora as one."""
    parts = list(corpora)
    return Corpus(
        [text for part in parts for text in part.hypotheses],
        [cells for part in parts for cells in part.references],
    )


def check(page: Page, metric: BLEU, corpus: Corpus) -> None:
    agrees(page, metric, corpus.hypotheses, corpus.references)


@pytest.mark.parametrize("settings", SETTINGS, ids=repr)
def test_hostile_segments_are_marked_as_the_program_counts(
    page: Page, settings: dict[str, Any]
) -> None:
    for seeds in together():
        check(page, BLEU(**settings), joined(decode(Random(n).randbytes(1600)) for n in seeds))


@pytest.mark.parametrize("settings", SETTINGS, ids=repr)
def test_the_example_corpus_has_the_program_s_rows(page: Page, settings: dict[str, Any]) -> None:
    references = [list(each) for each in zip(*REFERENCES, strict=True)]
    for hypotheses in SYSTEMS.values():
        check(page, BLEU(**settings), Corpus(hypotheses, references))


def test_long_segments_are_marked_as_the_program_counts(page: Page) -> None:
    check(page, BLEU(), news(seed=3, segments=4, words=5000))


def test_marks_are_the_core_s(page: Page) -> None:
    """Which n-grams are matched, clipped or unmatched, and which references hold them."""
    from truebleu._native import Inventory

    orders = 4
    for seeds in together():
        corpus = joined(news(seed, 20, 12) for seed in seeds)
        inventory = Inventory("none", "mixed", [corpus.hypotheses], corpus.references, True)
        found = asked(
            page,
            """([hypotheses, references, order]) => hypotheses.map((text, i) => {
              const words = (line) => line === null ? null : line.split(/\\s+/).filter(Boolean);
              return counting.marks(words(text), references[i].map(words), order);
            })""",
            [corpus.hypotheses, corpus.references, orders],
        )
        for segment, ours in enumerate(found):
            assert [[(mark["status"], mark["references"]) for mark in order] for order in ours] == [
                [(status, list(holding)) for status, holding in order]
                for order in inventory.marks(0, segment, orders)
            ]


def test_a_clipped_n_gram_says_how_often_it_occurs(page: Page) -> None:
    found = page.evaluate(
        "() => counting.marks('the the the'.split(' '), [['the', 'cat']], 4)[0]",
    )
    assert [mark["status"] for mark in found] == ["matched", "clipped", "clipped"]
    assert {(mark["occurrences"], mark["allowed"]) for mark in found} == {(3, 1)}


def test_systems_that_have_a_reference_s_token_often_enough(page: Page) -> None:
    found = page.evaluate(
        """() => counting.producers(["a", "b", "a"], [["a"], ["a", "c", "a"], ["b", "a"], []])"""
    )
    assert found == [3, 1, 1]
