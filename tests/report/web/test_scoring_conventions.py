"""Reports with conventions: the score of each selection equals the convention's."""

from __future__ import annotations

from collections.abc import Callable
from math import isclose
from typing import TYPE_CHECKING

import pytest

from tests.report.making import BLEU_CONVENTIONS, is_supported
from tests.report.web.corpora import Corpus, example
from tests.report.web.reports import Reports
from tests.report.web.scripts import opened_up
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEP = 3
SCORES = """(ids) => {
  const { selection, store } = page;
  const all = [0, 1].map((s) => selection.score(s));
  store.set({ filters: { ids } });
  return [...all, ...[0, 1].map((s) => selection.score(s))];
}"""


NAMES = [name for name in BLEU_CONVENTIONS if is_supported(convention=name)]


def corpus() -> Corpus:
    """Return a corpus with one reference per segment and some short texts."""
    news = example()
    systems = {name: [*texts[:40], "", "a", "x y z"] for name, texts in news.systems.items()}
    first = [*news.references[0][:40], "some words", "a", ""]
    return Corpus(dict(list(systems.items())[:2]), [first])


def test_most_conventions_are_supported() -> None:
    assert len(NAMES) >= 15


@pytest.mark.parametrize("name", NAMES)
def test_every_selection_has_the_score_of_the_convention(
    reports: Reports, open_page: Callable[..., Page], name: str
) -> None:
    metric, inputs = BLEU(convention=name), corpus()
    report = reports.file(inputs.systems, inputs.references, metrics=metric)
    page = open_page(opened_up(report, ("selection", "store")))
    ids = list(range(0, inputs.segments, STEP))
    expected = [
        metric.corpus_score(texts[::step], [stream[::step] for stream in inputs.references]).value
        for step in (1, STEP)
        for texts in inputs.systems.values()
    ]
    for ours, theirs in zip(page.evaluate(SCORES, ids), expected, strict=True):
        assert isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-9)
