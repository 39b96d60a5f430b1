"""The static overview as a tree, which the page builds element by element: never as markup."""

from __future__ import annotations

from html.parser import HTMLParser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["tree"]

# HTML's parser gives names in lower case; in SVG these have capitals.
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
    """The elements of some HTML of our own: texts, and lists of name, attributes and children.

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
        given = {CAPITALS.get(name, name): value or "" for name, value in attrs}
        self._open[-1][1].append([CAPITALS.get(tag, tag), given, children])
        return children

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1][1].append(data)
