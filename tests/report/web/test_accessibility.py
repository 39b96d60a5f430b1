"""Accessibility of all screens: axe's rules, contrast, and settings about motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.corpora import Corpus, example, make_corpus, many_scripts
from tests.report.web.touring import tour, wait_for_screen
from tests.requirements import missing

if TYPE_CHECKING:
    from playwright.sync_api import Page

THEMES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "narrow": {"viewport": {"width": 400, "height": 800}},
    "forced colours": {"forced_colors": "active"},
    "less motion": {"reduced_motion": "reduce"},
}


def violations(page: Page) -> list[str]:
    """Return axe's violations on the page: rules and elements."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("browser", "the package axe-playwright-python is not installed")
    result = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['target']}" for each in result for node in each["nodes"]]


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_any_screen(theme: str, report_page: Callable[..., Page]) -> None:
    corpus = example()
    page = report_page(
        corpus.systems,
        corpus.references,
        page=THEMES[theme],
        fragment="segment=4",
        **corpus.options,
    )
    result = {screen: violations(page) for screen, _ in tour(page)}
    assert {screen: each for screen, each in result.items() if each} == {}


@pytest.mark.parametrize(
    "corpus",
    [make_corpus(1, 1), make_corpus(12, 20), many_scripts()],
    ids=["one segment of one system", "12 systems", "scripts of the world"],
)
def test_axe_finds_nothing_for_any_corpus(corpus: Corpus, report_page: Callable[..., Page]) -> None:
    page = report_page(corpus.systems, corpus.references, fragment="screen=segments&segment=1")
    wait_for_screen(page, "segments")
    assert violations(page) == []
    for screen, _ in tour(page):
        assert violations(page) == [], screen
