"""The page's BLEU formula, compared with truebleu's on random rows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import fsum, isclose
from typing import TYPE_CHECKING, Any

import pytest

from tests.profiles import PROFILE
from tests.report.making import BLEU_CONVENTIONS, is_supported
from tests.report.web.scoring import call_page, page_settings, scoring_page
from truebleu import BLEU
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.decomposition import difference

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROWS = {"fast": 80, "ci": 300, "fuzz": 50_000}[PROFILE]
SETTINGS: dict[str, dict[str, Any]] = {
    "the defaults": {},
    "without smoothing": {"smoothing": "none"},
    "floor": {"smoothing": "floor", "smoothing_value": 0.01},
    "floor of nothing": {"smoothing": "floor", "smoothing_value": 0.0},
    "add-k": {"smoothing": "add-k"},
    "add-k with a k": {"smoothing": "add-k", "smoothing_value": 0.3},
    "method1": {"smoothing": "method1"},
    "laplace": {"smoothing": "laplace"},
    "pseudocounts": {"smoothing": "pseudocounts"},
    "method4": {"smoothing": "method4"},
    "method6": {"smoothing": "method6"},
    "effective order": {"effective_order": True},
    "no effective order": {"effective_order": False, "smoothing": "floor"},
    "weights": {"weights": [0.1, 0.2, 0.3, 0.4]},
    "a weight of nothing": {"weights": [1, 0, 0.5], "effective_order": True},
    "weights and add-k": {"weights": [3, 1], "smoothing": "add-k"},
    "one order": {"max_ngram_order": 1},
    "nine orders": {"max_ngram_order": 9},
    "scale 1": {"scale": 1},
    "the mean length": {"reference_length": "average"},
    "effective order without smoothing": {"smoothing": "none", "effective_order": True},
}
# Smoothings in addition to that of the convention.
SMOOTHINGS = [] if PROFILE == "fast" else ["none", "exp", "floor", "add-k", "laplace", "method4"]


def add_conventions() -> None:
    """Add every convention, with every smoothing that the page supports for it."""
    for name in BLEU_CONVENTIONS:
        for smoothing in [None, *SMOOTHINGS]:
            settings: dict[str, Any] = {
                "convention": name, "smoothing": smoothing, "average": "micro"
            }  # fmt: skip
            if is_supported(**settings):
                SETTINGS[f"{name}, {smoothing or 'its own'}"] = settings


add_conventions()
METRICS = {name: BLEU(**settings) for name, settings in SETTINGS.items()}


def made_row(draw: random.Random, metric: BLEU) -> list[int]:
    """Return a random row of a segment or corpus, often an unusual one."""
    hypothesis = draw.choice([0, 1, 2, 3, 4, draw.randrange(40), draw.randrange(200_000)])
    reference = draw.choice([0, 1, hypothesis, hypothesis + 1, draw.randrange(300), hypothesis * 2])
    totals = [max(hypothesis - n, 0) for n in range(metric.max_ngram_order)]
    kind = draw.randrange(6)
    matches: list[int] = []
    for total in totals:
        maximum = min([total, *matches[-1:]])
        share = {0: 0.0, 1: 1.0}.get(kind, draw.random())
        matches.append(round(maximum * share))
    parts = page_settings(metric)["reference_parts"]
    return [hypothesis, reference * parts, *matches, *totals]


def made_rows(name: str) -> list[list[int]]:
    """Return random rows, which are equal for equal settings."""
    draw = random.Random(name)
    return [made_row(draw, METRICS[name]) for _ in range(ROWS)]


def as_page_row(row: list[int], metric: BLEU) -> dict[str, Any]:
    orders = metric.max_ngram_order
    return {"hyp": row[0], "ref": row[1], "m": row[2 : 2 + orders], "t": row[2 + orders :]}


def near(ours: float, theirs: float, scale: int) -> bool:
    return isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-11 * scale)


def scored(metric: BLEU, rows: list[list[int]], *, sentence: bool) -> list[BLEUScore]:
    settings = {
        **metric.settings(),
        "effective_order": metric.uses_effective_order(sentence=sentence),
    }
    same = BLEU(**settings)
    return [same.score(row) for row in rows]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with scoring_page(browser) as opened:
        yield opened


def test_rows_have_truebleus_scores(page: Page) -> None:
    cases = [(name, sentence, made_rows(name)) for name in SETTINGS for sentence in (False, True)]
    result = call_page(
        page,
        """(cases) => cases.map(([rows, metric, sentence]) =>
             rows.map((row) => bleu.score(row, metric, sentence)))""",
        [
            [
                [as_page_row(row, METRICS[name]) for row in rows],
                page_settings(METRICS[name]),
                sentence,
            ]
            for name, sentence, rows in cases
        ],
    )
    for (name, sentence, rows), scores in zip(cases, result, strict=True):
        metric = METRICS[name]
        expected = scored(metric, rows, sentence=sentence)
        for row, ours, theirs in zip(rows, scores, expected, strict=True):
            case = (name, sentence, row)
            assert near(ours["value"], theirs.value, metric.scale), case
            assert near(ours["brevity"], theirs.brevity_penalty, 1), case
            assert ours["matches"] == list(theirs.matches), case
            assert ours["totals"] == list(theirs.totals), case
            assert ours["ref"] == theirs.effective_reference_length, case
            for first, second in zip(ours["precisions"], theirs.precisions, strict=True):
                assert near(first, second, metric.scale), case


def test_the_score_alone_equals_the_detailed_one(page: Page) -> None:
    different = call_page(
        page,
        """(cases) => cases.map(([rows, metric]) => rows.filter((row) =>
             bleu.value(row, metric, true) !== bleu.score(row, metric, true).value))""",
        [
            [[as_page_row(row, metric) for row in made_rows(name)], page_settings(metric)]
            for name, metric in METRICS.items()
        ],
    )
    assert dict(zip(METRICS, different, strict=True)) == {name: [] for name in METRICS}


def test_differences_have_truebleus_decomposition(page: Page) -> None:
    rows = {name: made_rows(name) for name in SETTINGS}
    pairs = {name: list(zip(each, reversed(each), strict=True)) for name, each in rows.items()}
    result = call_page(
        page,
        """(cases) => cases.map(([pairs, metric]) => pairs.map(([a, b]) =>
             bleu.decompose(bleu.score(a, metric), bleu.score(b, metric))))""",
        [
            [
                [[as_page_row(row, metric) for row in pair] for pair in pairs[name]],
                page_settings(metric),
            ]
            for name, metric in METRICS.items()
        ],
    )
    for (name, metric), parts in zip(METRICS.items(), result, strict=True):
        for pair, ours in zip(pairs[name], parts, strict=True):
            case = (name, pair)
            theirs = difference(*scored(metric, list(pair), sentence=False))
            assert [part["name"] for part in ours] == [part.name for part in theirs.factors], case
            actual = [part["points"] for part in ours]
            expected = [part.points for part in theirs.factors]
            assert isclose(fsum(actual), theirs.points, abs_tol=1e-11 * metric.scale), case
            # Logarithms may differ between the browser and Rust in the last bit. So two scores that
            # are equal here, which have no decomposition, may differ by one bit in the page.
            if theirs.points == 0 and fsum(actual) != 0:
                continue
            # The largest component has the rounding error; of two equal ones, it can be either.
            largest = sorted(map(abs, expected))[-2:]
            if len(largest) == 2 and isclose(*largest, rel_tol=1e-6):
                actual, expected = sorted(actual), sorted(expected)
            for first, second in zip(actual, expected, strict=True):
                assert near(first, second, metric.scale), case


def test_stored_scores_of_the_report_are_decomposed_too(page: Page) -> None:
    """If the page lacks a formula, the report has stored scores."""
    metric = BLEU()
    scores = [metric.score(row) for row in ([7, 7, 6, 4, 2, 1, 7, 6, 5, 4], [6, 9, *[4] * 8])]
    result = call_page(
        page,
        "([a, b, metric]) => bleu.decompose(...[a, b].map((s) => bleu.ofSystem(s, metric)))",
        [*(score.to_dict() for score in scores), page_settings(metric)],
    )
    theirs = difference(*scores)
    assert [round(part["points"], 10) for part in result] == [
        round(part.points, 10) for part in theirs.factors
    ]


def test_sums_are_rounded_once(page: Page) -> None:
    draw = random.Random(5)
    lists = [
        [draw.uniform(-1, 1) * 10.0 ** draw.randrange(-20, 20) for _ in range(draw.randrange(12))]
        for _ in range(ROWS)
    ]
    lists += [[1e16, 1.0, 1e-16], [1e100, 1.0, -1e100], [0.1] * 10, [1e-16, 1.0, 1e16]]
    result = call_page(page, "(lists) => lists.map((numbers) => exactSum(numbers))", lists)
    assert [float(each) for each in result] == [fsum(numbers) for numbers in lists]
