"""Interaction with charts and their screens, by mouse and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from tests.report.web.charting import chart, chart_rows, rows
from tests.report.web.corpora import Corpus, empty_hypotheses, example, make_corpus
from tests.report.web.reports import Reports
from tests.report.web.scripts import meta
from tests.report.web.touring import go, wait_for_screen, wait_until_drawn

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPTIONS = example().options
MANY_OF_ONE = re.compile(r"\b1 (?:segment|text|document|tie|n-gram|system|reference|resample)s\b")


@pytest.fixture
def comparing(report_page: Callable[..., Page]) -> Page:
    corpus = example()
    page = report_page(
        corpus.systems, corpus.references, fragment="screen=compare", **corpus.options
    )
    chart(page, "differences")
    return page


def chosen(page: Page) -> int:
    """Return the number of selected segments, which is all if the screen shows none."""
    text = page.locator(".chosen").inner_text()
    found = re.match(r"([\d,]+) of", text)
    return int(found[1].replace(",", "")) if found else 104


def drag(page: Page, name: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag over a chart between two points, given as fractions of its plot."""
    brush = page.locator(f'figure[data-chart="{name}"] .brush')
    brush.scroll_into_view_if_needed()
    box = brush.bounding_box()
    assert box is not None
    places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (start, end)]
    page.mouse.move(*places[0])
    page.mouse.down()
    page.mouse.move(*places[1], steps=5)
    page.mouse.up()
    wait_until_drawn(page)


def test_dragging_over_one_chart_selects_in_all(comparing: Page) -> None:
    drag(comparing, "differences", (0.6, 0.5), (0.8, 0.3))
    taken = chart_rows(comparing, "differences")
    inside = [row for row in taken if row[3]]
    assert 0 < len(inside) < len(taken)
    assert all(row[2] == row[3] for row in inside)
    count = sum(row[3] for row in taken)
    assert chosen(comparing) == count
    assert sum(row[5] for row in chart_rows(comparing, "density")) == count
    assert sum(row[1] for row in chart_rows(comparing, "difference-by-length")) == count


def test_a_rectangle_in_the_density_selects_by_both_scores(comparing: Page) -> None:
    drag(comparing, "density", (0.1, 0.9), (0.5, 0.4))
    taken = [row for row in chart_rows(comparing, "density") if row[5]]
    assert taken
    assert all(row[4] == row[5] for row in taken)
    assert chosen(comparing) == sum(row[5] for row in taken)
    assert "scoreA=" in comparing.url
    assert "scoreB=" in comparing.url


def test_a_rectangle_in_an_address_is_drawn_at_once(report_page: Callable[..., Page]) -> None:
    corpus = example()
    fragment = "screen=compare&scoreA=20..40&scoreB=10..60"
    page = report_page(corpus.systems, corpus.references, fragment=fragment, **corpus.options)
    sliders = chart(page, "density").locator(".brush-handle")
    ends = sliders.evaluate_all("(all) => all.map((one) => Number(one.ariaValueNow))")
    assert ends == [20, 40, 10, 60]


def test_undo_reverts_a_whole_drag(comparing: Page) -> None:
    drag(comparing, "differences", (0.5, 0.5), (0.9, 0.3))
    first = chosen(comparing)
    drag(comparing, "difference-by-length", (0.2, 0.5), (0.6, 0.5))
    assert 0 < chosen(comparing) < first
    comparing.keyboard.press("u")
    wait_until_drawn(comparing)
    assert chosen(comparing) == first
    comparing.keyboard.press("u")
    wait_until_drawn(comparing)
    assert chosen(comparing) == 104


def test_the_keyboard_moves_both_ends_and_the_interval(comparing: Page) -> None:
    figure = chart(comparing, "differences")
    low = figure.get_by_role("slider", name="lower end of difference")
    low.focus()
    comparing.keyboard.press("ArrowRight")
    comparing.keyboard.press("Shift+ArrowRight")
    wait_until_drawn(comparing)
    steps = chart_rows(comparing, "differences")[1:]
    assert [row[3] for row in steps[:6]] == [0] * 6
    assert [row[3] for row in steps[6:]] == [row[2] for row in steps[6:]]
    assert low.get_attribute("aria-valuenow") == str(steps[6][0])
    high = figure.get_by_role("slider", name="upper end of difference")
    high.focus()
    for _ in range(3):
        comparing.keyboard.press("PageDown")
    figure.get_by_role("slider", name="range of difference").focus()
    comparing.keyboard.press("ArrowLeft")
    wait_until_drawn(comparing)
    taken = [place for place, row in enumerate(steps_of(comparing)) if row[3]]
    assert min(taken) >= 5
    assert max(taken) <= len(steps) - 16 - 1
    comparing.keyboard.press("Escape")
    wait_until_drawn(comparing)
    assert chosen(comparing) == 104


def steps_of(page: Page) -> list[list[float]]:
    return chart_rows(page, "differences")[1:]


def test_ties_have_a_bar_of_their_own(comparing: Page) -> None:
    ties = chart_rows(comparing, "differences")[0]
    comparing.get_by_role("button", name="Select the 4 ties").click()
    wait_until_drawn(comparing)
    assert chosen(comparing) == ties[2] == 4
    assert [row[3] for row in steps_of(comparing) if row[3]] == []


def test_a_saved_chart_is_a_standalone_picture(comparing: Page) -> None:
    for name in ("differences", "density", "difference-by-length", "waterfall", "bootstrap"):
        with comparing.expect_download() as download:
            chart(comparing, name).get_by_role("button", name="Save as SVG").click()
        assert download.value.suggested_filename == f"{name}.svg"
        text = download.value.path().read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root[0].tag.endswith("title")
        assert root[0].text
        drawn = [node for node in root.iter() if node.tag.endswith(("rect", "line"))]
        assert len(drawn) > 5
        assert "var(" not in text
        assert "class=" not in text
        assert {node.get("fill") for node in drawn} - {"none", None}


def test_every_chart_has_a_description(comparing: Page) -> None:
    for image in comparing.locator("figure.chart:visible svg.chart-svg").all():
        assert image.get_attribute("role") == "img"
        assert len(image.get_attribute("aria-label") or "") > 30


def test_a_click_opens_an_influential_segment(comparing: Page) -> None:
    number = rows(comparing.locator(".influential table"))[0][0]
    comparing.locator(".influential tbody tr").first.click()
    wait_for_screen(comparing, "segments")
    assert f"segment={int(number)}" in comparing.url


def test_the_overview_sorts_and_follows_a_and_b(report_page: Callable[..., Page]) -> None:
    corpus = example()
    page = report_page(corpus.systems, corpus.references, **OPTIONS)
    table = page.locator(".ov-leaderboard")
    table.get_by_role("button", name="BLEU").click()
    assert names(page) == ["strong", "medium", "weak"]
    table.get_by_role("button", name="BLEU").click()
    assert names(page) == ["weak", "medium", "strong"]
    table.get_by_role("button", name=re.compile("weak.* as B")).click()
    wait_until_drawn(page)
    assert chart_rows(page, "waterfall")[-1][1] < 0
    assert "weak" in page.locator(".ov-words").inner_text()
    page.get_by_title(re.compile("Compare .*strong.* with .*weak")).click()
    wait_for_screen(page, "compare")
    assert "a=3" in page.url


def names(page: Page) -> list[str]:
    return [
        name.strip() for name in page.locator(".ov-leaderboard tbody .ov-name").all_inner_texts()
    ]


def test_a_finding_selects_its_segments(report_page: Callable[..., Page]) -> None:
    corpus = example()
    page = report_page(corpus.systems, corpus.references, fragment="screen=checks", **OPTIONS)
    page.get_by_role("button", name="Read the segment: empty").click()
    wait_for_screen(page, "segments")
    assert "ids=85" in page.url


def test_documents_are_read_by_keyboard(report_page: Callable[..., Page]) -> None:
    corpus = example()
    page = report_page(corpus.systems, corpus.references, fragment="screen=documents", **OPTIONS)
    page.locator("#documents-sort").select_option("absolute")
    order = page.locator(".document-name").all_inner_texts()
    page.locator(".documents .grid-rows .grid-row").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    title = page.locator(".reader-title")
    assert title.inner_text() == order[1]
    page.wait_for_function("document.querySelectorAll('.reader-segment').length === 8")
    page.keyboard.press("n")
    assert title.inner_text() == order[2]
    page.keyboard.press("p")
    page.keyboard.press("p")
    assert title.inner_text() == order[0]
    page.keyboard.press("Escape")
    assert page.locator(".documents .grid-rows .grid-row").first.is_visible()
    assert page.evaluate("() => document.activeElement.dataset.row") == "0"


def test_a_document_stays_open_when_its_place_in_the_list_changes(
    report_page: Callable[..., Page],
) -> None:
    corpus = example()
    page = report_page(corpus.systems, corpus.references, fragment="screen=documents", **OPTIONS)
    page.locator("#documents-sort").select_option("delta")
    first, *_, last = page.locator(".document-name").all_inner_texts()
    page.locator(".documents .grid-rows .grid-row").first.click()
    title = page.locator(".reader-title")
    assert title.inner_text() == first
    page.keyboard.press("x")
    assert title.inner_text() == first
    page.keyboard.press("Escape")
    assert page.locator(".document-name").all_inner_texts()[-1] == first != last


def test_buckets_between_edges_of_ones_own_include_the_last(
    report_page: Callable[..., Page],
) -> None:
    streams = [" ".join("abcdefgh"[:length]) for length in (2, 3, 4, 5, 6)]
    page = report_page({"a": streams, "b": streams}, [streams], fragment="screen=buckets")
    page.locator("#bucket-edges").fill("2 4 6")
    page.locator("#bucket-edges").press("Enter")
    table = page.locator(".bucket-table table")
    assert [row[:2] for row in rows(table)] == [["2\u20133", 2], ["4\u20136", 3]]
    table.get_by_role("button", name="4\u20136").click()
    page.locator(".pill-count", has_text="3 of 5").wait_for()


def test_documents_leave_keys_with_modifiers_to_the_browser(
    report_page: Callable[..., Page],
) -> None:
    corpus = example()
    page = report_page(corpus.systems, corpus.references, fragment="screen=documents", **OPTIONS)
    page.locator(".documents .grid-rows .grid-row").first.focus()
    page.keyboard.press("ArrowDown")
    focused = "() => document.activeElement.dataset.row"
    assert page.evaluate(focused) == "1"
    for key in ("Control+Home", "Control+End", "Alt+ArrowDown", "Alt+ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
        assert (key, page.evaluate(focused)) == (key, "1")
    page.keyboard.press("End")
    rows = int(page.get_by_role("grid", name="Documents").get_attribute("aria-rowcount") or 0)
    assert page.evaluate(focused) == str(rows - 2)
    page.keyboard.press("Home")
    assert page.evaluate(focused) == "0"


def test_ngrams_are_searched_and_select_their_segments(report_page: Callable[..., Page]) -> None:
    corpus = example()
    page = report_page(corpus.systems, corpus.references, fragment="screen=ngrams", **OPTIONS)
    page.locator(".ngram").first.wait_for()
    page.locator("#ngram-search").fill("will")
    wait_until_drawn(page)
    result = rows(page.locator(".ngrams table"))
    assert result
    assert all("will" in row[0].lower() for row in result)
    page.locator(".ngram").first.click()
    wait_for_screen(page, "segments")
    assert "ids=" in page.url


def test_the_json_of_the_report_is_saved(report_page: Callable[..., Page]) -> None:
    corpus = example()
    page = report_page(corpus.systems, corpus.references, fragment="screen=reproduce", **OPTIONS)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as JSON").click()
    assert '"truebleu-report/2"' in download.value.path().read_text(encoding="utf-8")


LITTLE = {
    "one system": make_corpus(1, 40),
    "one segment of one system": make_corpus(1, 1),
    "one segment of two systems": make_corpus(2, 1),
    "empty hypotheses": empty_hypotheses(),
    "26 systems": make_corpus(26, 30),
}


@pytest.mark.parametrize("name", LITTLE)
@pytest.mark.parametrize("width", [400, 1400])
def test_all_screens_work_with_few_and_many_data(
    name: str, width: int, report_page: Callable[..., Page]
) -> None:
    corpus: Corpus = LITTLE[name]
    page = report_page(
        corpus.systems,
        corpus.references,
        documents=["one"] * corpus.segments,
        page={"viewport": {"width": width, "height": 900}},
    )
    for screen in ("compare", "documents", "ngrams", "buckets", "checks", "reproduce", "overview"):
        seen = go(page, screen)
        assert seen.inner_text().strip()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert "NaN" not in seen.inner_html()
        assert "undefined" not in seen.inner_html()
        assert not MANY_OF_ONE.search(seen.inner_html())


def test_screens_that_need_two_systems_say_so(report_page: Callable[..., Page]) -> None:
    corpus = LITTLE["one system"]
    page = report_page(corpus.systems, corpus.references, fragment="screen=compare")
    assert "one system" in page.locator(".empty-screen:visible").inner_text()


def test_pairs_of_many_systems_are_reached_by_arrow_keys(report_page: Callable[..., Page]) -> None:
    corpus = make_corpus(10, 40, seed=2)
    page = report_page(corpus.systems, corpus.references)
    figure = chart(page, "pairs")
    assert "Holm-adjusted p-values (45 tests)" in page.locator(".ov-pairs .ov-about").inner_text()
    figure.locator(".chart-hit[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert "system 2" in label
    assert "system 3" in label
    page.keyboard.press("Enter")
    wait_for_screen(page, "compare")
    assert "a=4&b=3" in page.url


def test_the_matrix_has_the_p_values_of_the_comparison(
    reports: Reports, open_page: Callable[..., Page]
) -> None:
    corpus = make_corpus(10, 40, seed=2)
    report = reports.file(corpus.systems, corpus.references)
    stored = meta(report)["comparison"]
    assert isinstance(stored, dict)
    result = chart_rows(open_page(report), "pairs")
    for row, values in enumerate(stored["p_matrix"]):
        assert result[row][1 + row] == "–"
        others = [value for place, value in enumerate(values) if place != row]
        assert [*result[row][1 : 1 + row], *result[row][2 + row :]] == others
