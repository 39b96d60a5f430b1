"""The page's own JavaScript, where a test can call it.

A page keeps its names to itself. Tests get at them in one of two ways: the files alone on an empty
page (`load`), or a report whose script hands its names out and is otherwise the same (`opened_up`).
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tests.architecture.sources import PACKAGE

if TYPE_CHECKING:
    from playwright.sync_api import Page

WEB = PACKAGE / "web"
# The end of the one function that the page's script is.
END = re.compile(r"\}\)\(\);\s*$")
SCRIPT = re.compile(r"<script(?![^>]*\btype=)[^>]*>(.*?)</script>", re.DOTALL)
NAMES = ("format", "bleu", "tokenize", "countSegment", "openData", "store", "selection", "screens")


def source(*files: str) -> str:
    """Files of the page, one behind the other, as the page has them."""
    return "\n".join((WEB / name).read_text(encoding="utf-8") for name in files)


def load(page: Page, files: list[str], names: list[str]) -> None:
    """Run files on an empty page; `names` of theirs become global."""
    body = f'"use strict"; {source(*files)}\nObject.assign(globalThis, {{{", ".join(names)}}});'
    page.evaluate("(body) => { new Function(body)(); }", body)


def sha256(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def opened_up(report: Path, names: tuple[str, ...] = NAMES) -> Path:
    """Copy a report so that `window.page` holds what its script calls `names`; the CSP follows."""
    text = report.read_text(encoding="utf-8")
    scripts = [found for found in SCRIPT.findall(text) if END.search(found)]
    script = max(scripts, key=len)
    known = '{0}: typeof {0} === "undefined" ? undefined : {0}'
    held = ", ".join(known.format(name) for name in names)
    changed = END.sub(lambda _: f"globalThis.page = {{{held}}};\n}})();\n", script)
    assert sha256(script) in text, "the page's CSP does not name its script"
    text = text.replace(sha256(script), sha256(changed)).replace(script, changed)
    path = report.with_suffix(".open.html")
    path.write_text(text, encoding="utf-8")
    return path


def meta(report: Path) -> dict[str, object]:
    """What a report says of itself, read without its own help."""
    text = report.read_text(encoding="utf-8")
    found = re.search(r'<script[^>]*\bid="meta"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert found is not None, "there is no meta"
    ready: dict[str, object] = json.loads(found[1])
    return ready
