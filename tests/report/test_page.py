"""The page's HTML: texts and names are escaped, and the security policy allows one script."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from itertools import pairwise

import pytest

from tests.news import REFERENCE, SYSTEMS
from tests.report.making import make_report
from tests.report.reading import Report
from tests.report.web.attacks import MARKUP, NAMES, SEGMENTS
from truebleu.display.html import Html, element, joined
from truebleu.report.page import json_in_html

TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "div", "ul", "li",
    "details", "summary", "section", "table", "caption", "thead", "tbody", "tr", "th", "td", "bdi",
    "span", "strong", "abbr", "code", "pre", "dl", "dt", "dd", "svg", "g", "line", "rect", "circle",
    "text", "path", "pattern", "defs", "figure", "noscript", "script", "wbr",
}  # fmt: skip


@pytest.fixture(scope="module")
def attacked() -> Report:
    """Return a report in which all texts and names are hostile."""
    texts = list(SEGMENTS)
    systems = {name: texts[place:] + texts[:place] for place, name in enumerate(NAMES)}
    return make_report(
        systems,
        texts,
        source=texts,
        documents=[f"{text}{place % 3}" for place, text in enumerate(SEGMENTS)],
        title=MARKUP[1],
        reference_names=[MARKUP[2]],
        files=NAMES,
    )


def test_hostile_texts_are_escaped(attacked: Report) -> None:
    assert {tag for tag, _ in attacked.page.elements} <= TAGS
    names = {attribute for _, attributes in attacked.page.elements for attribute in attributes}
    assert not [name for name in names if name.startswith("on") or name in {"style", "src", "href"}]
    assert [meta["name"] for meta in attacked.meta["systems"]] == list(NAMES)
    assert attacked.meta["title"] == MARKUP[1]
    assert [segment[0] for segment in attacked.segments()] == list(SEGMENTS)


def test_only_one_script_runs_and_the_policy_has_its_hash(attacked: Report) -> None:
    running = [text for attributes, text in attacked.page.scripts if "type" not in attributes]
    (program,) = running
    (style,) = attacked.page.styles
    first = next(attributes for tag, attributes in attacked.page.elements if tag == "meta")
    assert first["http-equiv"] == "Content-Security-Policy"
    policy = dict(part.split(" ", 1) for part in (first["content"] or "").split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == f"'{hashed(program)}'"
    assert policy["style-src"] == f"'{hashed(style)}'"
    assert policy["connect-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["require-trusted-types-for"] == "'script'"


def hashed(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def test_data_are_in_blocks_that_do_not_run(attacked: Report) -> None:
    kinds = {attributes.get("type") for attributes, _ in attacked.page.scripts}
    assert kinds == {None, "application/json", "application/octet-stream", "text/plain"}


def test_json_in_a_page_cannot_end_its_block() -> None:
    texts = list(SEGMENTS)
    written = json_in_html(texts)
    assert json.loads(written) == texts
    assert not re.search("[<>&\u2028\u2029]", written)


def test_elements_escape_their_content() -> None:
    made_of = element("a", "1 < 2 & 3", Html("<br>"), None, title='"<', hidden=True, x=None)
    assert made_of == '<a title="&quot;&lt;" hidden>1 &lt; 2 &amp; 3<br></a>'
    assert joined("<", element("br")) == "&lt;<br>"


def test_headings_are_nested_and_charts_have_labels() -> None:
    report = make_report(SYSTEMS, REFERENCE)
    levels = [int(tag[1]) for tag, _ in report.page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    charts = [attributes for tag, attributes in report.page.elements if tag == "svg"]
    assert charts
    for attributes in charts:
        assert attributes.get("aria-label") or attributes.get("aria-hidden") == "true"


@pytest.mark.parametrize(("text", "tokens"), [("", 0), (" ", 0), ("\ufeff", 1)])
def test_segments_without_tokens_or_with_an_invisible_one(text: str, tokens: int) -> None:
    found = make_report({"one": [text, text], "two": [text, "a"]}, [text, text])
    assert [system["value"] for system in found.meta["systems"]] == [0.0, 0.0]
    assert found.column("hyp/0").tolist() == [tokens] * 2


def test_lone_surrogates_in_a_source() -> None:
    report = make_report(
        {"one": ["a", "b"]}, ["a", "b"], source=["\ud800", "\udfff x"], checks=False
    )
    assert [segment[0] for segment in report.segments()] == ["?", "? x"]
