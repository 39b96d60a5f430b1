"""HTML by calls: every text is escaped unless it was made here.

>>> print(element("p", "1 < 2", title='"'))
<p title="&quot;">1 &lt; 2</p>
"""

from __future__ import annotations

from html import escape

__all__ = ["Html", "element", "joined"]

VOID = frozenset({"br", "col", "meta", "wbr"})


class Html(str):
    """Markup that was made here, and is not escaped again."""

    __slots__ = ()


def element(name: str, /, *children: str | None, **attributes: object) -> Html:
    """An element with its children: text is escaped, `Html` stays, None is nothing.

    An attribute's underscores are hyphens, one at its end is dropped (`class_`); None and False
    leave it out, True gives it no value. Its value is escaped.
    """
    head = "".join([f"<{name}", *(_attribute(key, value) for key, value in attributes.items())])
    if name in VOID:
        return Html(f"{head}>")
    return Html(f"{head}>{joined(*children)}</{name}>")


def joined(*children: str | None) -> Html:
    """Texts and markup behind each other."""
    return Html("".join(map(_child, children)))


def _child(child: str | None) -> str:
    if child is None:
        return ""
    return child if isinstance(child, Html) else escape(child, quote=False)


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value), quote=True)}"'
