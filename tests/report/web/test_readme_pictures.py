"""Pictures of the report in the README: they exist, are small, and can be generated."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tools import report_pictures
from tools.pages import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LARGEST = 150_000


@pytest.mark.parametrize("screen", report_pictures.SCREENS)
def test_the_guide_shows_each_screen(screen: str) -> None:
    guide = (ROOT / "docs" / "how-to" / "html-report.md").read_text(encoding="utf-8")
    (alternative,) = re.findall(rf"!\[([^\]]+)\]\(\.\./images/report-{screen}\.png\)", guide)
    assert len(alternative) > 20
    picture = (ROOT / "docs" / "images" / f"report-{screen}.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert len(picture) < LARGEST
    assert struct.unpack(">II", picture[16:24]) == (report_pictures.WIDTH, report_pictures.HEIGHT)


def test_the_picture_of_a_clipped_match(
    tmp_path_factory: pytest.TempPathFactory, open_page: Callable[..., Page]
) -> None:
    guide = ROOT / "docs" / "explanation" / "how-bleu-works.md"
    assert "images/report-clipped.png" in guide.read_text(encoding="utf-8")
    report = tmp_path_factory.mktemp("pictures") / "example.html"
    report_pictures.write_example(report)
    page = open_page(f"{report.as_uri()}#{report_pictures.CLIPPED}")
    pane = page.locator(report_pictures.PANE)
    pane.locator(".tok.clipped").first.wait_for()
    assert pane.locator(".segment-text .tok.clipped").count() == 5
    # With a single system the pane is named A, as on the rest of the page.
    assert pane.locator(".letter-a").count() == 1
    assert pane.locator(".letter-b").count() == 0


def test_few_colors_are_kept(browser: Browser) -> None:
    chance = np.random.default_rng(7)
    colours = chance.integers(0, 256, (256, 3), dtype=np.uint8)
    pixels = colours[chance.integers(0, 256, (40, 60))]
    assert np.array_equal(read(browser, report_pictures.small_png(pixels)), pixels)


def test_many_colors_become_the_nearest_frequent_ones(browser: Browser) -> None:
    frequent = np.repeat(np.arange(0, 256, 1, dtype=np.uint8), 3)
    rare = np.array([7, 8, 9], dtype=np.uint8)
    line = np.stack([frequent] * 3, axis=1)
    pixels = np.concatenate([line, rare[None, :]])[None, :, :]
    reduced = read(browser, report_pictures.small_png(pixels))
    assert np.array_equal(reduced[:, :-1], pixels[:, :-1])
    assert reduced[0, -1].tolist() == [8, 8, 8]


def read(browser: Browser, picture: bytes) -> np.ndarray:
    page = browser.new_page()
    try:
        return report_pictures.pixels_of(picture, page)
    finally:
        page.close()


def test_every_address_leads_to_its_screen(
    tmp_path_factory: pytest.TempPathFactory, open_page: Callable[..., Page]
) -> None:
    report = tmp_path_factory.mktemp("pictures") / "report.html"
    report_pictures.write_corpus(report)
    seen = set()
    for screen, address in report_pictures.SCREENS.items():
        page = open_page(f"{report.as_uri()}#{address}")
        assert page.evaluate("document.querySelector('h1')") is not None
        current = page.locator("[aria-current=page], [aria-selected=true]").first.inner_text()
        seen.add((screen, current))
    assert seen == {("overview", "Overview"), ("compare", "Compare"), ("segments", "Segments")}
