"""The filter line: what it selects, and what it says where it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.corpora import Corpus, example
from tests.web.expected import Expected
from tests.web.reports import Reports
from tests.web.scripts import opened_up

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Set the line, wait until the texts are searched, and say what is selected.
SELECT = """async (query) => {
  page.store.set({query, filters: {}, a: 0, b: 1});
  while (page.selection.searching) await new Promise((done) => setTimeout(done, 10));
  const {errors, ids, trouble} = page.selection;
  return {errors, trouble, ids: Array.from(ids).sort((x, y) => x - y)};
}"""
Chosen = Callable[[Corpus, Expected, int], bool]


def texts(corpus: Corpus, i: int) -> list[str]:
    """Every text of a segment."""
    references = [stream[i] or "" for stream in corpus.references]
    hypotheses = [lines[i] for lines in corpus.systems.values()]
    return [corpus.options["source"][i], *references, *hypotheses]


def delta(expected: Expected, i: int) -> float:
    return float(expected.scores[1][i] - expected.scores[0][i])


QUERIES: dict[str, Chosen] = {
    "": lambda c, e, i: True,
    "A.bleu<20": lambda c, e, i: e.scores[0][i] < 20,
    "a.BLEU>=20 B.bleu>50": lambda c, e, i: e.scores[0][i] >= 20 and e.scores[1][i] > 50,
    "delta>20": lambda c, e, i: delta(e, i) > 20,
    "-delta>20": lambda c, e, i: delta(e, i) <= 20,
    "delta:-5..5": lambda c, e, i: -5 <= delta(e, i) <= 5,
    "id:10..12": lambda c, e, i: 9 <= i <= 11,
    "id=7": lambda c, e, i: i == 6,
    "doc:sports*": lambda c, e, i: c.options["documents"][i].startswith("sports"),
    "-doc:*-01": lambda c, e, i: not c.options["documents"][i].endswith("-01"),
    "THE": lambda c, e, i: any("the" in text.lower() for text in texts(c, i)),
    "-the": lambda c, e, i: not any("the" in text.lower() for text in texts(c, i)),
    '"of the"': lambda c, e, i: any("of the" in text.lower() for text in texts(c, i)),
    "src:die": lambda c, e, i: "die" in c.options["source"][i].lower(),
    "ref2:said": lambda c, e, i: "said" in (c.references[1][i] or "").lower(),
    r"hyp:/\bnot\b/i": lambda c, e, i: any(
        re.search(r"\bnot\b", lines[i], re.I) for lines in c.systems.values()
    ),
    r"A:/^[A-M].*\.$/ -B:said": lambda c, e, i: (
        bool(re.search(r"^[A-M].*\.$", list(c.systems.values())[0][i]))
        and "said" not in list(c.systems.values())[1][i].lower()
    ),
    "said delta>10": lambda c, e, i: (
        any("said" in text.lower() for text in texts(c, i)) and delta(e, i) > 10
    ),
}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return example()


@pytest.fixture
def opened(reports: Reports, open_page: Callable[..., Page], corpus: Corpus) -> Page:
    return open_page(opened_up(reports.file(corpus.systems, corpus.references, **corpus.options)))


def test_lines_select_what_they_say(opened: Page, corpus: Corpus) -> None:
    expected = Expected.of(corpus)
    for query, chosen in QUERIES.items():
        said = opened.evaluate(SELECT, query)
        wanted = [i for i in range(corpus.segments) if chosen(corpus, expected, i)]
        assert (query, said["errors"], said["trouble"]) == (query, [], None)
        assert (query, said["ids"]) == (query, wanted)
        assert query == "" or 0 < len(wanted) < corpus.segments, "this line tests nothing"


@pytest.mark.parametrize(
    ("query", "place", "words"),
    [
        ("delta>", "delta>", "needs a number here, or two: delta:10..20"),
        ("the delta>much", "delta>much", "needs a number"),
        ("len:1..2..3", "len:1..2..3", "needs a number"),
        ("len:..", "len:..", "needs a number"),
        ("delta<1..2", "delta<1..2", "needs a number"),
        ("foo:bar the", "foo:", 'There is no "foo". There are A.bleu'),
        ("A.foo<3", "A.foo<", "A.bleu, A.len"),
        ('ref:"open', '"open', "quotation mark is not closed"),
        ("hyp:/open", "/open", "no slash at its end"),
        ("hyp:/(/", "/(/", "No regular expression"),
        ("hyp:/a/g", "g", "flags i, m, s and u"),
        ("ref9:a", "ref9:", "There are 2 references"),
        ("ref:", "ref:", "What is to be found?"),
        ("ref<3", "ref<", "with a colon"),
        ("doc:nowhere", "doc:nowhere", "No document is named"),
        ("flag:nothing", "flag:nothing", "There is no flag"),
    ],
)
def test_mistakes_are_said_at_their_place(opened: Page, query: str, place: str, words: str) -> None:
    opened.locator("#search").fill(query)
    note = opened.locator("#search-note")
    note.get_by_text(words).wait_for()
    marked = note.locator(".mistake").inner_text()
    assert marked.strip() == place
    assert opened.locator("#search").get_attribute("aria-invalid") == "true"
    count = opened.locator(".pill-count").inner_text()
    assert count == "all 104 segments", "what is not understood selects nothing away"


def test_an_expression_without_an_end_is_stopped(opened: Page) -> None:
    line = opened.locator("#search")
    line.fill(r"hyp:/^(\w+\s*|\w+\.?)+$x/")
    note = opened.locator("#search-note")
    note.get_by_text("it took more than 3 seconds").wait_for(timeout=20_000)
    # The page goes on: another search finds its segments.
    said = opened.evaluate(SELECT, "src:die")
    assert said["trouble"] is None
    assert len(said["ids"]) > 0


def test_patterns_of_names_take_no_time(opened: Page) -> None:
    pattern = "doc:" + "*e" * 40
    said: Any = opened.evaluate(SELECT, pattern)
    assert "No document is named" in said["errors"][0]["message"]
