"""Characters that people do not write, or that tools read in different ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from unicodedata import is_normalized, normalize

from truebleu.checks.kinds import Located, found
from truebleu.checks.results import NOTE

if TYPE_CHECKING:
    from truebleu.checks.texts import Texts


SEPARATORS = {
    "\n": "a line end inside a segment",
    "\r": "a carriage return (\\r)",
    "\v": "a vertical tab (U+000B)",
    "\f": "a form feed (U+000C)",
    "\x1c": "an information separator (U+001C)",
    "\x1d": "an information separator (U+001D)",
    "\x1e": "an information separator (U+001E)",
    "\x85": "a next-line character (U+0085)",
    "\u2028": "a line separator (U+2028)",
    "\u2029": "a paragraph separator (U+2029)",
}
"""What ends a line for some tools: Python's str.splitlines, editors, universal newlines."""

CONTROLS = frozenset(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) - SEPARATORS.keys() - {"\t"}

# U+200B parts words in scripts without spaces, and joiners shape letters in Arabic and Indic
# scripts and build emoji: there they belong to the text.
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
ZERO_WIDTH = re.compile(
    f"[\u00ad\u180e\u2060\ufeff{''.join(sorted(BIDI))}]"
    "|(?<![\u0e00-\u109f\u1780-\u17ff])\u200b"
    "|(?:^|(?<=[\\s\u0021-\u05ff]))[\u200c\u200d]",
    re.MULTILINE,
)
ZERO_WIDTH_LETTERS = BIDI.union("\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff")

# UTF-8 read as cp1252 or Latin-1: two bytes of Latin letters and signs, three of punctuation, and
# words of Cyrillic. Quotes and dashes are left out after a capital with an accent: they are text.
_CONTINUED = "\u0080-\u00bf€ƒ†‡ˆ‰Š‹ŒŽ•™šœžŸ˜"
MOJIBAKE = re.compile(
    f"Ã[{_CONTINUED}]|Â[\u0080-\u00bf]|â€[\u0080-\u00bf™œž˜¦“”š¢‹º]|(?:[ÐÑ][{_CONTINUED}]){{2,}}"
    "|â[\u0080-\u00bf]{2}"
)

_REPLACEMENT = re.compile("\ufffd")
_SEPARATORS = re.compile(f"[{''.join(SEPARATORS)}]")
_LINE_END = re.compile("\n")
_CONTROLS = re.compile(f"[{re.escape(''.join(sorted(CONTROLS)))}]")
_SPACES = re.compile(" {2,}")

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def _mended(match: re.Match[str]) -> str:
    return _read_again(match[0], "cp1252") or _read_again(match[0], "latin-1") or match[0]


def _read_again(text: str, encoding: str) -> str | None:
    try:
        return text.encode(encoding).decode("utf-8")
    except UnicodeError:
        return None


def _with_spaces(text: str) -> str:
    return _SPACES.sub(" ", _SEPARATORS.sub(" ", text)).strip()


REPAIRS: dict[str, Callable[[str], str]] = {
    "replacement_characters": lambda text: text.replace("\ufffd", ""),
    "mojibake": lambda text: MOJIBAKE.sub(_mended, text),
    "control_characters": lambda text: _CONTROLS.sub("", text),
    "line_separators": _with_spaces,
    "zero_width": lambda text: ZERO_WIDTH.sub("", text),
    "decomposed": lambda text: normalize("NFC", text),
}
"""How each fault is mended in a segment, to tell what it costs."""


def character_findings(texts: Texts) -> Iterator[Located]:
    """What is wrong with the characters of a stream."""
    if texts.surrogates:
        excerpt = texts.excerpt(texts.surrogates[0], _REPLACEMENT)
        yield found("surrogates", texts.name, texts.surrogates, excerpt=excerpt)
    there = texts.characters.keys()
    if "\ufffd" in there:
        yield from _of_pattern("replacement_characters", texts, _REPLACEMENT, texts.surrogates)
    if there & CONTROLS:
        yield from _control_characters(texts)
    yield from _separators(texts)
    if there & ZERO_WIDTH_LETTERS:
        yield from _zero_width(texts, sorted(there & ZERO_WIDTH_LETTERS))
    if {"Ã", "Â", "â", "Ð", "Ñ"} & there:
        yield from _mojibake(texts)
    if not is_normalized("NFC", texts.joined):
        yield from _decomposed(texts)


def _control_characters(texts: Texts) -> Iterator[Located]:
    mend = REPAIRS["mojibake"]  # which has controls of its own
    places = [
        place for place in texts.places(_CONTROLS) if _CONTROLS.search(mend(texts.segments[place]))
    ]
    if places:
        excerpt = texts.excerpt(places[0], _CONTROLS)
        yield found("control_characters", texts.name, places, excerpt=excerpt)


def _of_pattern(
    kind: str,
    texts: Texts,
    pattern: re.Pattern[str],
    known: list[int] | None = None,
    what: str = "",
) -> Iterator[Located]:
    """A fault in every segment with a match, but those that are `known` for another reason."""
    places = texts.places(pattern)
    if known:
        places = [place for place in places if place not in set(known)]
    if places:
        excerpt = texts.excerpt(places[0], pattern)
        yield found(kind, texts.name, places, excerpt=excerpt, what=what)


def _separators(texts: Texts) -> Iterator[Located]:
    there = [letter for letter in SEPARATORS if letter in texts.characters]
    if not there:
        return
    if "\n" in there:
        # The string of all segments has one at the end of each.
        places = {place for place, text in enumerate(texts.segments) if "\n" in text}
    else:
        places = set()
    rest = [letter for letter in there if letter != "\n"]
    if rest:
        places |= set(texts.places(re.compile(f"[{''.join(rest)}]")))
    ordered = sorted(places)
    yield found(
        "line_separators",
        texts.name,
        ordered,
        excerpt=texts.excerpt(ordered[0], _SEPARATORS),
        what=" or ".join(SEPARATORS[letter] for letter in there[:3]),
    )


def _zero_width(texts: Texts, letters: list[str]) -> Iterator[Located]:
    # The pattern that knows where such characters belong is slow: it sees few segments.
    some = texts.places(re.compile(f"[{''.join(letters)}]"))
    letters_at = {place: set(ZERO_WIDTH.findall(texts.segments[place])) for place in some}
    places = [place for place in some if letters_at[place]]
    if not places:
        return
    odd = set().union(*letters_at.values())
    # People who write from right to left type such controls themselves.
    usual = odd <= BIDI and _RIGHT_TO_LEFT.search(texts.joined) is not None
    yield found(
        "zero_width",
        texts.name,
        places,
        severity=NOTE if usual else None,
        excerpt=texts.excerpt(places[0], ZERO_WIDTH),
        what=_codes(sorted(odd)),
    )


def _mojibake(texts: Texts) -> Iterator[Located]:
    starts = [
        match.start() for match in MOJIBAKE.finditer(texts.joined) if _mended(match) != match[0]
    ]
    places = texts.segments_at(starts)
    if places:
        yield found("mojibake", texts.name, places, excerpt=texts.excerpt(places[0], MOJIBAKE))


def _decomposed(texts: Texts) -> Iterator[Located]:
    places = [place for place, text in enumerate(texts.segments) if not is_normalized("NFC", text)]
    if places:
        yield found(
            "decomposed", texts.name, places, excerpt=_decomposition(texts.segments[places[0]])
        )


def _decomposition(text: str) -> str:
    """The first word that another form writes in other characters, and these."""
    word = next((word for word in text.split() if not is_normalized("NFC", word)), text[:20])
    codes = " ".join(f"U+{ord(letter):04X}" for letter in word if not letter.isascii())
    return f"{word} ({codes})"


def _codes(letters: list[str]) -> str:
    shown = ", ".join(f"U+{ord(letter):04X}" for letter in letters[:4])
    return f"{shown}, ..." if len(letters) > 4 else shown
