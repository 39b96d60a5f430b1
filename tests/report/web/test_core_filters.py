"""The filter line: selected segments, and errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.corpora import Corpus, example
from tests.report.web.expected import Expected
from tests.report.web.reports import Reports
from tests.report.web.scripts import opened_up

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Sets the filter, waits for the search in texts, and returns the selection.
SELECT = """async (query) => {
  page.store.set({query, filters: {}, a: 0, b: 1});
  while (page.selection.searching) await new Promise((done) => setTimeout(done, 10));
  const {errors, ids, trouble} = page.selection;
  return {errors, trouble, ids: Array.from(ids).sort((x, y) => x - y)};
}"""


@dataclass(frozen=True)
class Segment:
    """Segment with everything that a filter can use."""

    number: int
    a: float
    b: float
    document: str
    source: str
    references: list[str]
    hypotheses: list[str]

    @property
    def delta(self) -> float:
        return self.b - self.a

    def has(self, text: str) -> bool:
        """Return whether any text contains it, ignoring case."""
        every = [self.source, *self.references, *self.hypotheses]
        return any(text.lower() in each.lower() for each in every)


def segments(corpus: Corpus) -> list[Segment]:
    expected = Expected.of(corpus)
    scores = [[float(score) for score in each] for each in expected.scores]
    options = corpus.options
    references = [[line or "" for line in stream] for stream in corpus.references]
    return [
        Segment(i + 1, scores[0][i], scores[1][i], document, source, list(data), list(lines))
        for i, (document, source, data, lines) in enumerate(
            zip(
                options["documents"],
                options["source"],
                zip(*references, strict=True),
                zip(*corpus.systems.values(), strict=True),
                strict=True,
            )
        )
    ]


NOT = re.compile(r"\bnot\b", re.IGNORECASE)
BEGINNING = re.compile(r"^[A-M].*\.$")
QUERIES: dict[str, Callable[[Segment], bool]] = {
    "A.bleu<20": lambda s: s.a < 20,
    "a.BLEU>=20 B.bleu>50": lambda s: s.a >= 20 and s.b > 50,
    "delta>20": lambda s: s.delta > 20,
    "-delta>20": lambda s: s.delta <= 20,
    "delta:-5..5": lambda s: -5 <= s.delta <= 5,
    "id:10..12": lambda s: 10 <= s.number <= 12,
    "id=7": lambda s: s.number == 7,
    "doc:sports*": lambda s: s.document.startswith("sports"),
    "-doc:*-01": lambda s: not s.document.endswith("-01"),
    "SAID": lambda s: s.has("said"),
    "-said": lambda s: not s.has("said"),
    '"of the"': lambda s: s.has("of the"),
    "src:die": lambda s: "die" in s.source.lower(),
    "ref2:said": lambda s: "said" in s.references[1].lower(),
    r"hyp:/\bnot\b/i": lambda s: any(map(NOT.search, s.hypotheses)),
    r"A:/^[A-M].*\.$/ -B:said": lambda s: (
        bool(BEGINNING.search(s.hypotheses[0])) and "said" not in s.hypotheses[1].lower()
    ),
    "said delta>10": lambda s: s.has("said") and s.delta > 10,
}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return example()


@pytest.fixture
def opened(reports: Reports, open_page: Callable[..., Page], corpus: Corpus) -> Page:
    return open_page(opened_up(reports.file(corpus.systems, corpus.references, **corpus.options)))


@pytest.fixture(scope="module")
def shared(reports: Reports, open_shared: Callable[..., Page], corpus: Corpus) -> Page:
    """Open a page of which tests change only the filter."""
    return open_shared(opened_up(reports.file(corpus.systems, corpus.references, **corpus.options)))


def test_filters_select_segments(opened: Page, corpus: Corpus) -> None:
    every = segments(corpus)
    for query, chosen in QUERIES.items():
        selection = opened.evaluate(SELECT, query)
        expected = [segment.number - 1 for segment in every if chosen(segment)]
        assert (query, selection["errors"], selection["trouble"]) == (query, [], None)
        assert (query, selection["ids"]) == (query, expected)
        assert 0 < len(expected) < len(every), "this filter selects all or none"


def test_checkboxes_select_perfect_and_unmatched_segments(opened: Page, corpus: Corpus) -> None:
    opened.evaluate("() => page.store.set({screen: 'segments', a: 0, b: 1})")
    every = segments(corpus)
    expected_result = {
        "A perfect": {s.number - 1 for s in every if s.a == 100},
        "B perfect": {s.number - 1 for s in every if s.b == 100},
        "both zero": {s.number - 1 for s in every if s.a == s.b == 0},
    }
    assert any(expected_result.values())
    for name, expected in expected_result.items():
        box = opened.get_by_label(name, exact=True)
        box.check()
        assert set(opened.evaluate("() => Array.from(page.selection.ids)")) == expected
        box.uncheck()
        assert opened.evaluate("() => page.selection.isAll()")


@pytest.mark.parametrize(
    ("query", "position", "words"),
    [
        ("delta>", "delta>", "requires a number or a range, as in delta:10..20"),
        ("the delta>much", "delta>much", "requires a number"),
        ("len:1..2..3", "len:1..2..3", "requires a number"),
        ("len:..", "len:..", "requires a number"),
        ("delta<1..2", "delta<1..2", "requires a number"),
        ("len:10..5", "len:10..5", "Write 5..10"),
        ("delta > 20", "delta >", "Write delta> and the number without spaces"),
        ("A.bleu!=0", "A.bleu!=", "Write -A.bleu=, with a minus"),
        ("foo:bar the", "foo:", 'Unknown field "foo". Choose from A.bleu'),
        ("constructor:5", "constructor:", 'Unknown field "constructor"'),
        ("A.foo<3", "A.foo<", "A.bleu, A.len"),
        ('ref:"open', '"open', "Missing closing quotation mark"),
        ("hyp:/open", "/open", "Missing slash at the end"),
        ("hyp:/(/", "/(/", "Invalid regular expression"),
        ("hyp:/a/g", "g", "Use i, m, s or u"),
        ("ref9:a", "ref9:", "This report has 2 references"),
        ("ref:", "ref:", "Add the text to search for"),
        ("ref<3", "ref<", "Use a colon"),
        ("doc:nowhere", "doc:nowhere", "No document name matches"),
        ("flag:nothing", "flag:nothing", "Unknown flag"),
    ],
)
def test_errors_name_their_position(shared: Page, query: str, position: str, words: str) -> None:
    note = shared.locator("#search-note")
    shared.locator("#search").fill("")
    note.locator(".mistake").wait_for(state="detached")
    shared.locator("#search").fill(query)
    note.get_by_text(words).wait_for()
    marked = note.locator(".mistake").inner_text()
    assert marked.strip() == position
    assert shared.locator("#search").get_attribute("aria-invalid") == "true"
    count = shared.locator(".pill-count").inner_text()
    assert count == "all 104 segments", "an invalid filter must not select segments"


def test_one_system_has_neither_b_nor_differences(
    reports: Reports, open_page: Callable[..., Page], corpus: Corpus
) -> None:
    name, texts = next(iter(corpus.systems.items()))
    page = open_page(opened_up(reports.file({name: texts}, corpus.references)))
    for query, words in (
        ("delta>0", "has no differences"),
        ("difference:0", "has no differences"),
        ("B.bleu<50", "one system, which is A"),
        ("b:said", "one system, which is A"),
    ):
        (error,) = page.evaluate(SELECT, query)["errors"]
        assert words in error["message"], query
    assert page.evaluate(SELECT, "A.bleu<50 influence<0")["errors"] == []


def test_new_searches_keep_the_results_of_other_current_terms(opened: Page, corpus: Corpus) -> None:
    expected = [s.number - 1 for s in segments(corpus) if "die" in s.source.lower()]
    assert expected
    for number in range(20):
        selection = opened.evaluate(SELECT, f"src:die -hyp:nowhere{number}")
        assert (number, selection["ids"]) == (number, expected)


def test_a_regular_expression_without_end_is_stopped(opened: Page) -> None:
    line = opened.locator("#search")
    line.fill(r"hyp:/^(\w+\s*|\w+\.?)+$x/")
    note = opened.locator("#search-note")
    note.get_by_text("it took more than 3 seconds").wait_for(timeout=20_000)
    # The page still works: another search finds its segments.
    selection = opened.evaluate(SELECT, "src:die")
    assert selection["trouble"] is None
    assert len(selection["ids"]) > 0


# A worker that the browser does not start: with an exception, or later with an event.
BLOCKED = {
    "exception": "window.Worker = function () { throw new Error('blocked'); }",
    "event": """window.Worker = function () {
      setTimeout(() => this.onerror(new Event('error')));
      this.postMessage = this.terminate = () => {};
    }""",
}


@pytest.mark.parametrize("how", BLOCKED)
def test_without_a_worker_searches_fail_and_can_be_repeated(
    opened: Page, corpus: Corpus, how: str
) -> None:
    opened.evaluate(f"() => {{ window.RealWorker = Worker; {BLOCKED[how]}; }}")
    interval = opened.locator(".pill-interval")
    result = opened.evaluate(SELECT, "src:die id:1..90")
    assert result["trouble"] is not None
    opened.evaluate(SELECT, "id:1..90")
    interval.filter(has_not_text="\u2026").wait_for(state="attached")
    assert interval.inner_text() == ""
    opened.evaluate("() => { window.Worker = window.RealWorker; }")
    expected = [s.number - 1 for s in segments(corpus) if "die" in s.source.lower()]
    result = opened.evaluate(SELECT, "src:die")
    assert (result["trouble"], result["ids"]) == (None, expected)
    interval.filter(has_text=", ").wait_for()


def test_patterns_of_names_take_linear_time(opened: Page) -> None:
    pattern = "doc:" + "*e" * 40
    said: Any = opened.evaluate(SELECT, pattern)
    assert "No document name matches" in said["errors"][0]["message"]
