"""Checks of characters: encoding errors, control characters, line separators, normalization."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from unicodedata import is_normalized, normalize

from truebleu.checks.kinds import Located, make_finding
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
"""Characters at which other tools end a line, such as Python's `str.splitlines` and editors."""

CONTROLS = frozenset(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) - SEPARATORS.keys() - {"\t"}

# Not matched, because they are part of the text: U+200B between words in scripts without spaces,
# and joiners between letters of Arabic and Indic scripts or in emoji.
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
ZERO_WIDTH = re.compile(
    f"[\u00ad\u180e\u2060\ufeff{''.join(sorted(BIDI))}]"
    "|(?<![\u0e00-\u109f\u1780-\u17ff])\u200b"
    "|(?:^|(?<=[\\s\u0021-\u05ff]))[\u200c\u200d]",
    re.MULTILINE,
)
ZERO_WIDTH_LETTERS = BIDI.union("\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff")

# UTF-8 that was decoded as cp1252 or Latin-1: Latin letters and signs (two bytes), punctuation
# (three bytes) and Cyrillic words. A quote or dash after an accented capital is not matched,
# because it occurs in correct text.
_CONTINUED = "\u0080-\u00bf€ƒ†‡ˆ‰Š‹ŒŽ•™šœžŸ˜"
MOJIBAKE = re.compile(
    f"Ã[{_CONTINUED}]|Â[\u0080-\u00bf]|â€[\u0080-\u00bf™œž˜¦“”š¢‹º]|(?:[ÐÑ][{_CONTINUED}]){{2,}}"
    "|â[\u0080-\u00bf]{2}"
)

_REPLACEMENT = re.compile("\ufffd")
_SEPARATORS = re.compile(f"[{''.join(SEPARATORS)}]")
_CONTROLS = re.compile(f"[{re.escape(''.join(sorted(CONTROLS)))}]")
_SPACES = re.compile(" {2,}")

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def _repair_mojibake(match: re.Match[str]) -> str:
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
    "mojibake": lambda text: MOJIBAKE.sub(_repair_mojibake, text),
    "control_characters": lambda text: _CONTROLS.sub("", text),
    "line_separators": _with_spaces,
    "zero_width": lambda text: ZERO_WIDTH.sub("", text),
    "decomposed": lambda text: normalize("NFC", text),
}
"""Functions that repair a segment, by kind of issue. They are used to compute the score impact."""


def character_findings(texts: Texts) -> Iterator[Located]:
    """Yield findings about the characters of a text, such as encoding errors."""
    if texts.surrogates:
        excerpt = texts.excerpt(texts.surrogates[0], _REPLACEMENT)
        yield make_finding("surrogates", texts.name, texts.surrogates, excerpt=excerpt)
    characters = texts.characters.keys()
    if "\ufffd" in characters:
        yield from _of_pattern("replacement_characters", texts, _REPLACEMENT, texts.surrogates)
    if characters & CONTROLS:
        yield from _control_characters(texts)
    yield from _separators(texts)
    if characters & ZERO_WIDTH_LETTERS:
        yield from _zero_width(texts, sorted(characters & ZERO_WIDTH_LETTERS))
    if {"Ã", "Â", "â", "Ð", "Ñ"} & characters:
        yield from _mojibake(texts)
    if not is_normalized("NFC", texts.joined):
        yield from _decomposed(texts)


def _control_characters(texts: Texts) -> Iterator[Located]:
    repair = REPAIRS["mojibake"]  # mojibake contains control characters
    places = [i for i in texts.places(_CONTROLS) if _CONTROLS.search(repair(texts.segments[i]))]
    if places:
        excerpt = texts.excerpt(places[0], _CONTROLS)
        yield make_finding("control_characters", texts.name, places, excerpt=excerpt)


def _of_pattern(
    kind: str,
    texts: Texts,
    pattern: re.Pattern[str],
    excluded: list[int] | None = None,
    detail: str = "",
) -> Iterator[Located]:
    """Yield a finding about the segments that contain a match of `pattern`.

    The segments whose indices are in `excluded` are ignored.
    """
    places = texts.places(pattern)
    if excluded:
        places = [place for place in places if place not in set(excluded)]
    if places:
        excerpt = texts.excerpt(places[0], pattern)
        yield make_finding(kind, texts.name, places, excerpt=excerpt, what=detail)


def _separators(texts: Texts) -> Iterator[Located]:
    letters = [letter for letter in SEPARATORS if letter in texts.characters]
    if not letters:
        return
    if "\n" in letters:
        # `joined` has a line end after each segment, so search the segments.
        places = {place for place, text in enumerate(texts.segments) if "\n" in text}
    else:
        places = set()
    other_letters = [letter for letter in letters if letter != "\n"]
    if other_letters:
        places |= set(texts.places(re.compile(f"[{''.join(other_letters)}]")))
    ordered = sorted(places)
    yield make_finding(
        "line_separators",
        texts.name,
        ordered,
        excerpt=texts.excerpt(ordered[0], _SEPARATORS),
        what=" or ".join(SEPARATORS[letter] for letter in letters[:3]),
    )


def _zero_width(texts: Texts, letters: list[str]) -> Iterator[Located]:
    # The exact pattern is slow, so search only segments that contain such characters.
    candidates = texts.places(re.compile(f"[{''.join(letters)}]"))
    letters_at = {place: set(ZERO_WIDTH.findall(texts.segments[place])) for place in candidates}
    places = [place for place in candidates if letters_at[place]]
    if not places:
        return
    unexpected = set().union(*letters_at.values())
    # These controls are usual in right-to-left text.
    is_usual = unexpected <= BIDI and _RIGHT_TO_LEFT.search(texts.joined) is not None
    yield make_finding(
        "zero_width",
        texts.name,
        places,
        severity=NOTE if is_usual else None,
        excerpt=texts.excerpt(places[0], ZERO_WIDTH),
        what=_codes(sorted(unexpected)),
    )


def _mojibake(texts: Texts) -> Iterator[Located]:
    starts = [
        match.start()
        for match in MOJIBAKE.finditer(texts.joined)
        if _repair_mojibake(match) != match[0]
    ]
    places = texts.segments_at(starts)
    if places:
        yield make_finding(
            "mojibake", texts.name, places, excerpt=texts.excerpt(places[0], MOJIBAKE)
        )


def _decomposed(texts: Texts) -> Iterator[Located]:
    places = [place for place, text in enumerate(texts.segments) if not is_normalized("NFC", text)]
    if places:
        yield make_finding(
            "decomposed", texts.name, places, excerpt=_decomposition(texts.segments[places[0]])
        )


def _decomposition(text: str) -> str:
    """Return the first word that is not in Unicode normalization form C.

    The word is followed by the code points of its non-ASCII characters.
    """
    word = next((word for word in text.split() if not is_normalized("NFC", word)), text[:20])
    codes = " ".join(f"U+{ord(letter):04X}" for letter in word if not letter.isascii())
    return f"{word} ({codes})"


def _codes(letters: list[str]) -> str:
    shown = ", ".join(f"U+{ord(letter):04X}" for letter in letters[:4])
    return f"{shown}, ..." if len(letters) > 4 else shown
