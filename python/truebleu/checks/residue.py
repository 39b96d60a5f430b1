"""Checks for traces of preprocessing: HTML entities, subwords and tokenized text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from typing import TYPE_CHECKING

from truebleu.checks.kinds import Located, make_finding
from truebleu.checks.results import Finding
from truebleu.wording import rounded_percent

if TYPE_CHECKING:
    from truebleu.checks.texts import Texts


ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")

# BPE writes "wor@@ ds"; SentencePiece starts words with U+2581, WordPiece continues them with "##".
# A subword has a letter or digit: U+2581 also occurs in bars, and ## in Markdown.
BPE = re.compile(r"(?<=[^\s@])@@(?=\s|$)", re.MULTILINE)
SENTENCEPIECE = re.compile(r"(?:^|(?<=\s))\u2581+(?=[^\s\u2580-\u259f])", re.MULTILINE)
WORDPIECE = re.compile(r"(?<=\S) ##(?=\w)")
WORDPIECE_LINES = 0.02
"""Minimum share of lines with ##. Hashtags also have ##, but text in subwords has it in about half
of its lines."""

_SUBWORD_MARKS = (("@@ ", "@@", BPE), ("▁", "\u2581", SENTENCEPIECE), ("##", " ##", WORDPIECE))
XML = frozenset({"&quot;", "&amp;", "&lt;", "&gt;"})

# Spaces around a period or a comma. French text has spaces before ! ? : and ;
SPACED = re.compile(r"(?<=\S) [.,](?=\s|$)", re.MULTILINE)
MOSES = re.compile(r"(?<=\s)@[-/.,:]@(?=\s)")
SPACED_SHARE = 0.2
SPACED_LINES = 3
"""Minimum number of lines with spaced punctuation. Tokenized text has it in nearly every line, and
detokenized text in about one of a hundred lines."""

LONG_LINE = 10_000
"""Line length from which quotation marks are not paired, because pairing takes quadratic time."""

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
    """Return the text with HTML entities decoded.

    Entities that were escaped two or three times are also decoded.

    >>> unescaped("He said: &amp;quot;1 &lt; 2&amp;quot;")
    'He said: "1 < 2"'
    """
    for _ in range(3):
        if "&" not in text:
            break
        text = ENTITY.sub(_characters, text)
    return text


def joined_words(text: str) -> str:
    """Return the text with its subwords joined into words.

    >>> joined_words("un@@ believ@@ able"), joined_words("▁un believ able ▁it ▁is")
    ('unbelievable', 'unbelievable it is')
    """
    if SENTENCEPIECE.search(text):
        return text.replace(" ", "").replace("\u2581", " ").strip()
    text = re.sub(r"@@(?:\s+|$)", "", text)
    return re.sub(r"(?<=\S) ##(?=\w)", "", text)


def detokenized(text: str) -> str:
    """Return an approximate detokenization of a text.

    It is used to estimate how much the score changes with detokenized text.

    >>> detokenized("It is n't well @-@ known ( yet ) .")
    "It isn't well-known (yet)."
    """
    text = " ".join(text.split())  # long runs of spaces would take quadratic time
    for mark, bracket in _PENN.items():
        if mark in text:
            text = text.replace(mark, bracket)
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
"""Functions that repair a segment, by kind of issue. They are used to compute the score impact."""


def residue_findings(texts: Texts) -> Iterator[Located]:
    """Yield findings about traces of preprocessing in `texts`."""
    yield from _entities(texts)
    yield from _subwords(texts)
    yield from _spaced(texts)


def residue_of_lines(name: str, lines: Sequence[str]) -> Iterator[Finding]:
    """Yield findings about subwords and HTML entities in some lines of a text.

    `name` is the name of the text. The entities &quot; &amp; &lt; &gt; are not reported, because
    the tokenizer 13a decodes them.
    """
    for label, _, pattern in _SUBWORD_MARKS[:2]:
        places = [i for i, line in enumerate(lines) if pattern.search(line)]
        if places:
            yield make_finding("subwords", name, places, what=f'"{label}"').finding
    # 13a replaces the four XML entities.
    matches = [(i, match[0]) for i, line in enumerate(lines) for match in ENTITY.finditer(line)]
    remaining = [(i, text) for i, text in matches if text not in XML and unescape(text) != text]
    if remaining:
        places = sorted({i for i, _ in remaining})
        label = _several([text for _, text in remaining])
        yield make_finding("escaped", name, places, what=label).finding


def _entities(texts: Texts) -> Iterator[Located]:
    if not texts.has("&"):
        return
    matches = [match for match in ENTITY.finditer(texts.joined) if unescape(match[0]) != match[0]]
    places = texts.segments_at([match.start() for match in matches])
    if places:
        yield make_finding(
            "escaped",
            texts.name,
            places,
            excerpt=texts.excerpt(places[0], ENTITY),
            what=_several([match[0] for match in matches]),
        )


def _subwords(texts: Texts) -> Iterator[Located]:
    """Yield a finding if a text contains subwords of BPE, SentencePiece or WordPiece.

    There is at most one finding. It is about the first of these types that occurs in the text.
    """
    for label, mark, pattern in _SUBWORD_MARKS:
        if not texts.has(mark):
            continue
        places = texts.places(pattern)
        if pattern is WORDPIECE and len(places) < max(2, WORDPIECE_LINES * len(texts)):
            continue
        if places:
            excerpt = texts.excerpt(places[0], pattern)
            yield make_finding("subwords", texts.name, places, excerpt=excerpt, what=f'"{label}"')
            return


def _spaced(texts: Texts) -> Iterator[Located]:
    moses = texts.places(MOSES) if texts.has("@") else []
    minimum = max(SPACED_SHARE * len(texts), min(SPACED_LINES, len(texts)))
    # Counting is much faster than the pattern, and rarely reaches the minimum.
    candidates = texts.joined.count(" .") + texts.joined.count(" ,")
    spaced = texts.places(SPACED) if candidates >= minimum > 0 else []
    if len(spaced) < minimum:
        spaced = []
    places = sorted({*moses, *spaced})
    if not places:
        return
    marks = ['spaces before " ."'] if spaced else []
    marks += [f'"{_several([MOSES.findall(texts.joined)[0]])}"'] if moses else []
    pattern = SPACED if spaced else MOSES
    yield make_finding(
        "spaced_punctuation",
        texts.name,
        places,
        excerpt=texts.excerpt(places[0], pattern),
        what=" and ".join(marks),
        share=rounded_percent(len(places) / len(texts)),
    )


def _several(texts: Sequence[str]) -> str:
    """Return the three most frequent of the texts, separated by commas."""
    from collections import Counter

    return ", ".join(text for text, _ in Counter(texts).most_common(3))
