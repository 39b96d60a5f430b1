"""The page that the server hands out: a shell without data, its program and its style.

Whoever asks gets these, for nothing in them is secret; the data need the token.
"""

from __future__ import annotations

from hashlib import sha256

from truebleu.report.elements import Html, element
from truebleu.report.sources import page_sources

__all__ = ["Assets"]


class Assets:
    """The `shell` (HTML), and the files it loads by their paths: bytes and content type."""

    def __init__(self) -> None:
        sources = page_sources(serve=True)
        self.files: dict[str, tuple[bytes, str]] = {}
        script = self._add("app", "js", "text/javascript", sources.script)
        style = self._add("app", "css", "text/css", sources.style)
        self.shell = _shell(script, style, sources.worker).encode()

    def _add(self, name: str, ending: str, kind: str, text: str) -> str:
        content = text.encode()
        path = f"{name}-{sha256(content).hexdigest()[:16]}.{ending}"
        self.files[path] = content, f"{kind}; charset=utf-8"
        return f"/static/{path}"


def _shell(script: str, style: str, worker: str) -> str:
    head = [
        Html('<meta charset="utf-8">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", "truebleu"),
        Html(f'<link rel="stylesheet" href="{style}">'),
        Html('<link rel="icon" href="data:,">'),
        Html(f'<script defer src="{script}"></script>'),
    ]
    body = [
        element("noscript", element("p", "Without JavaScript there is nothing here to see.")),
        element("main", id="overview"),
        Html(f'<script type="text/plain" id="worker-source">{worker}</script>'),
    ]
    lines = "\n".join
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{lines(head)}\n</head>\n'
        f"<body>\n{lines(body)}\n</body>\n</html>\n"
    )
