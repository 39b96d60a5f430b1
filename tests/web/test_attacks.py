"""Texts and names that would run, ask the network or hide: on a page they are only text."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.attacks import NAMES, SEGMENTS
from tests.web.corpora import Corpus
from tests.web.reports import Reports
from tests.web.scripts import meta

if TYPE_CHECKING:
    pass

# The elements that a report has in its head and beside its overview: nobody's text adds one.
LOADERS = {"script", "iframe", "object", "embed", "link", "base", "form", "img", "audio", "video"}


def attack() -> Corpus:
    """Every attack as hypothesis, reference, source and name of a document."""
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


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_nobodys_text_adds_an_element_that_loads_or_runs(attacked: Path, reports: Reports) -> None:
    harmless = reports.file({"a": ["a b"], "b": ["b c"]}, [["a b"]])
    pages = []
    for path in (attacked, harmless):
        parser = Elements()
        parser.feed(path.read_text(encoding="utf-8"))
        pages.append([(tag, each.get("id")) for tag, each in parser.found if tag in LOADERS])
        handlers = [name for _, each in parser.found for name in each if name.startswith("on")]
        assert handlers == []
        assert [each for _, each in parser.found if "style" in each] == []
    chunks = [found for found in pages[0] if not str(found[1]).startswith("t-")]
    assert chunks == [found for found in pages[1] if not str(found[1]).startswith("t-")]


def test_names_are_kept_as_they_are(attacked: Path) -> None:
    systems: Any = meta(attacked)["systems"]
    assert sorted(system["name"] for system in systems) == sorted(NAMES)
    text = attacked.read_text(encoding="utf-8")
    assert "\u2028" not in text.split('id="stats"')[0]
    assert json.dumps(meta(attacked))  # the JSON between the elements is whole
