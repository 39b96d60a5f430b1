"""Access to the page's JavaScript for tests.

The page's script has no global names. `load` runs some modules on an empty page. `opened_up` copies
a report whose script exposes names.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from truebleu.report.linker import WEB, link, parse, variable

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The end of the function that is the page's whole script.
END = re.compile(r"\}\)\(\);\s*$")
SCRIPT = re.compile(r"<script(?![^>]*\btype=)[^>]*>(.*?)</script>", re.DOTALL)
NAMES = ("format", "bleu", "openData", "store", "selection", "screens")


@cache
def modules() -> dict[str, str]:
    """Return the file that exports each name."""
    paths = [path.relative_to(WEB).as_posix() for path in sorted(WEB.rglob("*.js"))]
    return {
        name: path
        for path in paths
        for name in parse((WEB / path).read_text(encoding="utf-8"), path).exports
    }


def load(page: Page, names: list[str]) -> None:
    """Run the modules that export `names` on an empty page, where the names become global."""
    paths = {name: modules()[name] for name in names}
    members = ", ".join(f"{name}: {variable(path)}.{name}" for name, path in paths.items())
    script = link(*paths.values(), last=f"Object.assign(globalThis, {{{members}}});")
    page.evaluate("(script) => { new Function(script)(); }", script)


def sha256(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def opened_up(report: Path, names: tuple[str, ...] = NAMES) -> Path:
    """Copy a report, such that `window.page` has what its modules export as `names`."""
    text = report.read_text(encoding="utf-8")
    scripts = [found for found in SCRIPT.findall(text) if END.search(found)]
    script = max(scripts, key=len)
    paths = {name: modules()[name] for name in names}
    members = ", ".join(f"{name}: {variable(path)}.{name}" for name, path in paths.items())
    changed = END.sub(lambda _: f"globalThis.page = {{{members}}};\n}})();\n", script)
    assert sha256(script) in text, "the page's CSP does not name its script"
    text = text.replace(sha256(script), sha256(changed)).replace(script, changed)
    path = report.with_suffix(".open.html")
    path.write_text(text, encoding="utf-8")
    return path


def meta(report: Path) -> dict[str, object]:
    """Return the metadata of a report, parsed without the package."""
    text = report.read_text(encoding="utf-8")
    match = re.search(r'<script[^>]*\bid="meta"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert match is not None, "the report has no metadata"
    metadata: dict[str, object] = json.loads(match[1])
    return metadata
