"""The page's own program and style: files of the package, put together in the manifest's order.

A report carries them, so comments that have lines of their own and indentation stay behind; all
else is as it stands in the package, line for line.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

__all__ = ["Sources", "page_sources", "policy"]

WEB = Path(__file__).parent.parent / "web"


class Sources:
    """The page's `script`, `style`, and the `worker`'s script."""

    def __init__(self, script: str, style: str, worker: str) -> None:
        self.script = script
        self.style = style
        self.worker = worker


@cache
def page_sources(*, serve: bool = False) -> Sources:
    """The program and the style; `serve`: of the page that a server hands out."""
    manifest = json.loads((WEB / "manifest.json").read_text("utf-8"))
    *scripts, last = manifest["scripts"]
    names = [*scripts, *(manifest["serve"] if serve else []), last]
    styles = [*manifest["styles"], *(manifest["serve_styles"] if serve else [])]
    return Sources(
        _program(names),
        "\n".join(_texts(styles)),
        _program(manifest["worker"]),
    )


def policy(style: str, script: str) -> str:
    """What the page may do: run this script, show this style, and nothing from elsewhere."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "worker-src blob:",
            "img-src data: blob:",
            "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types truebleu",
        ]
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _program(names: list[str]) -> str:
    """Files in one function, so that they see each other's names and nobody else does."""
    body = "\n".join(_texts(names))
    return f'(() => {{\n"use strict";\n{body}\n}})();'


def _texts(names: list[str]) -> list[str]:
    return [lean((WEB / name).read_text("utf-8")) for name in names]


def lean(source: str) -> str:
    r"""A program or a style without comment lines, empty lines and indentation.

    No text may reach over a line end, and nothing may follow a comment in its last line: tests
    look for both.

    >>> print(lean("/** What\n * it is. */\nconst a = 1;\n\n  // why\n  f(a); // there"))
    const a = 1;
    f(a); // there
    """
    kept, inside = [], False
    for line in map(str.strip, source.split("\n")):
        comment = inside or line.startswith("/*")
        inside = comment and "*/" not in line
        if line and not comment and not line.startswith("//"):
            kept.append(line)
    return "\n".join(kept)
