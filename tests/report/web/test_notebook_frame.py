"""The report in a notebook's frame, in Chromium: sandboxed and without storage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.news import REFERENCE, SYSTEMS
from tests.report.web.browser import READY
from tests.requirements import require_module
from truebleu import Comparison, compare

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(SYSTEMS, REFERENCE, trials=100, resamples=100)


Shown = Callable[..., "tuple[Page, Frame]"]


@pytest.fixture
def in_a_notebook(open_page: Callable[..., Page], tmp_path: Path, comparison: Comparison) -> Shown:
    """Return a function that shows an exploration as a cell's output; it returns page and frame."""

    def show(*, page: dict[str, str] | None = None, **choices: object) -> tuple[Page, Frame]:
        source = comparison.explore(**choices)._repr_html_()  # type: ignore[arg-type]  # any of them
        cell = tmp_path / "cell.html"
        cell.write_text(f"<!DOCTYPE html><meta charset='utf-8'><body>{source}", encoding="utf-8")
        opened = open_page(cell, wait=False, **(page or {}))
        frame = opened.frames[1]
        frame.wait_for_selector(READY, state="attached")
        return opened, frame

    return show


def test_the_page_works_without_storage_or_address(in_a_notebook: Shown) -> None:
    page, frame = in_a_notebook()
    refused = """() => {
      const fails = (action) => { try { action(); return false; } catch { return true; } };
      return [fails(() => window.localStorage.getItem("x")), fails(() => window.parent.document),
        window.origin];
    }"""
    assert frame.evaluate(refused) == [True, True, "null"]
    frame.get_by_role("link", name="Segments", exact=True).or_(
        frame.get_by_role("tab", name="Segments", exact=True)
    ).or_(frame.get_by_role("button", name="Segments", exact=True)).first.click()
    frame.get_by_role("grid").first.wait_for()
    assert page.url.endswith("cell.html")


def test_texts_are_decompressed_and_searched_in_the_frame(in_a_notebook: Shown) -> None:
    """`DecompressionStream` reads the texts, and a worker searches them."""
    _, frame = in_a_notebook()
    frame.get_by_role("searchbox").or_(frame.locator("input[type=search]")).first.fill("Kestner")
    expected = sum(any("kestner" in texts[i].lower() for texts in every_text()) for i in range(104))
    assert 0 < expected < 104
    frame.get_by_text(f"{expected} of 104", exact=False).first.wait_for()


def every_text() -> list[list[str]]:
    return [*SYSTEMS.values(), REFERENCE]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_can_be_chosen(theme: str, in_a_notebook: Shown) -> None:
    system_theme = {"light": "dark", "dark": "light"}[theme]
    _, frame = in_a_notebook(theme=theme, page={"color_scheme": system_theme})
    assert frame.evaluate("document.documentElement.dataset.theme") == theme
    color = frame.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    red = int(color.removeprefix("rgb(").split(",")[0])
    assert (red > 128) == (theme == "light")


def test_statistics_are_complete_where_texts_are_limited(in_a_notebook: Shown) -> None:
    _, frame = in_a_notebook(n=20)
    assert frame.get_by_text("104 segments", exact=False).count() > 0


def test_copying_and_saving_work_in_the_frame(in_a_notebook: Shown) -> None:
    page, frame = in_a_notebook()
    frame.get_by_role("button", name="Copy").first.click()
    frame.get_by_role("button", name="Copied").first.wait_for()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").click()
    page.keyboard.press("Control+V")
    assert page.locator("textarea").input_value().startswith("nrefs:1|case:mixed|")
    with page.expect_download() as download:
        frame.get_by_role("button", name="Export").click()
        frame.get_by_role("button", name="CSV").first.click()
    assert download.value.suggested_filename.endswith(".csv")
    rows = download.value.path().read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 104


def test_axe_finds_nothing_in_notebook_outputs(
    open_page: Callable[..., Page], comparison: Comparison, tmp_path: Path
) -> None:
    axe = require_module("axe_playwright_python.sync_playwright", "browser")
    score = comparison[0].systems[0].score
    outputs = [value._repr_html_() for value in (score, comparison, comparison[0])]
    head = "<!DOCTYPE html><html lang='en'><meta charset='utf-8'><title>Cells</title>"
    cell = tmp_path / "cells.html"
    cell.write_text(f"{head}<main><h1>Cells</h1>{''.join(outputs)}</main>", encoding="utf-8")
    for scheme, style in (
        ("light", "background:#fff;color:#111"),
        ("dark", "background:#111;color:#eee"),
    ):
        page = open_page(cell, wait=False, color_scheme=scheme)
        page.evaluate("style => { document.body.style.cssText = style; }", style)
        assert axe.Axe().run(page).response["violations"] == []
