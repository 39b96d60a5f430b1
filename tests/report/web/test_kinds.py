"""Reports of every kind open and can be gone through: few segments, many, many systems, nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.report.web.corpora import (
    Corpus,
    example,
    made,
    nothing_said,
    scripts_of_the_world,
    three_references,
)
from tests.report.web.expected import Expected
from tests.report.web.touring import go, screens, tour
from truebleu import BLEU
from truebleu.wording import decimals

if TYPE_CHECKING:
    from playwright.sync_api import Page

KINDS: dict[str, Corpus] = {
    "one segment": made(2, 1),
    "one segment of one system": made(1, 1),
    "one system": made(1, 40),
    "two segments": made(2, 2),
    "26 systems": made(26, 30),
    "three references, some missing": three_references(),
    "scripts of the world": scripts_of_the_world(),
    "all hypotheses empty": nothing_said(),
    "equal systems": Corpus({"a": ["x y z"] * 5, "b": ["x y z"] * 5}, [["x y z"] * 5]),
    "no texts": Corpus(made(3, 30).systems, made(3, 30).references, {"text": "none"}),
    "some texts": Corpus(made(3, 600).systems, made(3, 600).references, {"text": "top:50"}),
    "another metric": Corpus(
        example().systems,
        example().references,
        {"metrics": [BLEU(tokenizer="intl", smoothing="none", max_ngram_order=2, scale=1)]},
    ),
}


# How much of the page lies beyond the window's right edge.
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(params=KINDS)
def opened(request: pytest.FixtureRequest, report_page: Callable[..., Page]) -> tuple[Page, Corpus]:
    corpus = KINDS[request.param]
    return report_page(corpus.systems, corpus.references, **corpus.options), corpus


def test_scores_are_pythons_and_every_screen_fits_a_phone(
    opened: tuple[Page, Corpus],
) -> None:
    page, corpus = opened
    (metric,) = corpus.options.get("metrics", [None])
    expected = Expected.of(corpus, metric)
    everything = np.ones(corpus.segments, dtype=bool)
    scale = expected.metric.scale
    digits = 2 if scale == 100 else 4
    said = [
        decimals(expected.score(system, everything), digits, scale)
        for system in range(len(expected.names))
    ]
    overview = go(page, "overview").inner_text()
    assert [value for value in said if value not in overview] == []
    assert said[0] in page.locator(".pill-button").inner_text()
    assert "segments" in screens(page)
    page.set_viewport_size({"width": 400, "height": 800})
    for screen, shown in tour(page):
        assert shown.inner_text().strip()
        assert (screen, page.evaluate(WIDER)) == (screen, 0)
