"""Hostile texts and names: the page shows them as text only."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.report.web.attacks import LONG, NAMES, SEGMENTS
from tests.report.web.corpora import Corpus
from tests.report.web.reports import Reports
from tests.report.web.saving import save_selection
from tests.report.web.touring import tour, wait_until_drawn

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Elements that load or run something.
LOADERS = {"script", "iframe", "object", "embed", "link", "base", "form", "img", "audio", "video"}


def attack() -> Corpus:
    """Return a corpus with every attack as hypothesis, reference, source and document name."""
    rows = list(SEGMENTS)
    turned = rows[1:] + rows[:1]
    systems = {name: rows if at % 2 else turned for at, name in enumerate(NAMES)}
    options = {
        "source": turned,
        "documents": [rows[place // 3] for place in range(len(rows))],
        "title": "</title></script><script>window.pwned=40</script>\u202e",
        "reference_names": ["</script><script>window.pwned=41</script>", "__proto__"],
        "files": [f"{name}.txt" for name in NAMES],
    }
    return Corpus(systems, [list(rows), list(turned)], options)


@pytest.fixture(scope="module")
def attacked(reports: Reports) -> Path:
    corpus = attack()
    return reports.file(corpus.systems, corpus.references, **corpus.options)


# Milliseconds after which a script that was injected would have run.
MOMENT = 100
PWNED = "() => 'pwned' in window || 'pwned' in document"


TURNING = next(text for text in SEGMENTS if "\u202e" in text)
# Counts the visible texts with bidirectional controls; `leaks` are those that are not isolated from
# other texts of their block.
ISOLATION = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const leaks = [];
  let seen = 0;
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    const isolated = (one) => /isolate|plaintext/.test(getComputedStyle(one).unicodeBidi);
    const inline = (one) => getComputedStyle(one).display === "inline";
    if (!/[\u202a-\u202e]/.test(data) || !parentElement.getClientRects().length) continue;
    seen += 1;
    if (/\u2068[^\u2069]*[\u202a-\u202e]/.test(data)) continue;
    let one = parentElement;
    while (inline(one) && !isolated(one)) one = one.parentElement;
    if (!isolated(one) && one.childNodes.length > 1) leaks.push([one.className, data]);
  }
  return { seen, leaks };
}"""


def check_harmless(page: Page) -> None:
    page.wait_for_timeout(MOMENT)
    assert not page.evaluate(PWNED)
    assert page.locator(", ".join(sorted(LOADERS - {"script", "form"}))).count() == 0
    assert page.locator("form[action], [formaction], [srcdoc], [style*=url]").count() == 0


def test_no_screen_runs_texts(attacked: Path, open_page: Callable[..., Page]) -> None:
    page = open_page(attacked)
    for _ in tour(page):
        check_harmless(page)
    assert page.title().startswith("</title>")


def test_no_segment_runs_texts(attacked: Path, open_page: Callable[..., Page]) -> None:
    page = open_page(f"{attacked.as_uri()}#screen=segments&segment=1")
    for mode in ("m", "d", "r", "c", "w"):
        page.keyboard.press(mode)
        for _ in range(0, len(SEGMENTS), 4):
            page.keyboard.press("j")
            wait_until_drawn(page)
    for _ in range(len(SEGMENTS)):
        page.keyboard.press("k")
    check_harmless(page)


def test_a_text_is_shown_unchanged(attacked: Path, open_page: Callable[..., Page]) -> None:
    for index in (0, 1, SEGMENTS.index("__proto__"), SEGMENTS.index("\\-")):
        page = open_page(f"{attacked.as_uri()}#screen=segments&segment={index + 1}")
        first = page.locator(".segment-texts .segment-text").nth(1)
        assert first.text_content() == SEGMENTS[index]


def test_bidirectional_text_is_isolated(attacked: Path, open_page: Callable[..., Page]) -> None:
    """A text with bidirectional controls is isolated, or alone in its block."""
    page = open_page(f"{attacked.as_uri()}#segment={SEGMENTS.index(TURNING) + 1}")
    seen = 0
    for screen, _ in tour(page):
        texts = page.evaluate(ISOLATION)
        assert texts["leaks"] == [], screen
        seen += texts["seen"]
    assert seen > len(NAMES), "few texts with bidirectional controls are visible"


def test_a_line_of_a_megabyte_does_not_block_the_page(report_page: Callable[..., Page]) -> None:
    systems = {"long": [LONG, "x y z w"], "short": ["word", "x y z w"]}
    page = report_page(systems, [[LONG, "x y z w"]], fragment="screen=segments&segment=1")
    page.locator(".segment-text").first.wait_for()
    assert page.locator(".tok").count() < 20_000
    page.keyboard.press("j")
    page.get_by_text("Segment 2 of 2").wait_for()


def test_saved_files_have_the_texts_unchanged(
    attacked: Path, open_page: Callable[..., Page]
) -> None:
    page = open_page(attacked)
    name = NAMES[1]
    lines = save_selection(page, "jsonl").rstrip("\n").split("\n")
    assert [json.loads(line)[name] for line in lines] == list(SEGMENTS)
    sheet = io.StringIO(save_selection(page, "csv"), newline="")
    cells = [row[name] for row in csv.DictReader(sheet)]
    assert [cell.removeprefix("'") for cell in cells] == [
        text.removeprefix("'") for text in SEGMENTS
    ]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []
    head, *rows = save_selection(page, "tsv").rstrip("\n").split("\n")
    assert [row.count("\t") for row in rows] == [head.count("\t")] * len(SEGMENTS)


ADDRESSES = (
    "screen=<img src=x onerror=window.pwned=50>",
    "query=</script><script>window.pwned=51</script>",
    "query=%E0%A4%A",
    "a=__proto__&b=constructor&segment=-1&order=99&sort=__proto__-",
    "delta=1e999..nan&ids=0-999999999&documents=0-99999999,5&tags=__proto__",
    "__proto__=1&constructor=2&screen=toString&mode=valueOf",
    "query=hyp:/(a%2B)%2B$/&screen=segments",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_hostile_address_is_ignored(
    address: str, attacked: Path, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{attacked.as_uri()}#{address}")
    check_harmless(page)
    assert page.locator("main > section:visible").count() == 1
