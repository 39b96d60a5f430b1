"""Code points on which two programs may differ because they know different versions of Unicode.

truebleu's lower-casing has the version `UNICODE_VERSION`, sacreBLEU's that of the running Python;
the categories that intl asks for come from the installed `regex` package. Code points that the
older of the two does not know are not compared, and nothing else is left out.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import regex

from truebleu import _native

OURS = tuple(int(part) for part in _native.UNICODE_VERSION.split("."))
PYTHONS = tuple(int(part) for part in unicodedata.unidata_version.split("."))
# One code point that each version was the first to assign; the last one known is regex's version.
FIRST_OF_VERSION = {(14, 0, 0): "\u061d", (15, 0, 0): "\U0001f6dc", (16, 0, 0): "\u1c89"}
FIRST_OF_VERSION |= {(17, 0, 0): "\u20c1"}


def assigned_for_regex(character: str) -> bool:
    return regex.match(r"\P{Cn}", character) is not None


def regex_version() -> tuple[int, ...]:
    known = [v for v, first in FIRST_OF_VERSION.items() if assigned_for_regex(first)]
    return max(known, default=(0, 0, 0))


@cache
def unknown_to_python() -> frozenset[str]:
    """What the running Python may lower-case differently: unassigned there, or of another category.

    Next to a sigma it matters whether a letter has case and whether a mark is skipped. A handful of
    code points have moved from one category to another since they were assigned.
    """
    if PYTHONS == OURS:
        return frozenset()
    by_category: dict[str, list[str]] = {}
    for character in map(chr, range(sys.maxunicode + 1)):
        by_category.setdefault(unicodedata.category(character), []).append(character)
    found = set(by_category.pop("Cn"))
    for category, characters in by_category.items():
        found.update(regex.findall(rf"\P{{{category}}}", "".join(characters)))
    return frozenset(found)


@cache
def unknown_to_regex() -> frozenset[str]:
    """What may be of another category: unassigned for a regex package of another version."""
    if regex_version() == OURS:
        return frozenset()
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    return frozenset(regex.findall(r"\p{Cn}", every))


@cache
def unknown(tokenizer: str, lowercase: bool) -> frozenset[str]:
    """What may differ under these settings."""
    found: frozenset[str] = unknown_to_python() if lowercase else frozenset()
    by_category = "intl" in tokenizer or tokenizer == "words"
    return found | unknown_to_regex() if by_category else found


def comparable(text: str, *, tokenizer: str, lowercase: bool) -> str:
    """The text without the code points that may differ."""
    left_out = unknown(tokenizer, lowercase)
    if left_out.isdisjoint(text):
        return text
    return "".join(c for c in text if c not in left_out)
