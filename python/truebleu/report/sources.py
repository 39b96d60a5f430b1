"""The page's own program and style: files of the package, put together in the manifest's order."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.abc import Traversable

__all__ = ["Sources", "page_sources", "policy"]

WEB = "web"


class Sources:
    """The page's `script`, `style`, and the `worker`'s script."""

    def __init__(self, script: str, style: str, worker: str) -> None:
        self.script = script
        self.style = style
        self.worker = worker


@cache
def page_sources(*, serve: bool = False) -> Sources:
    """The program and the style; `serve`: of the page that a server hands out."""
    folder = files("truebleu") / WEB
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    *scripts, last = manifest["scripts"]
    names = [*scripts, *(manifest.get("serve", []) if serve else []), last]
    return Sources(
        _program(folder, names),
        "\n".join(_texts(folder, manifest["styles"])),
        _program(folder, manifest["worker"]),
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


def _program(folder: Traversable, names: list[str]) -> str:
    """Files in one function, so that they see each other's names and nobody else does."""
    body = "\n".join(_texts(folder, names))
    return f'(() => {{\n"use strict";\n{body}\n}})();'


def _texts(folder: Traversable, names: list[str]) -> list[str]:
    return [(folder / name).read_text("utf-8") for name in names if (folder / name).is_file()]
