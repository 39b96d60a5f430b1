"""Parts around the screens: keys, help, scores of the selection, colors, damaged files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.report.web.corpora import Corpus, example, make_corpus
from tests.report.web.expected import Expected
from tests.report.web.reports import Reports
from tests.report.web.touring import go, wait_for_screen, wait_until_drawn
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Page

MINUS = "\u2212"
FOCUSED = "() => document.activeElement.id || document.activeElement.className"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return example()


@pytest.fixture
def page(report_page: Callable[..., Page], corpus: Corpus) -> Page:
    return report_page(corpus.systems, corpus.references, **corpus.options)


def wait_for_announcement(page: Page, words: str) -> None:
    """Wait until the page announces this text to screen readers."""
    page.locator("#live").get_by_text(words).wait_for(state="attached")


def test_the_navigation_of_one_system_names_its_scores(
    report_page: Callable[..., Page], corpus: Corpus
) -> None:
    first = dict([*corpus.systems.items()][:1])
    page = report_page(first, corpus.references)
    assert page.locator('.screens-nav a[data-screen="compare"]').inner_text() == "Scores"


def chosen_by(expected: Expected, least: float) -> Any:
    return expected.scores[1] - expected.scores[0] > least


def test_the_selection_is_scored_for_every_system(page: Page, corpus: Corpus) -> None:
    expected = Expected.of(corpus)
    chosen = chosen_by(expected, 20)
    page.locator("#search").fill("delta>20")
    page.locator(".pill.filtered").wait_for()
    count = f"{chosen.sum()} of {len(chosen)}"
    assert page.locator(".pill-count").inner_text() == count
    a, b = (expected.score(system, chosen) for system in (0, 1))
    numbers = page.locator(".pill-numbers").inner_text()
    assert re.findall(r"[+\d.]+", numbers) == [f"{a:.2f}", f"{b:.2f}", f"{b - a:+.2f}"]
    wait_for_announcement(
        page, f"{chosen.sum()} segments, A {a:.2f}, B {b:.2f}, difference {b - a:+.2f}"
    )
    page.locator(".pill-button").click()
    for system, name in enumerate(expected.names):
        row = page.locator(".pill-panel tr", has_text=name)
        assert row.locator("td").first.inner_text() == f"{expected.score(system, chosen):.2f}"
    page.keyboard.press("Escape")
    assert page.locator(".pill-panel").is_hidden()
    assert page.locator(".pill.filtered").count() == 1, "the first Escape only closes the panel"
    page.get_by_role("button", name="Clear all filters").click()
    assert page.locator(".pill-count").inner_text() == "all 104 segments"


def test_the_interval_of_one_system_has_the_confidence_of_the_report(
    report_page: Callable[..., Page], corpus: Corpus
) -> None:
    systems = dict(list(corpus.systems.items())[:1])
    options = {"confidence": 0.501, "resamples": 1000}
    page = report_page(systems, corpus.references, **{**corpus.options, **options})
    shown_interval = page.locator(".pill-interval")
    title = shown_interval.get_attribute("title") or ""
    assert title.startswith("50.1% interval of the score")
    full_width = width(shown_interval.inner_text())
    page.locator("#search").fill("id:2..")
    page.locator(
        ".pill.filtered .pill-resamples", has_text=re.compile("^1,000 resamples$")
    ).wait_for()
    # At 95%, the interval would be 2.9 times wider.
    assert 0.6 < width(shown_interval.inner_text()) / full_width < 1.6


def width(interval: str) -> float:
    """Return the width of an interval from its text."""
    low, high = map(float, re.findall(r"[\d.]+", interval))
    return high - low


def test_the_interval_is_that_of_a_bootstrap(page: Page, corpus: Corpus) -> None:
    expected = Expected.of(corpus)
    chosen = chosen_by(expected, 0)
    page.locator("#search").fill("delta>0")
    page.locator(".pill-resamples", has_text=re.compile(r"^1,000 resamples$")).wait_for()
    text = page.locator(".pill-interval").inner_text().replace(MINUS, "-")
    low, high = map(float, re.findall(r"[-+\d.]+", text))
    draw = np.random.default_rng(1)
    places = np.flatnonzero(chosen)
    differences = []
    for _ in range(1000):
        drawn = draw.choice(places, len(places))
        first, second = (expected.metric.score(expected.rows[s][drawn].sum(axis=0)) for s in (0, 1))
        differences.append(second.value - first.value)
    spread = np.std(differences)
    expected_result = np.quantile(differences, [0.025, 0.975])
    # With 1,000 resamples, the ends of two intervals differ by less than half a standard error.
    assert abs(low - expected_result[0]) < 0.5 * spread
    assert abs(high - expected_result[1]) < 0.5 * spread


def test_keys_select_systems_and_focus_the_search(page: Page) -> None:
    go(page, "segments")
    picked = "() => ['a', 'b'].map((key) => document.getElementById(`picker-${key}`).value)"
    changes = [("x", ["1", "0"]), ("]", ["2", "0"]), ("[", ["1", "0"]), ("}", ["1", "2"]),
               ("{", ["1", "0"])]  # fmt: skip
    for key, systems in changes:
        page.keyboard.press(key)
        assert (key, page.evaluate(picked)) == (key, systems)
    page.keyboard.press("/")
    assert page.evaluate(FOCUSED) == "search"
    page.keyboard.type("x3?")
    assert page.locator("#search").input_value() == "x3?", "keys are text in an input"
    page.keyboard.press("Escape")
    assert page.locator("#search").input_value() == ""
    assert page.locator(".pill-count").inner_text() == "all 104 segments"


def test_keys_and_addresses_choose_existing_orders_only(
    report_page: Callable[..., Page], corpus: Corpus
) -> None:
    metrics = [BLEU(max_ngram_order=2)]
    fragment = "screen=segments&segment=1&order=3"
    page = report_page(corpus.systems, corpus.references, metrics=metrics, fragment=fragment)
    pressed = page.get_by_role("group", name="N-gram order").locator("[aria-pressed=true]")
    assert pressed.inner_text() == "All"
    for key, order in (("2", "2"), ("3", "2"), ("4", "2"), ("0", "All")):
        page.keyboard.press(key)
        assert (key, pressed.inner_text()) == (key, order)


def test_a_system_compared_with_itself_has_no_interval(page: Page) -> None:
    page.evaluate("() => { location.hash = 'a=1&b=1&query=id:2..'; }")
    page.locator(".pill.filtered .pill-delta", has_text="0.00").wait_for()
    assert page.locator(".pill-interval").inner_text() == ""


def test_help_lists_the_keys_and_turns_single_keys_off(page: Page) -> None:
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Help")
    for key in ("g s", "x", "j", "u", "D"):
        assert key.split()[0] in dialog.locator("kbd").all_inner_texts()
    dialog.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    assert dialog.count() == 0 or dialog.is_hidden()
    page.keyboard.press("g")
    page.keyboard.press("s")
    page.keyboard.press("?")
    wait_until_drawn(page)
    assert page.get_by_role("dialog").count() == 0
    wait_for_screen(page, "overview")
    page.get_by_role("button", name="Help").click()
    page.get_by_label("Single-key shortcuts").check()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("s")
    wait_for_screen(page, "segments")


def test_the_tab_key_reaches_every_control_once(page: Page) -> None:
    go(page, "segments")
    page.locator(".skip").focus()
    reached = []
    for _ in range(200):
        page.keyboard.press("Tab")
        position = page.evaluate(
            "() => document.activeElement.closest('.grid') ? 'grid' : document.activeElement.id"
        )
        if page.evaluate("() => document.activeElement === document.body"):
            break
        reached.append(position)
    for name in ("picker-a", "picker-b", "search", "grid", "field", "sort"):
        assert reached.count(name) == 1, name


def test_the_color_scheme_is_remembered(page: Page) -> None:
    paper = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.keyboard.press("D")
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    page.locator("html[data-ready]").wait_for(state="attached")
    assert page.evaluate(paper) == dark
    page.get_by_role("button", name="Colors").click()
    assert page.evaluate(paper) == light, "the default is the system's scheme"


def test_one_system_has_no_comparison(report_page: Callable[..., Page]) -> None:
    corpus = make_corpus(1, 20)
    page = report_page(corpus.systems, corpus.references, fragment="screen=segments")
    wait_for_screen(page, "segments")
    assert page.locator(".pickers").count() == 0
    keys = page.locator("[role=columnheader]").evaluate_all(
        "(all) => all.map((a) => a.dataset.key)"
    )
    assert "scoreA" in keys
    assert not {"scoreB", "delta"} & set(keys)
    page.locator("#search").fill("id:1..15")
    page.locator(".pill.filtered .pill-resamples", has_text="1,000 resamples").wait_for()
    page.keyboard.press("x")
    page.keyboard.press("]")


def test_a_narrow_screen_shows_one_pane_at_a_time(
    report_page: Callable[..., Page], corpus: Corpus
) -> None:
    narrow = {"viewport": {"width": 400, "height": 800}}
    page = report_page(
        corpus.systems, corpus.references, page=narrow, fragment="screen=segments", **corpus.options
    )
    parts = {
        name: page.locator(f".segments > .{name}") for name in ("facets", "list", "detail-pane")
    }

    def seen() -> set[str]:
        return {name for name, part in parts.items() if part.is_visible()}

    assert seen() == {"list"}
    page.locator(".grid-rows .grid-row").nth(2).click()
    assert seen() == {"detail-pane"}
    page.get_by_role("button", name="Segments").last.click()
    assert seen() == {"list"}
    page.get_by_role("button", name="Filters").click()
    assert seen() == {"facets"}
    page.keyboard.press("Escape")
    assert seen() == {"list"}
    wide = "() => document.documentElement.scrollWidth"
    assert page.evaluate(wide) <= 400
    page.evaluate("() => { location.hash = 'screen=segments&segment=5'; }")
    parts["detail-pane"].wait_for()
    assert seen() == {"detail-pane"}, "an address with a segment must show it"
    page.keyboard.press("g")
    page.keyboard.press("h")
    wait_for_screen(page, "checks")
    sides = "(one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right]"
    left, right = page.locator(".screens-nav [aria-current]").evaluate(sides)
    assert left >= 0
    assert right <= 400


def test_the_table_of_systems_fits_on_1280_pixels(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    hidden = "(table) => table.scrollWidth - table.parentElement.clientWidth"
    assert page.locator(".ov-leaderboard").evaluate(hidden) <= 0


def test_names_of_systems_stay_visible_while_their_table_scrolls(page: Page) -> None:
    page.set_viewport_size({"width": 1110, "height": 800})
    table = page.locator(".ov-leaderboard")
    table.evaluate("(table) => { table.parentElement.scrollLeft = 1000; }")
    left = "(name) => name.getBoundingClientRect().left"
    assert table.locator("tbody th").first.evaluate(left) >= 0


def test_lists_and_checkboxes_at_the_side_filter(page: Page, corpus: Corpus) -> None:
    go(page, "segments")
    documents = corpus.options["documents"]
    name = documents[0]
    page.locator("[data-facet=documents]").get_by_label(name).check()
    assert page.locator(".pill-count").inner_text() == f"{documents.count(name)} of 104"
    assert page.evaluate("() => document.activeElement.type") == "checkbox"
    page.get_by_label("Difference: at least").fill("20")
    page.keyboard.press("Enter")
    expected = Expected.of(corpus)
    delta = expected.scores[1] - expected.scores[0]
    both = sum(delta[i] >= 20 and documents[i] == name for i in range(104))
    assert page.locator(".pill-count").inner_text() == f"{both} of 104"
    page.get_by_role("button", name="Clear: Documents").click()
    assert page.locator(".pill-count").inner_text() == f"{(delta >= 20).sum()} of 104"
    page.get_by_label("Difference: at least").fill("much")
    page.keyboard.press("Enter")
    assert page.get_by_label("Difference: at least").get_attribute("aria-invalid") == "true"


@pytest.fixture
def broken(reports: Reports, tmp_path: Path) -> Callable[[Callable[[str], str]], Path]:
    corpus = make_corpus(2, 600)
    text = reports.file(corpus.systems, corpus.references).read_text(encoding="utf-8")

    def write(change: Callable[[str], str]) -> Path:
        path = tmp_path / "broken.html"
        path.write_text(change(text), encoding="utf-8")
        return path

    return write


def cut(text: str, part: str) -> str:
    return text[: text.index(f'id="{part}"') + 200]


def other_letter(text: str, part: str) -> str:
    """Return the text with one letter of a block's base64 replaced."""
    place = text.index(f'id="{part}">') + 150
    return text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]


@pytest.mark.parametrize("part", ["ngrams", "t-1", "t-2", "worker-source"])
def test_a_truncated_file_is_reported(
    broken: Callable[..., Path], open_page: Callable[..., Page], part: str
) -> None:
    page = open_page(broken(lambda text: cut(text, part)))
    page.get_by_role("alert").get_by_text("This file is truncated").wait_for()
    go(page, "segments")
    assert page.locator(".grid-rows .grid-row").count() > 5, "numbers are stored before the texts"


def test_a_file_that_is_truncated_before_its_script_is_reported(
    broken: Callable[..., Path], open_page: Callable[..., Page]
) -> None:
    """The style sheet shows the message after 5 seconds, because large files take time to load."""
    complete = open_page(broken(lambda text: text))
    pages = [
        open_page(broken(lambda text, part=part: cut(text, part)), wait=False)
        for part in ("meta", "stats", "t-0")
    ]
    for page in pages:
        page.locator(".cut-off", has_text="This file is truncated").wait_for()
    assert complete.locator(".cut-off").is_hidden()


@pytest.mark.parametrize("part", ["stats", "t-0", "ngrams"])
def test_a_damaged_file_is_reported(
    broken: Callable[..., Path], open_page: Callable[..., Page], part: str
) -> None:
    page = open_page(broken(lambda text: other_letter(text, part)), wait=False)
    page.get_by_role("alert").get_by_text("damaged").first.wait_for()


def test_a_damaged_chunk_is_reported_in_place_of_its_text(
    broken: Callable[..., Path], open_page: Callable[..., Page]
) -> None:
    page = open_page(broken(lambda text: other_letter(text, "t-2")))
    go(page, "segments")
    page.locator(".grid-rows [role=gridcell]").first.focus()
    page.keyboard.press("End")
    page.get_by_text("(this part of the file is damaged)").first.wait_for()
    page.locator("#search").fill("cat")
    page.locator("#search-note").get_by_text("damaged").wait_for()
