"""Representations of scores, comparisons and explanations in notebooks."""

from __future__ import annotations

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.news import MEDIUM, REFERENCE, STRONG, WEAK
from truebleu import BLEU, CHRF, GLEU, TER, Comparison, compare, explain
from truebleu.display.numbers import with_minus
from truebleu.metrics.base.score import Score
from truebleu.metrics.nist import NIST
from truebleu.wording import signed

GOLDEN = Path(__file__).parent / "golden"
MIME = "application/vnd.truebleu+json"
ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</bdi></table><h1>",
    "`<b>``",
    "\u202eback\u200b\x00\x1b[31m",
    "\ud800",
    "a" * 5000,
)


SCORES = [
    metric.corpus_score(MEDIUM, REFERENCE)
    for metric in (BLEU(), CHRF(word_order=2), TER(), GLEU(), NIST())
]


class ParsedHTML(HTMLParser):
    """Elements, attributes and texts of an HTML fragment; elements must be properly nested."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


ELEMENTS = {
    "bdi", "caption", "circle", "code", "div", "p", "path", "rect", "svg", "table", "tbody",
    "td", "th", "thead", "tr",
}  # fmt: skip


def check_plain(source: str) -> ParsedHTML:
    """Check that an HTML fragment works in every notebook: no scripts and no external resources."""
    read = ParsedHTML(source)
    assert set(read.tags) <= ELEMENTS
    assert not [name for name, _ in read.attributes if name.startswith("on") or name == "id"]
    assert not re.search(r"url\(|https?:|javascript:", source)
    assert len(source.encode()) < 20_000
    return read


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    systems = {"medium": MEDIUM, "same": MEDIUM, "weak": WEAK, "strong": STRONG}
    return compare(systems, REFERENCE, [BLEU(), TER()], trials=500, resamples=100)


@pytest.mark.parametrize("score", SCORES, ids=lambda score: score.metric)
def test_a_score_shows_all_its_components(score: Score) -> None:
    read = check_plain(score._repr_html_())
    assert score.number(2 if score.scale == 100 else 4) in read.texts
    assert str(score.signature) in read.texts
    assert str(score.signature) in score._repr_markdown_()
    for texts in (read.texts, score._repr_markdown_().replace("|", " ").split()):
        numbers = [float(text.replace(",", "")) for text in texts if is_number(text)]
        for name in score.names[1:-1]:
            part = getattr(score, name)
            for number in part if isinstance(part, tuple) else (part,):
                assert [one for one in numbers if one == around(number)], (name, number)


def is_number(text: str) -> bool:
    return re.fullmatch(r"-?[\d,.]*\d", text) is not None


def around(number: Any) -> Any:
    """Return the number as it is printed, with up to three decimals."""
    return pytest.approx(number, abs=0.051 if isinstance(number, float) else 0)


@pytest.mark.parametrize("metric", [BLEU(), NIST()], ids=["length ratio", "length penalty"])
def test_a_ratio_of_1_has_the_decimals_of_other_ratios(metric: Any) -> None:
    cells = metric.corpus_score(REFERENCE, REFERENCE)._repr_markdown_()
    assert "| 1.000 |" in cells
    assert "| 1 |" not in cells


def test_a_comparison_shows_its_results(comparison: Comparison) -> None:
    read = check_plain(comparison._repr_html_())
    for metric in comparison:
        assert str(metric.signature) in read.texts
        for system in metric.systems:
            assert system.name in read.texts
            assert f"{system.value:.2f}" in read.texts
        for pair in metric.against_baseline():
            assert with_minus(signed(pair.difference, 2)) in read.texts
    assert str(comparison.settings) in read.texts
    # By each of two metrics, one difference is not significant, one worse and one better.
    for finding in ("○ open", "▼ worse", "▲ better"):
        assert read.texts.count(finding) == 2


def test_charts_have_text_alternatives_and_inherit_the_text_color(
    comparison: Comparison,
) -> None:
    read = check_plain(comparison._repr_html_())
    labels = [value for name, value in read.attributes if name == "aria-label" and value]
    system = comparison[0].systems[0]
    low, high = system.interval
    assert f"{system.value:.2f}, interval [{low:.2f}, {high:.2f}]" in labels
    assert len(labels) == 2 * (4 + 3)
    colours = {value for name, value in read.attributes if name in {"fill", "stroke"}}
    assert colours == {"currentColor"}
    # hosts that remove the charts would show their texts
    assert "<text" not in comparison._repr_html_()


def test_intervals_are_drawn_to_scale(comparison: Comparison) -> None:
    source = comparison[0]._repr_html_()
    drawn = re.findall(r'M([\d.]+) 8H([\d.]+)".*?cx="([\d.]+)"', source)
    systems = comparison[0].systems
    low = min(system.interval[0] for system in systems)
    high = max(system.interval[1] for system in systems)
    pictures = iter(drawn)
    for system in comparison[0].best_first():
        places = next(pictures)
        if system != systems[0]:
            next(pictures)  # the difference to the baseline
        numbers = (*system.interval, system.value)
        expected = [6 + 138 * (number - low) / (high - low) for number in numbers]
        assert [float(place) for place in places] == pytest.approx(expected, abs=0.051)


def test_a_single_metric_has_no_heading_and_no_marks(comparison: Comparison) -> None:
    read = check_plain(comparison[0]._repr_html_())
    assert "○ open" not in read.texts
    assert "strong" in comparison[0]._repr_markdown_()


@pytest.mark.parametrize("name", ATTACKS, ids=lambda name: repr(name[:12]))
def test_names_are_never_markup(name: str) -> None:
    result = compare({name: MEDIUM, "<b>other": WEAK}, REFERENCE, trials=50, resamples=20)
    for value in (result, result[0], explain(MEDIUM, REFERENCE, names=(name, ""))):
        read = check_plain(value._repr_html_())
        assert "".join(read.texts).isprintable()
        json.dumps(value._repr_mimebundle_()).encode()
        words = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", value._repr_markdown_())
        assert not re.search(r"(?<!\\)<", words)


def test_many_systems_and_metrics_stay_small() -> None:
    systems = {f"system {number} <{'&' * 60}>": MEDIUM for number in range(60)}
    metrics = [BLEU(max_ngram_order=order) for order in range(1, 7)]
    result = compare(systems, REFERENCE, metrics, trials=5, resamples=5)
    read = check_plain(result._repr_html_())
    rows = sum(tag == "tr" for tag in read.tags)
    assert rows >= 12
    left_out = [text for text in read.texts if text.startswith("and ")]
    assert left_out
    assert all(text.endswith(("systems more", "metrics more")) for text in left_out)


def test_large_values_still_show_two_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truebleu.display.notebook_comparison.MAX_BYTES", 0)
    systems = {f"system {number}": MEDIUM for number in range(4)}
    read = check_plain(compare(systems, REFERENCE, trials=5, resamples=5)[0]._repr_html_())
    assert [text for text in read.texts if text.startswith("system ")] == ["system 0", "system 1"]


def test_a_bundle_has_the_forms_that_were_requested(comparison: Comparison) -> None:
    explanation = explain(MEDIUM, REFERENCE)
    for value in (*SCORES, comparison, comparison[0], explanation):
        bundle = value._repr_mimebundle_()
        assert list(bundle) == ["text/plain", "text/html", "text/markdown", MIME]
        assert bundle["text/plain"] == str(value)
        assert json.loads(json.dumps(bundle[MIME], allow_nan=False))["kind"]
        assert list(value._repr_mimebundle_(include={"text/html"})) == ["text/html"]
        assert list(value._repr_mimebundle_(exclude={"text/html", MIME})) == [
            "text/plain",
            "text/markdown",
        ]


def test_a_summary_has_numbers_in_full_precision(comparison: Comparison) -> None:
    summary = comparison._repr_mimebundle_()[MIME]
    first = summary["metrics"][0]
    assert first["signature"] == str(comparison[0].signature)
    assert [one["value"] for one in first["systems"]] == [
        one.value for one in comparison[0].systems
    ]
    pair = comparison[0].against_baseline()[1]
    assert first["systems"][2]["difference"] == pair.difference
    assert SCORES[0]._repr_mimebundle_()[MIME]["value"] == SCORES[0].value


def test_an_explanation_begins_with_its_reason() -> None:
    explanation = explain(MEDIUM, REFERENCE)
    read = check_plain(explanation._repr_html_())
    assert explanation.reason in "".join(read.texts)
    assert {"brevity", "4-gram"} <= set(read.texts)


def golden_values() -> dict[str, Any]:
    systems = {"base & <co>": MEDIUM, "new": STRONG}
    found = compare(systems, REFERENCE, trials=200, resamples=100)
    return {"bleu": SCORES[0], "chrf": SCORES[1], "comparison": found}


@pytest.mark.parametrize("name", ["bleu", "chrf", "comparison"])
@pytest.mark.parametrize("form", ["html", "markdown"])
def test_the_representations_equal_the_golden_ones(name: str, form: str) -> None:
    """With TRUEBLEU_ACCEPT=1, write the files; review the difference."""
    value = golden_values()[name]
    source = value._repr_html_() if form == "html" else value._repr_markdown_()
    path = GOLDEN / f"{name}.{'html' if form == 'html' else 'md'}"
    if os.environ.get("TRUEBLEU_ACCEPT"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(source + "\n", encoding="utf-8")
    assert source + "\n" == path.read_text(encoding="utf-8")
