"""The overview, which needs no JavaScript: its numbers are printed as on the command line."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.news import REFERENCE, SYSTEMS, lines
from tests.report.making import QUICK, make_report
from truebleu import BLEU, compare
from truebleu.display.html import system_name
from truebleu.display.numbers import Figures, p_value
from truebleu.metrics.decomposition import difference
from truebleu.report.ngrams import BINS
from truebleu.report.overview.difference import words
from truebleu.report.report import report_data

MINUS = "\u2212"


def shown(text: str) -> str:
    """Replace the hyphen of a number by the page's minus sign."""
    return text.replace("-", MINUS)


@pytest.fixture(scope="module")
def text() -> str:
    """Return all text of the overview for the example corpus."""
    found = make_report(SYSTEMS, REFERENCE, source=lines("source.de.txt"))
    return " ".join(" ".join(found.page.text).split())


def test_the_table_has_every_number(text: str) -> None:
    comparison = compare(SYSTEMS, REFERENCE, **QUICK)
    lines = comparison.to_text().split("\n")
    row = next(line for line in lines if "weak" in line and "[" in line)
    numbers = re.findall(r"[-+]?\d+\.\d+", row)
    assert len(numbers) >= 6
    plain_p = f"{comparison[0].pair('medium', 'weak').p_value:.4f}"
    for number in numbers:
        assert number == plain_p or shown(number) in text, number
    weak = comparison[0].system("weak").score
    for part in re.findall(r"\d+\.\d+", weak.details()):
        assert part in text, part
    assert str(comparison[0].signature) in text
    assert str(comparison.settings) in text


def test_the_calculation_has_the_counts_of_the_score(text: str) -> None:
    score = BLEU().corpus_score(SYSTEMS["medium"], REFERENCE)
    head = f"{score.value:.2f} = 100 × {score.brevity_penalty:.4f} × exp(("
    logs = " + ".join(f"ln {part / 100:.4f}" for part in score.precisions)
    assert f"{head}{logs}) / 4)" in text
    for count in (*score.matches, *score.totals):
        assert f"{count:,}" in text
    assert score.explain().reason in text


def test_a_tiny_score_is_calculated_with_small_factors() -> None:
    systems, references = {"a": ["x y z w", "b c"]}, ["x v u t", "b d"]
    report = make_report(systems, references, BLEU(convention="nltk"), checks=False)
    message = " ".join(report.page.text)
    assert "0.0000 = 1 × 1.0000 × exp((ln 0.3333 + ln 2.2e-308 + ln 2.2e-308" in message


def test_the_steps_equal_the_decomposition(text: str) -> None:
    scores = [BLEU().corpus_score(each, REFERENCE) for each in SYSTEMS.values()]
    parts = difference(scores[1], scores[0]).factors
    for part in parts:
        assert shown(f"{part.points:+.2f}") in text
    sentence = "".join(map(str, words("medium", "strong", parts, Figures(100))))
    sentence_text = re.sub("<[^>]+>", "", sentence)
    assert sentence_text.startswith(
        f"strong is {scores[1].value - scores[0].value:.2f} above medium: it gains "
    )
    assert sentence_text.replace(" ", "") in text.replace(" ", "")


def test_the_distribution_of_sentence_scores() -> None:
    texts = ["a b c d", "a b c d", "x y z w"]
    (alone,) = report_data({"alone": texts}, ["a b c d"] * 3, **QUICK).segment_scores
    assert alone.counts == [1, *[0] * 18, 2]
    assert alone.quartiles[1:] == pytest.approx((100, 100))
    systems, references = SYSTEMS, REFERENCE
    for index, system in enumerate(report_data(systems, references, **QUICK).segment_scores):
        scores = BLEU().segment_scores(list(systems.values())[index], references)
        expected = np.histogram(np.minimum(scores, 100), BINS, (0, 100))[0]
        assert system.counts == expected.tolist()
        assert system.quartiles == pytest.approx(np.quantile(scores, (0.25, 0.5, 0.75)))


def test_names_are_broken_between_words() -> None:
    name = system_name("en-de.sys.Online_B")
    assert name == ('<bdi class="ov-name">en-<wbr>de.<wbr>sys.<wbr>Online_<wbr>B</bdi>')


def test_data_issues_are_listed(text: str) -> None:
    assert "warning weak : line 85 is empty" in text


def test_one_system_has_no_differences() -> None:
    report = make_report({"alone": SYSTEMS["weak"]}, REFERENCE)
    message = " ".join(report.page.text)
    assert "Where the difference" not in message
    assert "All pairs" not in message
    assert report.meta["comparison"] is None
    low, high = report.meta["systems"][0]["interval"]
    assert low < report.meta["systems"][0]["value"] < high


def test_the_interval_of_one_system_is_that_of_a_comparison() -> None:
    systems, references = SYSTEMS, REFERENCE
    alone = make_report({"weak": systems["weak"]}, references, documents=lines("documents.txt"))
    both = make_report(systems, references, documents=lines("documents.txt"))
    assert alone.meta["systems"][0]["interval"] == both.meta["systems"][2]["interval"]
    assert alone.meta["systems"][0]["bca"] == both.meta["systems"][2]["bca"]


def test_the_interval_of_one_system_has_its_settings() -> None:
    report = make_report({"weak": SYSTEMS["weak"]}, REFERENCE, confidence=0.9, seed=5)
    data = report.meta["reproduce"]
    assert data["seed"] == 5
    assert "a 90% bootstrap percentile interval (30 resamples; " in data["paragraph"]
    assert "90% CI" in " ".join(report.page.text)


def test_invisible_names_are_escaped() -> None:
    texts = SYSTEMS["weak"]
    names = {"\u202elive": texts, "a\u200bb": texts[::-1]}
    report = make_report(names, REFERENCE, checks=False)
    message = " ".join(report.page.text)
    assert "<U+202E>live" in message
    assert "a<U+200B>b" in message
    assert [system["name"] for system in report.meta["systems"]] == list(names)


def test_one_segment_has_a_score_but_no_tests() -> None:
    report = make_report({"one": ["a b c d"], "two": ["a b c"]}, ["a b c d e"])
    assert report.meta["comparison"] is None
    score = report.meta["systems"][0]
    assert score["interval"] == [score["value"]] * 2


def test_equal_systems_have_no_differences() -> None:
    texts = SYSTEMS["weak"]
    report = make_report({"one": texts, "two": texts}, REFERENCE, checks=False)
    message = re.sub(r"\s+", " ", " ".join(report.page.text))
    assert "have the same score and equal components." in message


def test_rounding_at_the_limits() -> None:
    figures = Figures(100)
    assert figures.score(99.9999) == "99.99"
    assert figures.score(100.0) == "100.00"
    assert figures.signed(-1.234) == f"{MINUS}1.23"
    assert Figures(1).score(0.12346) == "0.1235"
    assert p_value(0.00094) == "9.4e-04"


def test_significant_differences_are_marked_in_both_directions() -> None:
    report = make_report(SYSTEMS, REFERENCE, trials=500, checks=False)
    kinds = [attributes.get("class") for tag, attributes in report.page.elements if tag == "td"]
    sides = [kind.split()[1] for kind in kinds if kind and kind.startswith("ov-cell")]
    assert list(SYSTEMS) == ["medium", "strong", "weak"]
    minus, plus = "ov-minus", "ov-plus"
    assert sides == [minus, plus, plus, plus, minus, minus]
    assert {"▲ ", "▼ "} <= {text[:2] for text in report.page.text}


def test_twenty_six_systems_have_a_cell_for_each_pair() -> None:
    base = SYSTEMS["weak"][:12]
    systems = {chr(97 + number): base[number % 3 :] + base[: number % 3] for number in range(26)}
    report = make_report(systems, REFERENCE[:12], checks=False)
    cells = [
        attributes
        for tag, attributes in report.page.elements
        if tag == "td" and (attributes.get("class") or "").startswith("ov-cell")
    ]
    assert len(cells) == 26 * 25
    assert len(report.meta["comparison"]["pairs"]) == 26 * 25 // 2
