"""What the page's own files may not hold: each would let text become markup, or code."""

from __future__ import annotations

import json
import re

import pytest

from tests.architecture.sources import PACKAGE
from truebleu.report.sources import page_sources

WEB = PACKAGE / "web"
MOST_LINES = 400
FORBIDDEN = {
    "markup from text": r"\b(?:inner|outer)HTML\b|insertAdjacentHTML|setHTMLUnsafe|parseFromString"
    r"|createContextualFragment|document\s*\.\s*write|srcdoc",
    "code from text": r"\beval\s*\(|\bnew\s+Function\b|\bimport\s*\(|\bimportScripts\b|javascript:",
    "timers that are given text": r"set(?:Timeout|Interval)\s*\(\s*[\"'`]",
    "a handler as an attribute": r"setAttribute\(\s*[\"'`]on|[\"'`]on[a-z]+=",
    "a style as an attribute": r"\bstyle=|setAttribute\(\s*[\"'`]style|cssText",
    "what ends or opens a script element": r"</script|<script|<!--",
    "what another page could be asked": r"\bXMLHttpRequest\b|\bWebSocket\b|sendBeacon|\bpostMessage"
    r"\([^)]*[\"'`]\*[\"'`]|window\s*\.\s*open\b",
}
# The page that a server gives asks that server; it is in these files alone.
MAY_FETCH = ("serve", "data")


def files(suffix: str) -> list[str]:
    return sorted(path.name for path in WEB.glob(f"*.{suffix}"))


SCRIPTS, STYLES = files("js"), files("css")


def source(name: str) -> str:
    return (WEB / name).read_text(encoding="utf-8")


def without_comments(text: str) -> str:
    """Blank out comments: they may name what the code may not do."""
    return re.sub(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_text_becomes_markup_or_code(what: str) -> None:
    found = {name: re.findall(FORBIDDEN[what], without_comments(source(name))) for name in SCRIPTS}
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("name", SCRIPTS)
def test_only_the_page_of_a_server_fetches(name: str) -> None:
    if not name.startswith(MAY_FETCH):
        assert not re.search(r"\bfetch\s*\(|\bEventSource\b", without_comments(source(name)))


def test_files_are_short() -> None:
    lengths = {name: len(source(name).splitlines()) for name in [*SCRIPTS, *STYLES]}
    assert {name: length for name, length in lengths.items() if length >= MOST_LINES} == {}


@pytest.mark.parametrize("name", STYLES)
def test_styles_load_nothing(name: str) -> None:
    text = without_comments(source(name))
    assert not re.search(r"@import|url\((?!\s*[\"']?(?:data:|#))", text)


def test_each_file_has_its_place() -> None:
    """The manifest is what the page is made of: a file that it does not name is dead."""
    manifest = json.loads(source("manifest.json"))
    named = {name for part in manifest.values() for name in part}
    assert named == {*SCRIPTS, *STYLES}


@pytest.mark.parametrize("name", [*SCRIPTS, *STYLES])
def test_files_can_be_made_lean(name: str) -> None:
    """Lines are dropped and stripped one by one: none may be inside a text, or half a comment."""
    inside = False
    for line in map(str.strip, source(name).split("\n")):
        inside = inside or line.startswith("/*")
        assert not inside or "*/" not in line[:-2]
        inside = inside and not line.endswith("*/")
        rest = re.sub(
            r"\\.|/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[*])+/[a-z]*(?=[.,;)])|\"[^\"]*\"", "", line
        )
        assert inside or line.startswith("//") or rest.count("`") % 2 == 0, line
        assert not line.endswith("\\")
    assert not inside


@pytest.mark.parametrize("serve", [False, True])
def test_the_page_has_every_line_of_code(serve: bool) -> None:
    manifest = json.loads(source("manifest.json"))
    made = page_sources(serve=serve)
    scripts = [*manifest["scripts"], *(manifest["serve"] if serve else [])]
    styles = [*manifest["styles"], *(manifest["serve_styles"] if serve else [])]
    for names, text in (
        (scripts, made.script),
        (styles, made.style),
        (manifest["worker"], made.worker),
    ):
        for name in names:
            code = re.sub(
                r"^\s*(?:/\*.*?\*/|//[^\n]*)$", "", source(name), flags=re.DOTALL | re.MULTILINE
            )
            lines = [line.strip() for line in code.split("\n")]
            assert "\n".join(filter(None, lines)) in text, name
