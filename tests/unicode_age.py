"""Code points that two programs may treat differently because of their Unicode versions.

truebleu's lowercasing uses the version `UNICODE_VERSION`, sacreBLEU's that of the running Python.
The categories of intl come from the installed `regex` package. Code points that the older version
does not assign are not compared; nothing else is left out.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import regex

from tests.generators import Corpus
from truebleu import _native

OURS = tuple(int(part) for part in _native.UNICODE_VERSION.split("."))
PYTHONS = tuple(int(part) for part in unicodedata.unidata_version.split("."))
# For each version a code point that it added; the newest one that regex assigns gives its version.
FIRST_OF_VERSION = {(14, 0, 0): "\u061d", (15, 0, 0): "\U0001f6dc", (16, 0, 0): "\u1c89"}
FIRST_OF_VERSION |= {(17, 0, 0): "\u20c1"}


def assigned_for_regex(character: str) -> bool:
    return regex.match(r"\P{Cn}", character) is not None


def regex_version() -> tuple[int, ...]:
    versions = [v for v, first in FIRST_OF_VERSION.items() if assigned_for_regex(first)]
    return max(versions, default=(0, 0, 0))


@cache
def unknown_to_python() -> frozenset[str]:
    """Return the characters that the running Python may lowercase differently.

    They are unassigned in Python's Unicode version, or have another category there. The category
    matters next to a sigma, whose lowercase form depends on cased letters and skipped marks.
    """
    if PYTHONS == OURS:
        return frozenset()
    by_category: dict[str, list[str]] = {}
    for character in map(chr, range(sys.maxunicode + 1)):
        by_category.setdefault(unicodedata.category(character), []).append(character)
    differing = set(by_category.pop("Cn"))
    for category, characters in by_category.items():
        differing.update(regex.findall(rf"\P{{{category}}}", "".join(characters)))
    return frozenset(differing)


@cache
def unknown_to_regex() -> frozenset[str]:
    """Return the characters that the `regex` package does not assign, if its version differs."""
    if regex_version() == OURS:
        return frozenset()
    all_characters = "".join(map(chr, range(sys.maxunicode + 1)))
    return frozenset(regex.findall(r"\p{Cn}", all_characters))


@cache
def unknown(tokenizer: str, lowercase: bool) -> frozenset[str]:
    """Return the characters that the programs may treat differently with these settings."""
    characters: frozenset[str] = unknown_to_python() if lowercase else frozenset()
    by_category = "intl" in tokenizer or tokenizer == "words"
    return characters | unknown_to_regex() if by_category else characters


def comparable(text: str, *, tokenizer: str, lowercase: bool) -> str:
    """Return the text without the characters that the programs may treat differently."""
    left_out = unknown(tokenizer, lowercase)
    if left_out.isdisjoint(text):
        return text
    return "".join(c for c in text if c not in left_out)


def comparable_corpus(corpus: Corpus, *, tokenizer: str, lowercase: bool) -> Corpus:
    """Return the corpus without the characters that the programs may treat differently."""

    def clean(text: str) -> str:
        return comparable(text, tokenizer=tokenizer, lowercase=lowercase)

    return Corpus(
        [clean(text) for text in corpus.hypotheses],
        [
            [None if text is None else clean(text) for text in references]
            for references in corpus.references
        ],
    )
