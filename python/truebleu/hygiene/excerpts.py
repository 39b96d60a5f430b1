"""Pieces of text for a person to look at: in one line, with nothing in them that is not seen."""

from __future__ import annotations

__all__ = ["excerpt", "visible"]

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


def _visible(letter: str) -> str:
    if letter.isprintable():
        return letter
    from unicodedata import category

    return f"<U+{ord(letter):04X}>" if category(letter) in UNSEEN else letter
