"""The documentation's site: it builds without warnings, its links work, and it is self-contained.

Self-contained means that no page loads anything from outside its folder.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

import truebleu
from tests.requirements import require_module
from tools.pages import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class Names(HTMLParser):
    """Links, loaded resources and anchors of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.places |= {attributes[name] for name in ("id", "name") if name in attributes}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if (
            tag in LOADING
            and LOADING[tag] in attributes
            and "canonical" not in attributes.get("rel", "")
        ):
            self.loads.append(attributes[LOADING[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for package in ("sphinx", "myst_parser", "furo", "sphinx_copybutton", "latex2mathml"):
        require_module(package, "site")
    folder = tmp_path_factory.mktemp("site") / "html"
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "website.py"), str(folder)],
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    return folder


@pytest.fixture(scope="module")
def named(site: Path) -> dict[Path, Names]:
    return {page: Names(page) for page in site.rglob("*.html")}


@pytest.mark.timeout(600)  # the first test builds the site
def test_every_page_of_the_documentation_is_there(named: dict[Path, Names], site: Path) -> None:
    pages = {page.relative_to(site).as_posix() for page in named}
    for page in (ROOT / "docs").rglob("*.md"):
        assert page.relative_to(ROOT).with_suffix(".html").as_posix() in pages
    assert {"index.html", "website/python.html", "search.html", "benchmarks/RESULTS.html"} <= pages


def test_every_link_has_a_target(named: dict[Path, Names]) -> None:
    wrong = []
    for page, names in named.items():
        for link in names.links:
            if re.match(r"https?:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / unquote(path)).resolve() if path else page.resolve()
            names_by_page = (
                {other.resolve(): those for other, those in named.items()} if anchor else {}
            )
            if not target.is_file() or (
                anchor and unquote(anchor) not in names_by_page[target].places
            ):
                wrong.append(f"{page.name}: {link}")
    assert wrong == []


def test_no_external_resources_are_loaded(named: dict[Path, Names], site: Path) -> None:
    for page, names in named.items():
        for load in names.loads:
            path = load.split("?")[0].split("#")[0]
            assert not path or (page.parent / path).is_file(), f"{page.name} loads {load}"
    for sheet in site.rglob("*.css"):
        assert re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", sheet.read_text()) == []


def test_every_public_name_is_in_the_reference(named: dict[Path, Names], site: Path) -> None:
    places = named[site / "website" / "python.html"].places
    public = [name for name in truebleu.__all__ if not name.startswith("_")]
    assert [name for name in public if f"truebleu.{name}" not in places] == []


def test_the_site_works_without_a_network(site: Path, open_page: Callable[..., Page]) -> None:
    """The fixture `open_page` fails for other requests and for errors in the console."""
    page = open_page(site / "docs" / "explanation" / "how-bleu-works.html", wait=False)
    assert page.locator("math").count() >= 4
    assert page.locator("math").first.bounding_box() is not None
    page.locator("a", has_text="Score, compare and report").first.click()
    assert page.locator("h1").inner_text().startswith("Score, compare and report")
    page.goto(f"{(site / 'search.html').as_uri()}?q=brevity")
    page.wait_for_selector("#search-results li a")
    for name in ("index", "website/python", "docs/how-to/html-report"):
        page.goto((site / f"{name}.html").as_uri())
        broken = "[...document.images].filter((one) => one.complete && !one.naturalWidth).length"
        assert page.evaluate(broken) == 0
