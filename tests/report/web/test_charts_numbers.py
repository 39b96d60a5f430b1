"""Data of the charts, read from their tables and compared with Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import comb, log
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.report.web.charting import chart, chart_rows, rows
from tests.report.web.corpora import Corpus, example, make_corpus
from tests.report.web.expected import Expected
from tests.report.web.reports import Reports
from tests.report.web.scripts import opened_up
from tests.report.web.touring import go, wait_until_drawn
from truebleu import BLEU, compare
from truebleu.metrics.decomposition import difference

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLOSE = 1e-9
CORPORA = {"the example": example(), "four systems": make_corpus(4, 300, seed=7)}


@pytest.fixture(scope="module", params=CORPORA)
def compared(
    request: pytest.FixtureRequest, reports: Reports, open_shared: Callable[..., Page]
) -> tuple[Page, Corpus, Expected]:
    corpus = CORPORA[request.param]
    report = reports.file(corpus.systems, corpus.references, **corpus.options)
    page = open_shared(f"{report.as_uri()}#screen=compare")
    return page, corpus, Expected.of(corpus)


@pytest.fixture(scope="module")
def divided(reports: Reports, open_shared: Callable[..., Page]) -> Page:
    corpus = example()
    report = opened_up(reports.file(corpus.systems, corpus.references, **corpus.options))
    page = open_shared(report)
    go(page, "buckets")
    return page


def differences(expected: Expected, a: int = 0, b: int = 1) -> Any:
    return expected.scores[b] - expected.scores[a]


def test_the_histogram_of_differences_equals_numpys(
    compared: tuple[Page, Corpus, Expected],
) -> None:
    page, _, expected = compared
    values = differences(expected)
    ties, *steps = chart_rows(page, "differences")
    assert ties[2] == np.sum(values == 0)
    edges = [steps[0][0], *(step[1] for step in steps)]
    assert 0 in edges
    counts, _ = np.histogram(values[values != 0], np.array(edges))
    assert [step[2] for step in steps] == counts.tolist()


def test_the_density_equals_numpys(compared: tuple[Page, Corpus, Expected]) -> None:
    page, _, expected = compared
    cells = chart_rows(page, "density")
    edges = np.linspace(0, 100, 61)
    counts, _, _ = np.histogram2d(expected.scores[0], expected.scores[1], [edges, edges])
    result = {(round(cell[0] * 0.6), round(cell[2] * 0.6)): cell[4] for cell in cells}
    places = np.argwhere(counts)
    assert result == {(int(x), int(y)): counts[x, y] for x, y in places}


def test_differences_by_length_have_numpys_quartiles(
    compared: tuple[Page, Corpus, Expected],
) -> None:
    page, corpus, expected = compared
    values, tokens = differences(expected), expected_lengths(corpus, expected)
    total = 0
    for name, count, *quartiles in chart_rows(page, "difference-by-length"):
        first, _, last = name.partition("–")
        inside = (tokens >= int(first)) & (tokens <= int(last or first))
        assert count == inside.sum()
        total += count
        assert quartiles == pytest.approx(np.percentile(values[inside], [25, 50, 75]), abs=CLOSE)
    assert total == corpus.segments


def expected_lengths(corpus: Corpus, expected: Expected) -> Any:
    """Return the number of tokens of each segment's first reference."""
    system = corpus.systems[expected.names[0]]
    return expected.metric.statistics(system, corpus.references[:1])[:, 1]


def test_the_waterfall_equals_the_decomposition(
    compared: tuple[Page, Corpus, Expected],
) -> None:
    page, corpus, expected = compared
    first, second = (
        expected.metric.corpus_score(corpus.systems[name], corpus.references)
        for name in expected.names[:2]
    )
    parts = difference(second, first)
    result = chart_rows(page, "waterfall")
    assert [row[0] for row in result] == [*(part.name for part in parts.factors), "difference"]
    points = [*(part.points for part in parts.factors), parts.points]
    assert [row[1] for row in result] == pytest.approx(points, abs=CLOSE)


def test_the_resamples_equal_those_of_the_comparison(
    compared: tuple[Page, Corpus, Expected],
) -> None:
    page, corpus, expected = compared
    interval = page.evaluate(
        "() => JSON.parse(document.getElementById('meta').textContent).comparison.settings"
    )
    comparison = compare(
        corpus.systems,
        corpus.references,
        BLEU(),
        documents=corpus.options.get("documents"),
        resamples=interval["resamples"],
        trials=interval["trials"],
    )
    pair = comparison[0].pair(*expected.names[:2])
    assert [row[2] for row in chart_rows(page, "bootstrap")] == list(pair.histogram.counts)
    low, high = (f"{abs(end):.2f}" for end in pair.interval)
    label = chart(page, "bootstrap").locator("svg").first.get_attribute("aria-label") or ""
    assert low in label
    assert high in label


def test_segments_with_the_largest_influence(
    compared: tuple[Page, Corpus, Expected],
) -> None:
    page, corpus, expected = compared
    table = page.locator(".influential table")
    influences = {int(row[0]): row[1] for row in rows(table)}
    moves = [
        expected.influence(1, segment) - expected.influence(0, segment)
        for segment in range(corpus.segments)
    ]
    order = np.argsort(moves)
    extreme = {int(at) + 1 for at in [*order[-5:], *order[:5]] if moves[at]}
    assert extreme <= set(influences)
    for number in extreme:
        assert influences[number] == pytest.approx(moves[number - 1], abs=CLOSE)


def test_documents_have_the_scores_of_their_segments(report_page: Callable[..., Page]) -> None:
    corpus, expected = example(), Expected.of(example())
    page = report_page(corpus.systems, corpus.references, **corpus.options)
    go(page, "documents")
    documents = np.array(corpus.options["documents"])
    for row in page.locator(".documents .grid-rows .grid-row").all():
        name, segments, *scores = row.locator('[role="gridcell"]').all_inner_texts()[:5]
        chosen = documents == name
        assert int(segments) == chosen.sum()
        a, b = (expected.score(system, chosen) for system in (0, 1))
        assert scores[:2] == [f"{a:.2f}", f"{b:.2f}"]
        assert scores[2].replace("\u2212", "-") == f"{b - a:+.2f}"
    assert page.locator(".documents .grid-rows .grid-row").count() == len(set(documents))


@pytest.mark.parametrize("kind", ["length", "freq", "scoreA", "scoreB", "ratio", "document", "tag"])
def test_buckets_have_the_scores_of_their_segments(kind: str, divided: Page) -> None:
    corpus, expected, page = example(), Expected.of(example()), divided
    page.locator("#bucket-kind").select_option(kind)
    wait_until_drawn(page)
    total = 0
    for index, bucket_row in enumerate(chart_rows(page, "buckets")):
        _, count, a, low_a, high_a, b, low_b, high_b, difference_text = bucket_row
        chosen = bucket(page, index, corpus.segments)
        assert count == chosen.sum()
        total += count
        scores = [expected.score(system, chosen) for system in range(3)]
        assert [a, b, difference_text] == pytest.approx(scores, abs=CLOSE)
        if count > 1:
            assert low_a <= high_a
            assert low_b <= high_b
    assert total == corpus.segments


def bucket(page: Page, position: int, segments: int) -> Any:
    """Return the segments that a bucket selects, and select all again."""
    page.locator('figure[data-chart="buckets"] .chart-hit').nth(position).click()
    page.locator("#screen-segments").wait_for(state="visible")
    chosen = np.zeros(segments, dtype=bool)
    chosen[page.evaluate("() => Array.from(page.selection.ids)")] = True
    page.evaluate("() => page.selection.clear()")
    go(page, "buckets")
    return chosen


def test_bands_of_buckets_have_the_width_of_the_bootstrap(
    report_page: Callable[..., Page],
) -> None:
    corpus = make_corpus(2, 1500, seed=3)
    expected = Expected.of(corpus)
    page = report_page(corpus.systems, corpus.references, fragment="screen=buckets")
    page.locator("#bucket-steps").fill("3")
    page.locator("#bucket-steps").press("Enter")
    wait_until_drawn(page)
    tokens = expected_lengths(corpus, expected)
    draw = np.random.default_rng(1)
    for name, _, a, low, high, *_ in chart_rows(page, "buckets"):
        first, _, last = name.partition("–")
        inside = (tokens >= int(first)) & (tokens <= int(last or first))
        table = expected.rows[0][inside]
        drawn = draw.multinomial(len(table), [1 / len(table)] * len(table), 1000) @ table
        values = [float(expected.metric.score(row).value) for row in drawn]
        width = np.percentile(values, 97.5) - np.percentile(values, 2.5)
        assert low < a < high
        assert high - low == pytest.approx(width, rel=0.2)


def test_ngrams_have_the_counts_of_the_texts(report_page: Callable[..., Page]) -> None:
    corpus = make_corpus(2, 60, seed=5)
    page = report_page(corpus.systems, corpus.references, fragment="screen=ngrams&a=2&b=1")
    page.get_by_role("button", name="1", exact=True).click()
    table = page.locator(".ngrams table")
    table.locator(".ngram").first.wait_for()
    matched = [Counter(), Counter()]  # type: list[Counter[str]]
    for index, system in enumerate(corpus.systems.values()):
        for hypothesis, reference in zip(system, corpus.references[0], strict=True):
            matched[index] += Counter(hypothesis.split()) & Counter((reference or "").split())
    result = rows(table)
    assert len(result) > 3
    totals = [sum(counts.values()) for counts in matched]
    for token, order, a, b, gap, odds, p, _ in result:
        assert (order, a, b) == (1, matched[1][token], matched[0][token])
        assert gap == b - a > 0
        expected = log((b + 0.5) / (totals[0] - b + 0.5)) - log((a + 0.5) / (totals[1] - a + 0.5))
        assert odds == pytest.approx(expected, abs=0.0051)
        tail = sum(comb(a + b, count) for count in range(min(a, b) + 1)) / 2 ** (a + b)
        assert p == pytest.approx(min(1.0, 2 * tail), rel=1e-9)


def test_the_histogram_of_a_single_system(report_page: Callable[..., Page]) -> None:
    corpus = make_corpus(1, 200, seed=9)
    expected = Expected.of(corpus)
    page = report_page(corpus.systems, corpus.references, fragment="screen=compare")
    steps = chart_rows(page, "scores-of-segments")
    edges = np.array([steps[0][0], *(step[1] for step in steps)])
    counts, _ = np.histogram(expected.scores[0], edges)
    assert [step[2] for step in steps] == counts.tolist()
    tokens = expected_lengths(corpus, expected)
    for name, count, *quartiles in chart_rows(page, "score-by-length"):
        first, _, last = name.partition("–")
        inside = (tokens >= int(first)) & (tokens <= int(last or first))
        assert count == inside.sum()
        values = np.percentile(expected.scores[0][inside], [25, 50, 75])
        assert quartiles == pytest.approx(values, abs=CLOSE)
