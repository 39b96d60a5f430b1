"""Pieces of text for a person to look at: in one line, with nothing in them that is not seen."""

from __future__ import annotations

__all__ = ["excerpt", "tamed", "visible"]

AROUND = 30
"""Characters of an excerpt on either side of what it shows."""

UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
"""The categories of characters that are not seen, or end a line."""


def excerpt(text: str, span: tuple[int, int] | None = None) -> str:
    """The text around a span of characters, or its begin, in one line, all characters visible."""
    span = span or (0, AROUND)
    first, last = max(0, span[0] - AROUND), span[1] + AROUND
    return f"{'…' if first else ''}{visible(text[first:last])}{'…' if last < len(text) else ''}"


def visible(text: str) -> str:
    r"""The text with `<U+200B>` for each character that cannot be seen, or that ends a line.

    >>> visible("a\u200bb\u2028"), visible("天 é")
    ('a<U+200B>b<U+2028>', '天 é')
    """
    if text.isprintable():  # spaces other than U+0020 are not
        return text
    return "".join(map(_visible, text))


def tamed(text: str) -> str:
    r"""The text with `<U+001B>` for each control character that a terminal obeys.

    Tabs and line ends stay: they are what lines and tables are made of.

    >>> tamed("a\x1b[2J\tb\u200b\n"), tamed("c\x85\r")
    ('a<U+001B>[2J\tb\u200b\n', 'c<U+0085><U+000D>')
    """
    return text if text.isprintable() else text.translate(_ORDERS)


_ORDERS = {
    code: f"<U+{code:04X}>"
    for code in (*range(0x20), *range(0x7F, 0xA0))
    if code not in {ord("\t"), ord("\n")}
}


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    from unicodedata import category

    return f"<U+{ord(letter):04X}>" if category(letter) in UNSEEN else letter
