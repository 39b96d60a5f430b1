"""Reports of every kind of corpus: few or many segments, many systems, empty texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.report.web.corpora import (
    Corpus,
    empty_hypotheses,
    example,
    make_corpus,
    many_scripts,
    three_references,
)
from tests.report.web.expected import Expected
from tests.report.web.touring import go, screens, tour
from truebleu import BLEU
from truebleu.wording import fixed_below

if TYPE_CHECKING:
    from playwright.sync_api import Page

KINDS: dict[str, Corpus] = {
    "one segment": make_corpus(2, 1),
    "one segment of one system": make_corpus(1, 1),
    "one system": make_corpus(1, 40),
    "two segments": make_corpus(2, 2),
    "26 systems": make_corpus(26, 30),
    "three references, some missing": three_references(),
    "scripts of the world": many_scripts(),
    "all hypotheses empty": empty_hypotheses(),
    "equal systems": Corpus({"a": ["x y z"] * 5, "b": ["x y z"] * 5}, [["x y z"] * 5]),
    "no texts": Corpus(make_corpus(3, 30).systems, make_corpus(3, 30).references, {"text": "none"}),
    "some texts": Corpus(
        make_corpus(3, 600).systems, make_corpus(3, 600).references, {"text": "top:50"}
    ),
    "another metric": Corpus(
        example().systems,
        example().references,
        {"metrics": [BLEU(tokenizer="intl", smoothing="none", max_ngram_order=2, scale=1)]},
    ),
}


# Returns by how much the page is wider than the window.
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, report_page: Callable[..., Page]) -> tuple[Page, Corpus]:
    corpus = KINDS[request.param]
    return report_page(corpus.systems, corpus.references, **corpus.options), corpus


def test_scores_equal_pythons_and_every_screen_fits_a_phone(
    opened: tuple[Page, Corpus],
) -> None:
    page, corpus = opened
    (metric,) = corpus.options.get("metrics", [None])
    expected = Expected.of(corpus, metric)
    everything = np.ones(corpus.segments, dtype=bool)
    scale = expected.metric.scale
    digits = 2 if scale == 100 else 4
    scores = [
        fixed_below(expected.score(system, everything), digits, scale)
        for system in range(len(expected.names))
    ]
    overview = go(page, "overview").inner_text()
    assert [value for value in scores if value not in overview] == []
    assert scores[0] in page.locator(".pill-button").inner_text()
    assert "segments" in screens(page)
    page.set_viewport_size({"width": 400, "height": 800})
    for screen, element in tour(page):
        assert element.inner_text().strip()
        assert (screen, page.evaluate(WIDER)) == (screen, 0)
