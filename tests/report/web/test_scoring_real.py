"""Real translations: the page's tokens and counts are the program's on every one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.differential import wmt
from tests.generators import tally
from tests.profiles import PROFILE
from tests.web.scoring import asked, scoring_page, told
from truebleu import BLEU

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.data
STEP = 40 if PROFILE == "fast" else 4
SETTINGS: list[dict[str, Any]] = [
    {},
    {"lowercase": True},
    {"tokenizer": "char", "lowercase": True},
    {"tokenizer": "none"},
]
ROWS = """([hypotheses, references, metric]) => {
  const tokens = (text) => tokenize(text, metric.tokenizer, metric.case);
  return hypotheses.map((text, i) => {
    const { row } = countSegment(tokens(text), references.map((r) => tokens(r[i])), metric);
    return [row.hyp, row.ref, ...row.m, ...row.t];
  });
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with scoring_page(browser) as opened:
        yield opened


@pytest.mark.parametrize("settings", SETTINGS, ids=repr)
@pytest.mark.parametrize(("name", "system"), wmt.SETS)
def test_real_segments_have_the_program_s_rows(
    page: Page, name: str, system: str, settings: dict[str, Any]
) -> None:
    texts, metric = wmt.read(name, system).every(STEP), BLEU(**settings)
    found = asked(page, ROWS, [texts.hypotheses, texts.streams, told(metric)])
    assert found == metric.statistics(texts.hypotheses, texts.streams).tolist()
    tally.count("the page's counts of real texts", len(found))
