"""The static files of the server: a page without data, its script and its style.

They are sent to every client. Only requests for data require the token.
"""

from __future__ import annotations

from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

from truebleu.display.html import Html, element
from truebleu.report.linker import page_sources


class Assets:
    """The static files of the server.

    `shell` is the HTML of the page, as bytes. `files` are the files that the page loads: a dict
    from file name to (content, content type).
    """

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
        element("noscript", element("p", "This page requires JavaScript.")),
        element("main", id="overview"),
        Html(f'<script type="text/plain" id="worker-source">{worker}</script>'),
    ]
    lines = "\n".join
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{lines(head)}\n</head>\n'
        f"<body>\n{lines(body)}\n</body>\n</html>\n"
    )


# The page gets the overview as a tree and creates the elements: it never parses markup


# HTMLParser lowercases all names, but these SVG names are case-sensitive.
CAPITALS = {
    name.lower(): name
    for name in (
        "viewBox", "preserveAspectRatio", "clipPath", "clipPathUnits", "gradientUnits",
        "linearGradient", "markerHeight", "markerUnits", "markerWidth", "patternUnits", "refX",
        "refY", "textLength", "textPath",
    )
}  # fmt: skip
VOID = frozenset({"br", "col", "hr", "img", "input", "meta", "wbr"})


def tree(html: str) -> list[Any]:
    """Parse HTML of the report into nested lists.

    An element becomes a list: its name, a dict of its attributes, and a list of its children. Text
    becomes a str.

    >>> tree('<p class="a">1 &lt; <b>2</b><br></p>')
    [['p', {'class': 'a'}, ['1 < ', ['b', {}, ['2']], ['br', {}, []]]]]
    """
    parser = _Tree()
    parser.feed(html)
    parser.close()
    return parser.top


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.top: list[Any] = []
        self._open: list[tuple[str, list[Any]]] = [("", self.top)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        children = self._add(tag, attrs)
        if tag not in VOID:
            self._open.append((tag, children))

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> list[Any]:
        children: list[Any] = []
        attributes = {CAPITALS.get(name, name): value or "" for name, value in attrs}
        self._open[-1][1].append([CAPITALS.get(tag, tag), attributes, children])
        return children

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1][1].append(data)
