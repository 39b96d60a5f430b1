"""Metrics besides BLEU on the page: their values on selections, and their disagreements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.news import REFERENCE, SYSTEMS
from tests.report.web.corpora import example
from tests.report.web.reports import Reports
from tests.report.web.scripts import NAMES, meta, opened_up
from tests.report.web.touring import go
from truebleu import BLEU, CHRF, GLEU, NIST, ROUGE, TER, WER, Evaluation, ScoreColumn

if TYPE_CHECKING:
    from playwright.sync_api import Page

PEOPLE = ScoreColumn(
    "people", {name: [(len(text) * 37) % 101 for text in texts] for name, texts in SYSTEMS.items()}
)
METRICS: list[Any] = [
    BLEU(), CHRF(), TER(), ROUGE("L"), CHRF(word_order=2, eps_smoothing=True), GLEU(), WER(),
    NIST(), PEOPLE,
]  # fmt: skip
OTHERS = METRICS[1:]
SELECT = """async (query) => {
  page.store.set({query, filters: {}, a: 0, b: 1});
  const data = page.overviewScreen.it.data;
  const list = page.others.list(data);
  return {
    ids: Array.from(page.selection.ids),
    errors: page.selection.errors,
    scores: list.map((_, k) =>
      data.meta.systems.map((_, s) => page.others.selected(data, k, s, page.selection))),
    values: list.map((_, k) =>
      data.meta.systems.map((_, s) => Array.from(page.others.values(data, k, s)))),
  };
}"""


@pytest.fixture
def address(reports: Reports) -> Any:
    return reports.file(SYSTEMS, [REFERENCE], metrics=METRICS, checks=False)


@pytest.fixture
def page(address: Any, open_page: Callable[..., Page]) -> Page:
    found = opened_up(address, (*NAMES, "others", "overviewScreen"))
    return open_page(f"{found.as_uri()}#sort=delta.chrf2-")


def segment_scores(metric: Any, name: str) -> Any:
    if metric is PEOPLE:
        return PEOPLE.values(name)
    return metric.segment_scores(SYSTEMS[name], REFERENCE)


def test_values_of_segments_and_selections_equal_pythons(page: Page) -> None:
    result = page.evaluate(SELECT, "id:3..40 -id:7")
    assert result["errors"] == []
    chosen = sorted(result["ids"])
    assert chosen == [i for i in range(2, 40) if i != 6]
    references = [REFERENCE[i] for i in chosen]
    for k, metric in enumerate(OTHERS):
        for s, (name, texts) in enumerate(SYSTEMS.items()):
            assert result["values"][k][s] == pytest.approx(segment_scores(metric, name), abs=1e-9)
            if isinstance(metric, NIST):
                assert np.isnan(result["scores"][k][s])
                continue
            expected = (
                np.mean([PEOPLE.values(name)[i] for i in chosen])
                if metric is PEOPLE
                else metric.corpus_score([texts[i] for i in chosen], references).value
            )
            assert result["scores"][k][s] == pytest.approx(expected, abs=1e-9)


def test_each_signature_can_be_copied(page: Page, address: Any) -> None:
    metadata: Any = meta(address)
    signatures = go(page, "reproduce").locator(".copy-block pre").all_inner_texts()
    expected = [
        metadata["metric"]["signature"],
        *(other["signature"] for other in metadata["others"]),
    ]
    assert [text for text in expected if text not in signatures] == []


def test_the_filter_line_knows_all_metrics(page: Page) -> None:
    chrf, people = (
        [segment_scores(metric, name) for name in SYSTEMS] for metric in (METRICS[1], PEOPLE)
    )
    gap = people[1] - people[0]
    for query, holds in (
        ("A.chrf2<50", chrf[0] < 50),
        ("b.people>=40", people[1] >= 40),
        ("delta.people>10 A.chrf2:30..60", (gap > 10) & (chrf[0] >= 30) & (chrf[0] <= 60)),
        ("-delta.peo>0", gap <= 0),
    ):  # fmt: skip
        result = page.evaluate(SELECT, query)
        assert result["errors"] == [], query
        assert sorted(result["ids"]) == np.flatnonzero(holds).tolist(), query
    wrong = page.evaluate(SELECT, "A.comet>1 delta.comet>1")["errors"]
    assert "A.chrf2" in wrong[0]["message"]
    assert "delta.people" in wrong[1]["message"]


def test_a_field_is_not_a_metric_whose_key_begins_with_its_name(
    reports: Reports, open_page: Callable[..., Page]
) -> None:
    metrics = [BLEU(), BLEU(tokenizer="char")]
    report = reports.file(SYSTEMS, [REFERENCE], metrics=metrics, checks=False)
    page = open_page(opened_up(report, (*NAMES, "others", "overviewScreen")))
    (key,) = page.evaluate(
        "() => page.others.list(page.overviewScreen.it.data).map((one) => one.key)"
    )
    assert key.startswith("bleu")
    for field, metric in (("bleu", metrics[0]), (key, metrics[1])):
        scores = segment_scores(metric, next(iter(SYSTEMS)))
        result = page.evaluate(SELECT, f"A.{field}<40")
        assert result["errors"] == []
        assert sorted(result["ids"]) == np.flatnonzero(np.array(scores) < 40).tolist(), field


def test_the_table_shows_the_metric_that_sorts_it(page: Page) -> None:
    page.click(".screens-nav a[data-screen=segments]")
    page.wait_for_selector(".grid-rows .grid-row")
    gap = segment_scores(METRICS[1], "strong") - segment_scores(METRICS[1], "medium")
    order = np.argsort(-gap, kind="stable")
    head = page.locator('[role=columnheader][data-key="delta.chrf2"]')
    assert head.get_attribute("aria-sort") == "descending"
    first = page.locator(".grid-rows .grid-row").first
    assert first.get_attribute("data-item") == str(order[0])
    first.click()
    line = page.locator(".other-scores").first.inner_text()
    assert f"chrF2 {segment_scores(METRICS[1], 'medium')[order[0]]:.2f}" in line


CLIPPED = """() => [...document.querySelectorAll(".grid-row .number, [role=columnheader]")]
  .filter((cell) => [cell, ...cell.children].some((box) => box.scrollWidth > box.clientWidth
    && getComputedStyle(box).display !== "inline"))
  .map((cell) => cell.textContent)"""


def test_columns_show_whole_numbers_and_headings(report_page: Callable[..., Page]) -> None:
    texts = {"long": ["a b c d e f", "a"], "short": ["a b c d e g", "b b b b b b b b b b b b"]}
    large = ScoreColumn("people", {"long": [-12345.6, 1.0], "short": [98765.4, 1.0]})
    page = report_page(
        texts,
        [["a b c d e f", "a"]],
        metrics=[BLEU(), TER(), WER(), ROUGE("Lsum"), large],
        fragment="screen=segments",
        page={"viewport": {"width": 2400, "height": 800}},
    )
    cells = page.locator(".grid-rows .number")
    assert "\u2212100.00" in cells.all_inner_texts()
    assert "+111111.0000" in cells.all_inner_texts()
    assert page.evaluate(CLIPPED) == []


def test_a_difference_that_rounds_to_zero_has_no_color(report_page: Callable[..., Page]) -> None:
    same = ScoreColumn("people", {"a": [0.5, 1], "b": [0.500001, 2]})
    texts = ["one text", "another text"]
    page = report_page(
        {"a": texts, "b": texts}, [texts], metrics=[BLEU(), same], fragment="screen=segments"
    )
    signs = page.locator(".grid-rows .grid-row").evaluate_all(
        """(rows) => rows.map((row) => [...row.querySelectorAll(".number")].at(-1))
        .map((cell) => [cell.textContent, cell.dataset.sign ?? ""])"""
    )
    assert signs == [["0.0000", ""], ["+1.0000", "plus"]]


def test_disagreements_of_metrics_equal_pythons(page: Page) -> None:
    page.click(".screens-nav a[data-screen=disagreement]")
    page.select_option("#apart-low", label="people")
    result = Evaluation([BLEU(), PEOPLE]).run(SYSTEMS, REFERENCE)
    for high, low in (("BLEU", "people"), ("people", "BLEU")):
        rows = page.locator(".screen-disagreement tbody tr").evaluate_all(
            "(rows) => rows.map((row) => [row.cells[1].textContent, row.cells[0].dataset.value, "
            "row.cells[4].dataset.value, row.cells[5].dataset.value])"
        )
        expected = result.disagreements(high, low, 50)
        assert [(name, int(number)) for name, number, _, _ in rows] == [
            (one.system, one.segment) for one in expected
        ]
        ranks = [(one.first_percentile, one.second_percentile) for one in expected]
        percentiles = [(float(first), float(second)) for _, _, first, second in rows]
        assert np.allclose(percentiles, ranks, atol=1e-12)
        page.get_by_role("button", name="Swap metrics").click()
    first = result.disagreements("BLEU", "people", 1)[0]
    page.locator(".screen-disagreement tbody tr").first.click()
    page.wait_for_selector(".segment-title")
    assert f"Segment {first.segment} of" in page.locator(".segment-title").inner_text()
    assert "high=bleu" in page.evaluate("location.hash")


def test_a_page_of_bleu_alone_has_no_screen_of_disagreements(
    report_page: Callable[..., Page],
) -> None:
    alone = report_page(SYSTEMS, [REFERENCE], fragment="screen=disagreement", checks=False)
    assert alone.locator(".screens-nav a[data-screen=disagreement]").count() == 0


HIDDEN = "(names) => names.scrollWidth - names.clientWidth"
GROUNDS = """(all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]"""
TOPS = """(all) => [...new Set(all.map((head) => {
  const text = document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode();
  const range = document.createRange();
  range.selectNode(text);
  return range.getBoundingClientRect().top;
}))]"""


@pytest.fixture
def three(report_page: Callable[..., Page]) -> Page:
    corpus = example()
    metrics = [BLEU(), CHRF(), TER()]
    return report_page(corpus.systems, corpus.references, metrics=metrics, **corpus.options)


def test_screens_have_full_names_and_aligned_headings(three: Page) -> None:
    assert three.locator(".screens-nav").evaluate(HIDDEN) == 0
    go(three, "disagreement")
    heads = three.locator(".sorted-table thead th")
    assert heads.last.inner_text() == "text"
    assert len(heads.evaluate_all(TOPS)) == 1


def test_three_metrics_fit_on_a_printed_page(three: Page) -> None:
    three.set_viewport_size({"width": 794, "height": 1123})
    three.emulate_media(media="print")
    table = three.locator(".ov-leaderboard")
    assert table.evaluate("(table) => table.scrollWidth") <= 794
    assert table.locator(".pick").first.is_hidden()


def test_pressed_buttons_are_visible_in_forced_colors(three: Page) -> None:
    three.emulate_media(forced_colors="active")
    canvas = three.locator("body").evaluate_all(GROUNDS)
    for screen, buttons in (("overview", ".pick"), ("ngrams", ".choices button")):
        choices = go(three, screen).locator(buttons)
        pressed = choices.and_(three.locator("[aria-pressed=true]")).evaluate_all(GROUNDS)
        others = choices.and_(three.locator("[aria-pressed=false]")).evaluate_all(GROUNDS)
        assert pressed != others, screen
    three.keyboard.press("g")
    three.keyboard.press("s")
    three.keyboard.press("j")
    three.locator(".separator").wait_for()
    assert three.locator(".separator").evaluate_all(GROUNDS) != canvas
