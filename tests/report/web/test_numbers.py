"""Counts and scores of random selections, compared with Python.

Each example sets filters on the page. The selected segments, their counts and their scores are also
computed by truebleu from the texts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.profiles import examples
from tests.report.web.corpora import Corpus, example, make_corpus, three_references
from tests.report.web.expected import Expected
from tests.report.web.reports import Reports
from tests.report.web.scripts import opened_up
from truebleu.wording import fixed_below

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLOSE = 1e-9
CORPORA = {
    "the example": example(),
    "three references": three_references(),
    "four systems": make_corpus(4, 300, seed=7),
}
# Sets the filters, and returns all counts and scores of the selection.
SELECT = """([patch, systems]) => {
  page.store.set({query: "", filters: {}, ...patch});
  const all = Array.from({length: systems}, (_, s) => s);
  return {
    ids: Array.from(page.selection.ids).sort((x, y) => x - y),
    count: page.selection.count,
    errors: page.selection.errors.length,
    rows: all.map((s) => {
      const row = page.selection.row(s);
      return [row.hyp, row.ref, ...row.m, ...row.t];
    }),
    scores: all.map((s) => page.selection.count ? page.selection.score(s) : null),
    pill: document.querySelector(".pill-numbers").textContent,
  };
}"""


@pytest.fixture(params=CORPORA)
def opened(
    request: pytest.FixtureRequest, reports: Reports, open_page: Callable[..., Page]
) -> tuple[Page, Corpus, Expected]:
    corpus = CORPORA[request.param]
    report = reports.file(corpus.systems, corpus.references, **corpus.options)
    return open_page(opened_up(report)), corpus, Expected.of(corpus)


def bounds(values: Any, draw: Callable[[Any], Any]) -> list[float]:
    """Return two bounds that equal no value, because other tests cover the edges."""
    places = np.unique(values)
    between = [places[0] - 1.0, *((places[1:] + places[:-1]) / 2), places[-1] + 1.0]
    low, high = sorted(draw(st.tuples(*[st.integers(0, len(between) - 1)] * 2)))
    return [float(between[low]), float(between[high])]


def drawn(expected: Expected, draw: Callable[[Any], Any]) -> tuple[dict[str, Any], Any]:
    """Return random filters, and the segments that pass them."""
    a, b = draw(st.permutations(range(len(expected.names))))[:2]
    values = {
        "scoreA": expected.scores[a],
        "scoreB": expected.scores[b],
        "delta": expected.scores[b] - expected.scores[a],
    }
    chosen = np.ones(len(expected.scores[0]), dtype=bool)
    filters = {}
    for key in draw(st.sets(st.sampled_from(sorted(values)))):
        filters[key] = low, high = bounds(values[key], draw)
        chosen &= (values[key] >= low) & (values[key] <= high)
    return {"a": a, "b": b, "filters": filters}, chosen


# All examples use one page, on which each sets every filter.
@settings(examples(0.15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_counts_and_scores_of_a_selection_equal_pythons(
    opened: tuple[Page, Corpus, Expected], data: st.DataObject
) -> None:
    page, _, expected = opened
    patch, chosen = drawn(expected, data.draw)
    selection = page.evaluate(SELECT, [patch, len(expected.names)])
    assert selection["ids"] == np.flatnonzero(chosen).tolist()
    assert selection["count"] == chosen.sum()
    for system in range(len(expected.names)):
        assert selection["rows"][system] == expected.sums(system, chosen)
        if chosen.any():
            score = expected.score(system, chosen)
            assert selection["scores"][system] == pytest.approx(score, abs=CLOSE)
    if chosen.any():
        printed = [fixed_below(expected.score(patch[key], chosen), 2, 100.0) for key in "ab"]
        assert selection["pill"].startswith("A{}B{}".format(*printed))


INFLUENCE = """async ([a, b]) => {
  const data = await page.openData();
  return [data.influence(a), data.pairInfluence(a, b)].map((each) => Array.from(each));
}"""


def test_influence_is_the_difference_without_the_segment(
    opened: tuple[Page, Corpus, Expected],
) -> None:
    page, corpus, expected = opened
    alone, pair = page.evaluate(INFLUENCE, [0, 1])
    for segment in range(0, corpus.segments, 7):
        first, second = (expected.influence(system, segment) for system in (0, 1))
        assert alone[segment] == pytest.approx(first, abs=CLOSE)
        assert pair[segment] == pytest.approx(second - first, abs=CLOSE)
