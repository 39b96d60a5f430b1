"""Real translations: tokens and counts of the page equal truebleu's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.differential import wmt
from tests.profiles import PROFILE
from tests.report.web.scoring import check_counts, scoring_page
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


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with scoring_page(browser) as opened:
        yield opened


@pytest.mark.parametrize("settings", SETTINGS, ids=repr)
@pytest.mark.parametrize(("name", "system"), wmt.SETS)
def test_real_segments_have_truebleus_counts(
    page: Page, name: str, system: str, settings: dict[str, Any]
) -> None:
    texts, metric = wmt.read(name, system).every(STEP), BLEU(**settings)
    check_counts(page, metric, texts.hypotheses, list(zip(*texts.streams, strict=True)))
