"""Rules for the page's source files, and the linker."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.in_one_test import in_one_test
from truebleu.report.linker import WEB, link, link_styles, minify, page_sources, parse

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
# The server's page sends requests to its server, only from these files.
MAY_FETCH = ("serve/", "core/transport.js")


def files(suffix: str) -> list[str]:
    return sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob(f"*.{suffix}"))


SCRIPTS, STYLES = files("js"), files("css")


def source(name: str) -> str:
    return (WEB / name).read_text(encoding="utf-8")


def without_comments(text: str) -> str:
    """Replace comments by spaces, because they may name what the code must not use."""
    return re.sub(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_source_turns_text_into_markup_or_code(what: str) -> None:
    found = {name: re.findall(FORBIDDEN[what], without_comments(source(name))) for name in SCRIPTS}
    assert {name: each for name, each in found.items() if each} == {}


@in_one_test("name", SCRIPTS)
def test_only_the_servers_page_sends_requests(name: str) -> None:
    if not name.startswith(MAY_FETCH):
        assert not re.search(r"\bfetch\s*\(|\bEventSource\b", without_comments(source(name)))


@pytest.mark.parametrize("name", STYLES)
def test_styles_load_no_resources(name: str) -> None:
    text = re.sub(r'@import "\./\w+\.css";', "", without_comments(source(name)))
    assert not re.search(r"@import|url\((?!\s*[\"']?(?:data:|#))", text)


@in_one_test("name", [*SCRIPTS, *STYLES])
def test_files_can_be_minified(name: str) -> None:
    """The minifier works line by line, so no line may be inside a string or a comment."""
    inside = False
    for line in map(str.strip, source(name).split("\n")):
        inside = inside or line.startswith("/*")
        assert not inside or "*/" not in line[:-2]
        inside = inside and not line.endswith("*/")
        remainder = re.sub(
            r"\\.|/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[*])+/[a-z]*(?=[.,;)])|\"[^\"]*\"", "", line
        )
        assert inside or line.startswith("//") or remainder.count("`") % 2 == 0, line
        assert not line.endswith("\\")
    assert not inside


@pytest.mark.parametrize("serve", [False, True])
def test_the_page_has_every_line_of_code(serve: bool) -> None:
    sources = page_sources(serve=serve)
    for name in STYLES if serve else ():
        rules = re.sub(r'@import "[^"]*";', "", minify(source(name))).strip()
        assert rules in sources.style, name
    for name in SCRIPTS:
        if name.startswith("serve/") and not serve:
            continue
        code = "\n".join(parse(source(name), name).lines)
        assert code in sources.script or name in ENTRIES, name


ENTRIES = ("shell/main.js", "scoring/worker.js")


def test_equal_files_give_equal_bytes() -> None:
    made = page_sources()
    assert (made.script, made.worker) == (link("shell/main.js"), link("scoring/worker.js"))
    assert made.style == link_styles("styles/page.css")


WRONG = {
    "imports in a circle: data/a.js > data/b.js > data/a.js": {
        "data/a.js": 'import { b } from "./b.js";\nexport const a = 1;',
        "data/b.js": 'import { a } from "./a.js";\nexport const b = 1;',
    },
    "data/a.js imports pane/b.js, which is in a folder above its own": {
        "data/a.js": 'import { b } from "../pane/b.js";',
        "pane/b.js": "export const b = 1;",
    },
    "data/a.js imports b, which core/b.js does not export": {
        "data/a.js": 'import { b } from "../core/b.js";',
        "core/b.js": "const b = 1;",
    },
    "data/a.js: not a named import at the top, or a named export: export default a;": {
        "data/a.js": "export default a;"
    },
    'data/a.js: not a named import at the top, or a named export: import { b } from "./b.js";': {
        "data/a.js": 'const a = 1;\nimport { b } from "./b.js";'
    },
}


@pytest.mark.parametrize("message", WRONG)
def test_modules_that_cannot_be_linked_are_refused(message: str, tmp_path: Path) -> None:
    for name, text in WRONG[message].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        link("data/a.js", web=tmp_path)


def test_files_follow_their_imports(tmp_path: Path) -> None:
    for name, text in {
        "core/a.js": "/** One. */\nexport const a = 1;\n",
        "data/b.js": 'import { a } from "../core/a.js";\n\nexport const b = a;\n',
        "data/c.js": 'import { a } from "../core/a.js";\nimport { b } from "./b.js";\n\nf(a, b);\n',
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert link("data/c.js", web=tmp_path).split("\n") == [
        "(() => {", '"use strict";',
        "const core_a = (() => {", "const a = 1;", "return { a };", "})();",
        "const data_b = (() => {", "const { a } = core_a;", "const b = a;", "return { b };",
        "})();",
        "(() => {", "const { a } = core_a;", "const { b } = data_b;", "f(a, b);", "})();",
        "})();",
    ]  # fmt: skip
