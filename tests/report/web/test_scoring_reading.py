"""The pane of a segment: tokens, references, differences and keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.report.web.corpora import Corpus
from tests.report.web.reports import Reports
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

OpenPage = Callable[..., "Page"]
HEARD = """() => {
  window.copied = [];
  const writeText = async (text) => { window.copied.push(text); };
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });
}"""


def corpus() -> Corpus:
    systems = {
        "old": ["the the the cat sat", "a dog", "one"],
        "new": ["the cat sat on the mat", "a big dog\u200b", "one"],
        "third": ["nothing here", "dogs", "one two"],
    }
    references: list[list[str | None]] = [
        ["the cat sat on a mat", "a dog", "one two"],
        ["the cat lay on the mat today", "the dog", None],
    ]
    return Corpus(systems, references, {"source": ["die Katze", "ein Hund", "eins"]})


@pytest.fixture
def page(reports: Reports, open_page: OpenPage) -> Page:
    return open_segment(reports, open_page, corpus(), 0)


def open_segment(
    reports: Reports, open_page: OpenPage, texts: Corpus, segment: int, **metric: object
) -> Page:
    report = reports.file(
        texts.systems,
        texts.references,
        metrics=BLEU(**metric),  # type: ignore[arg-type]  # settings of the test's own
        **texts.options,
    )
    page = open_page(f"{report.as_uri()}#screen=segments&segment={segment + 1}")
    page.wait_for_selector(f'.segment-texts[data-segment="{segment}"]')
    return page


def system(page: Page, number: int) -> Locator:
    return page.locator(f'.block-system[data-system="{number}"]')


def tokens(page: Page, number: int, names: str) -> list[str]:
    return system(page, number).locator(f".tok{names}").all_inner_texts()


def card(page: Page) -> str:
    return page.locator(".token-card").inner_text()


def test_longer_matches_are_darker_and_thicker(page: Page) -> None:
    assert tokens(page, 1, ".step-4") == ["the", "cat", "sat", "on"]
    assert tokens(page, 1, ".step-3") == ["the", "mat"]
    assert tokens(page, 0, ".step-3") == ["the", "cat", "sat"]
    thick = (
        system(page, 1)
        .locator(".tok.step-3")
        .first.evaluate("(token) => getComputedStyle(token).textDecorationThickness")
    )
    assert thick == "3px"


def test_a_clipped_match_shows_its_counts(page: Page) -> None:
    clipped = system(page, 0).locator(".tok.clipped")
    assert clipped.count() == 0, "the references allow two, and the third is in a 3-gram"
    page.keyboard.press("1")
    assert tokens(page, 0, ".clipped") == ["the"]
    clipped.hover()
    assert card(page) == (
        "“the” occurs 3 times in the hypothesis, at most twice in a reference: counted twice"
    )


def test_one_order_can_be_shown_alone(page: Page) -> None:
    page.keyboard.press("2")
    assert tokens(page, 0, ".matched") == ["the", "cat", "sat"]
    page.keyboard.press("4")
    assert tokens(page, 0, ".matched") == []
    page.keyboard.press("0")
    assert tokens(page, 0, ".step-1") == ["the", "the"]


def test_references_with_a_match_are_named(page: Page) -> None:
    assert tokens(page, 1, "[data-refs]") == ["on", "mat"]
    badges = (
        system(page, 1)
        .locator("[data-refs]")
        .evaluate_all("(all) => all.map((token) => token.dataset.refs)")
    )
    assert badges == ["r1", "r2"]


def test_missed_tokens_are_marked_in_the_reference(page: Page) -> None:
    nobody = page.locator(".text-reference .nobody")
    assert nobody.all_inner_texts() == ["a", "lay", "today"]
    page.locator(".text-reference .tok", has_text="mat").first.hover()
    assert card(page).startswith("“mat”: produced by 1 of 3 systems")
    assert page.locator(".systems-meter .full").count() == 1


def test_an_ngram_is_outlined_in_every_row(page: Page) -> None:
    system(page, 0).locator(".tok", has_text="cat").hover()
    same = page.locator(".segment-text .same").all_inner_texts()
    assert same == ["the", "cat", "sat"] * 3
    page.mouse.move(2, 2)
    assert page.locator(".segment-text .same").count() == 0


def test_arrow_keys_move_between_tokens_and_enter_opens_the_ngram(page: Page) -> None:
    text = system(page, 1).locator(".segment-text")
    text.focus()
    page.keyboard.press("End")
    assert page.locator(".active").inner_text() == "mat"
    page.keyboard.press("ArrowLeft")
    assert page.locator(".active").inner_text() == "the"
    page.keyboard.press("Enter")
    assert page.locator("#search").input_value() == '"on the mat"'
    page.wait_for_function(
        "() => /^1 segment/.test(document.querySelector('.list-count').textContent)"
    )


def test_arrow_keys_follow_the_direction_of_right_to_left_text(
    reports: Reports, open_page: OpenPage
) -> None:
    texts = Corpus({"a": ["שלום לך עולם"], "b": ["שלום"]}, [["שלום עולם"]])
    page = open_segment(reports, open_page, texts, 0)
    system(page, 0).locator(".segment-text").focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator(".active").inner_text() == "לך"


def test_words_that_the_other_system_lacks_are_marked(page: Page) -> None:
    page.keyboard.press("d")
    assert tokens(page, 0, ".own") == ["the", "the"]
    assert tokens(page, 1, ".own") == ["on", "the", "mat"]
    absent = system(page, 0).locator(".absent")
    assert absent.get_attribute("data-absent") == "on the mat"


def test_words_between_tokens_of_one_character_are_marked(
    reports: Reports, open_page: OpenPage
) -> None:
    texts = Corpus({"a": ["\u0130 b"], "b": ["i y \u0307 b"]}, [["a b"]])
    page = open_segment(reports, open_page, texts, 0, tokenizer="char", lowercase=True)
    page.keyboard.press("d")
    assert tokens(page, 1, ".own") == ["y"]
    assert system(page, 0).locator(".absent").get_attribute("data-absent") == "y"


def test_words_that_the_nearest_reference_lacks_are_marked(page: Page) -> None:
    page.keyboard.press("r")
    assert tokens(page, 1, ".own") == ["the"]
    assert system(page, 1).locator(".absent").get_attribute("data-absent") == "a"


def test_differing_characters_inside_words_are_marked(
    reports: Reports, open_page: OpenPage
) -> None:
    texts = Corpus({"a": ["die Erklärung kam"], "b": ["die Erklärungen kam"]}, [["die Erklärung"]])
    page = open_segment(reports, open_page, texts, 0)
    page.keyboard.press("c")
    assert system(page, 1).locator(".own").all_inner_texts() == ["en"]
    assert system(page, 0).locator(".absent").get_attribute("data-absent") == "en"


def test_text_without_spaces_is_compared_by_characters(
    reports: Reports, open_page: OpenPage
) -> None:
    texts = Corpus({"a": ["议会今天投票。"], "b": ["议会昨天投票。"]}, [["议会今天投票。"]])
    page = open_segment(reports, open_page, texts, 0)
    page.keyboard.press("d")
    assert system(page, 0).locator(".own").all_inner_texts() == ["今"]


def test_invisible_characters_can_be_shown(reports: Reports, open_page: OpenPage) -> None:
    page = open_segment(reports, open_page, corpus(), 1)
    assert page.locator(".hidden-name").count() == 0
    page.keyboard.press("w")
    assert system(page, 1).locator(".hidden-name").all_inner_texts() == ["ZWSP"]
    assert system(page, 1).locator(".hidden-dot").count() == 2


def test_matches_of_only_one_system_are_marked(page: Page) -> None:
    page.get_by_role("button", name="Unique matches").click()
    assert tokens(page, 0, ".only") == []
    assert tokens(page, 1, ".only") == ["on", "mat"]
    page.keyboard.press("2")
    assert tokens(page, 1, ".only") == ["sat", "on", "the"]


def test_a_missing_reference_has_no_row(reports: Reports, open_page: OpenPage) -> None:
    page = open_segment(reports, open_page, corpus(), 2)
    assert page.locator(".text-reference").count() == 1
    assert page.locator(".segment-text").count() == 4


def test_all_systems_can_be_shown(page: Page) -> None:
    assert page.locator(".block-system").count() == 2
    page.get_by_role("button", name="Show all 3 systems").click()
    assert page.locator(".block-system").count() == 3
    assert tokens(page, 2, ".unmatched") == ["nothing", "here"]


def test_the_calculation_equals_truebleus(page: Page) -> None:
    inputs = corpus()
    for number, texts in enumerate(list(inputs.systems.values())[:2]):
        score = BLEU().sentence_score(texts[0], [stream[0] for stream in inputs.references])
        sums = system(page, number).locator(".arithmetic").inner_text()
        for n, (matches, total) in enumerate(
            zip(score.matches, score.totals, strict=True), start=1
        ):
            assert f"{n}-grams\n{matches}/{total}" in sums
        assert f"score\n{score.value:.2f}" in sums
        assert ("* smoothed\nexp" in sums) == (0 in score.matches)


def test_a_segment_is_copied_as_json_and_as_markdown(page: Page) -> None:
    page.evaluate(HEARD)
    page.get_by_role("button", name="Copy as JSON").click()
    page.get_by_role("button", name="Copy as Markdown").click()
    page.wait_for_function("() => window.copied.length === 2")
    first, second = page.evaluate("() => window.copied")
    data = json.loads(first)
    score = BLEU().sentence_score("the the the cat sat", [row[0] for row in corpus().references])
    assert data["segment"] == 1
    assert data["source"] == "die Katze"
    assert [each["system"] for each in data["systems"]] == ["old", "new"]
    assert data["systems"][0]["matches"] == list(score.matches)
    assert abs(data["systems"][0]["score"] - score.value) < 1e-9
    assert f"| old | {score.value:.2f} | " in second


def test_a_long_text_is_drawn_in_parts(reports: Reports, open_page: OpenPage) -> None:
    long = " ".join(f"w{number % 900}" for number in range(5000))
    page = open_segment(reports, open_page, Corpus({"a": [long], "b": ["w1"]}, [[long]]), 0)
    assert system(page, 0).locator(".tok").count() == 2000
    system(page, 0).locator(".more-tokens").click()
    system(page, 0).locator(".more-tokens").click()
    assert system(page, 0).locator(".tok").count() == 5000
    assert system(page, 0).locator(".more-tokens").is_hidden()


def test_a_line_of_a_megabyte_does_not_freeze_the_page(
    reports: Reports, open_page: OpenPage
) -> None:
    texts = Corpus({"a": ["x" * 1_000_000], "b": ["a b " * 250_000]}, [["a b c"]])
    page = open_segment(reports, open_page, texts, 0)
    page.keyboard.press("d")
    page.keyboard.press("w")
    assert "too long to be marked" in page.locator(".segment-texts").inner_text()
    assert len(system(page, 0).locator(".segment-text").inner_text()) < 5000
