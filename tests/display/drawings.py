"""Texts of SVG drawings."""

from __future__ import annotations

import html
import re


def texts_of(drawing: str) -> list[str]:
    """Return the lines of text in an SVG drawing, of which there is at least one."""
    texts = [html.unescape(text) for text in re.findall(r">([^<>]+)</t(?:ext|span)>", drawing)]
    assert texts, "the drawing has no text"
    return texts
