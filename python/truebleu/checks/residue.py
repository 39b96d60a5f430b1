"""What processing left behind in the text: entities, pieces of words, tokens parted by spaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from typing import TYPE_CHECKING

from truebleu.checks.kinds import Located, found
from truebleu.checks.results import Finding
from truebleu.wording import rounded_percent

if TYPE_CHECKING:
    from truebleu.checks.texts import Texts


ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")

# Byte pair encoding parts "wor@@ ds"; SentencePiece begins words with U+2581, WordPiece goes on
# with "##". A piece holds a letter or digit: U+2581 is also drawn in bars, and ## in Markdown.
BPE = re.compile(r"(?<=[^\s@])@@(?=\s|$)", re.MULTILINE)
SENTENCEPIECE = re.compile(r"(?:^|(?<=\s))\u2581+(?=[^\s\u2580-\u259f])", re.MULTILINE)
WORDPIECE = re.compile(r"(?<=\S) ##(?=\w)")
WORDPIECE_LINES = 0.02
"""A hashtag may be written with two signs; of text in pieces every other line has some."""

_WAYS = (("@@ ", "@@", BPE), ("▁", "\u2581", SENTENCEPIECE), ("##", " ##", WORDPIECE))
XML = frozenset({"&quot;", "&amp;", "&lt;", "&gt;"})

# A mark alone among spaces. French has such spaces before ! ? : and ; so only these two tell.
SPACED = re.compile(r"(?<=\S) [.,](?=\s|$)", re.MULTILINE)
MOSES = re.compile(r"(?<=\s)@[-/.,:]@(?=\s)")
SPACED_SHARE = 0.2
SPACED_LINES = 3
"""Tokenized text has a spaced mark in nearly every line, text as people write it in one of some
hundred (docs/how-to/check-data-and-ci.md has the figures)."""

LONG_LINE = 10_000
"""Characters of a line in which pairs of quotes are not looked for: that costs the square, too."""

_BEFORE = re.compile(r"\s+([.,!?;:%)\]}»”’])(?=\s|$)")
_AFTER = re.compile(r"(?:(?<=\s)|^)([(\[{«“‘$£€¿¡])\s+")
_CLITICS = re.compile(r"\s+(n't|'(?:s|re|ve|ll|d|m|t|em))(?=\s|$)", re.IGNORECASE)
_ELISIONS = re.compile(r"(?<=\w)(['’])\s+(?=\w)")
_HYPHENS = re.compile(r"\s*@([-/.,:])@\s*")
_QUOTES = re.compile(r"(?:(?<=\s)|^)([\"'])\s+(.*?)\s+\1(?=[\s.,!?;:]|$)")
_PENN = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "``": '"', "''": '"'}


def _characters(match: re.Match[str]) -> str:
    return unescape(match[0])


def unescaped(text: str) -> str:
    """The text without entities, however often it was escaped.

    >>> unescaped("He said: &amp;quot;1 &lt; 2&amp;quot;")
    'He said: "1 < 2"'
    """
    for _ in range(3):
        if "&" not in text:
            break
        text = ENTITY.sub(_characters, text)
    return text


def joined_words(text: str) -> str:
    """The text with pieces of words put together.

    >>> joined_words("un@@ believ@@ able"), joined_words("▁un believ able ▁it ▁is")
    ('unbelievable', 'unbelievable it is')
    """
    if SENTENCEPIECE.search(text):
        return text.replace(" ", "").replace("\u2581", " ").strip()
    text = re.sub(r"@@(?:\s+|$)", "", text)
    return re.sub(r"(?<=\S) ##(?=\w)", "", text)


def detokenized(text: str) -> str:
    """The text about as people write it: enough to tell what tokens parted by spaces cost.

    >>> detokenized("It is n't well @-@ known ( yet ) .")
    "It isn't well-known (yet)."
    """
    text = " ".join(text.split())  # a long run of spaces would cost its square
    for mark, written in _PENN.items():
        if mark in text:
            text = text.replace(mark, written)
    text = _HYPHENS.sub(r"\1", text)
    if len(text) < LONG_LINE:
        text = _QUOTES.sub(r"\1\2\1", text)
    text = _CLITICS.sub(r"\1", text)
    text = _ELISIONS.sub(r"\1", text)
    text = _AFTER.sub(r"\1", text)
    return _BEFORE.sub(r"\1", _BEFORE.sub(r"\1", text))


REPAIRS: dict[str, Callable[[str], str]] = {
    "escaped": unescaped,
    "subwords": joined_words,
    "spaced_punctuation": detokenized,
}
"""How each fault is mended in a segment, to tell what it costs."""


def residue_findings(texts: Texts) -> Iterator[Located]:
    """What processing left in a stream."""
    yield from _entities(texts)
    yield from _subwords(texts)
    yield from _spaced(texts)


def residue_of_lines(name: str, lines: Sequence[str]) -> Iterator[Finding]:
    """Pieces of words and entities in a few lines, without a word on how many there are in all."""
    for what, _, pattern in _WAYS[:2]:
        places = [place for place, line in enumerate(lines) if pattern.search(line)]
        if places:
            yield found("subwords", name, places, what=f'"{what}"').finding
    # 13a takes off the four entities of XML by itself.
    matches = [
        (place, match[0]) for place, line in enumerate(lines) for match in ENTITY.finditer(line)
    ]
    left = [(place, text) for place, text in matches if text not in XML and unescape(text) != text]
    if left:
        places = sorted({place for place, _ in left})
        what = _several([text for _, text in left])
        yield found("escaped", name, places, what=what).finding


def _entities(texts: Texts) -> Iterator[Located]:
    if not texts.has("&"):
        return
    matches = [match for match in ENTITY.finditer(texts.joined) if unescape(match[0]) != match[0]]
    places = texts.segments_at([match.start() for match in matches])
    if places:
        yield found(
            "escaped",
            texts.name,
            places,
            excerpt=texts.excerpt(places[0], ENTITY),
            what=_several([match[0] for match in matches]),
        )


def _subwords(texts: Texts) -> Iterator[Located]:
    """Pieces of words, of whichever kind the text has."""
    for what, mark, pattern in _WAYS:
        if not texts.has(mark):
            continue
        places = texts.places(pattern)
        if pattern is WORDPIECE and len(places) < max(2, WORDPIECE_LINES * len(texts)):
            continue
        if places:
            excerpt = texts.excerpt(places[0], pattern)
            yield found("subwords", texts.name, places, excerpt=excerpt, what=f'"{what}"')
            return


def _spaced(texts: Texts) -> Iterator[Located]:
    moses = texts.places(MOSES) if texts.has("@") else []
    enough = max(SPACED_SHARE * len(texts), min(SPACED_LINES, len(texts)))
    # Counting is many times as fast as the pattern, and seldom gives enough.
    some = texts.joined.count(" .") + texts.joined.count(" ,")
    spaced = texts.places(SPACED) if some >= enough > 0 else []
    if len(spaced) < enough:
        spaced = []
    places = sorted({*moses, *spaced})
    if not places:
        return
    marks = ['spaces before " ."'] if spaced else []
    marks += [f'"{_several([MOSES.findall(texts.joined)[0]])}"'] if moses else []
    pattern = SPACED if spaced else MOSES
    yield found(
        "spaced_punctuation",
        texts.name,
        places,
        excerpt=texts.excerpt(places[0], pattern),
        what=" and ".join(marks),
        share=rounded_percent(len(places) / len(texts)),
    )


def _several(found_texts: Sequence[str]) -> str:
    """The most frequent three."""
    from collections import Counter

    return ", ".join(text for text, _ in Counter(found_texts).most_common(3))
