"""Detect the script of a text, and a suitable tokenizer.

Python does not provide Unicode's script property. The Unicode name of a letter starts with its
script: CYRILLIC SMALL LETTER A, HIRAGANA LETTER KA, CJK UNIFIED IDEOGRAPH-4E00.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

SCRIPT_SHARE = 0.2

# Languages without spaces between words: name, ranges of code points, suitable tokenizer.
# Japanese and Korean come before Chinese, because their texts can have Han letters, too.
SCRIPTS = (
    ("Japanese", ((0x3041, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F)), "ja-mecab"),
    ("Korean", ((0x1100, 0x11FF), (0x3131, 0x318E), (0xAC00, 0xD7A3)), "ko-mecab"),
    ("Chinese", ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3134F)), "zh"),
    ("Thai", ((0x0E01, 0x0E5B),), "flores200"),
    ("Lao", ((0x0E81, 0x0EDF),), "flores200"),
    ("Tibetan", ((0x0F00, 0x0FFF),), "flores200"),
    ("Burmese", ((0x1000, 0x109F),), "flores200"),
    ("Khmer", ((0x1780, 0x17FF),), "flores200"),
)
FIRST_LETTER = min(chr(low) for _, ranges, _ in SCRIPTS for low, _ in ranges)
WRITTEN_FOR_SPACES = frozenset(
    {
        "13a",
        "13a-untrimmed",
        "fairseq",
        "intl",
        "intl-untrimmed",
        "mteval-13a",
        "mteval-14c",
        "mteval-intl",
        "mteval-intl-13a",
        "space",
        "whitespace-ascii",
    }
)
"""Tokenizers that split only at spaces and punctuation. "none" is not among them, because it is for
text that is already tokenized."""

KANA, NO_KANA = 0.2, 0.01
FEW_LETTERS = 100
"""Minimum number of letters for a decision between Japanese and Chinese by the share of kana. In
Japanese text, about half of the letters are kana. Chinese text has almost no kana."""

WITH_SPACES = frozenset({"Korean"})
"""Languages of `SCRIPTS` that have spaces between words or phrases."""

# Japanese and Chinese share Han letters, so both are one script here.
FAMILIES = {
    "CJK": "Chinese or Japanese",
    "HIRAGANA": "Chinese or Japanese",
    "KATAKANA": "Chinese or Japanese",
    "KATAKANA-HIRAGANA": "Chinese or Japanese",
    "BOPOMOFO": "Chinese or Japanese",
    "IDEOGRAPHIC": "Chinese or Japanese",
    "FEMININE": "Latin",
    "MASCULINE": "Latin",
    "MICRO": "Greek",
    "OHM": "Greek",
    "KELVIN": "Latin",
    "ANGSTROM": "Latin",
}
WIDTHS = ("FULLWIDTH", "HALFWIDTH")
# First words of names that are not scripts.
NO_SCRIPTS = frozenset({"MODIFIER", "MATHEMATICAL", "SUPERSCRIPT", "SUBSCRIPT", "DOUBLE-STRUCK"})


def script_of(letter: str) -> str | None:
    """Return the name of a letter's script, such as "Latin"; None if it has no script.

    >>> script_of("ж"), script_of("か"), script_of("ｋ"), script_of("7")
    ('Cyrillic', 'Chinese or Japanese', 'Latin', None)
    """
    if not letter.isalpha():
        return None
    from unicodedata import name

    words = name(letter, "").split(" ")
    first = words[1] if words[0] in WIDTHS and len(words) > 1 else words[0]
    if not first or first in NO_SCRIPTS:
        return None
    return FAMILIES.get(first) or first.capitalize()


def is_without_kana(characters: Mapping[str, int], other: Mapping[str, int]) -> bool:
    """Return whether the first text is Chinese and the second text is Japanese.

    The decision depends on the share of kana in each text. `characters` has the number of
    occurrences of each character in the first text, and `other` in the second text.
    """
    return _kana_share(characters) < NO_KANA and _kana_share(other) > KANA


def _kana_share(characters: Mapping[str, int]) -> float:
    """Return the number of kana divided by the number of kana and Han letters.

    If there are fewer than `FEW_LETTERS` of these letters, return a value between `NO_KANA` and
    `KANA`.
    """
    codes = {ord(letter): number for letter, number in characters.items() if letter >= FIRST_LETTER}
    (_, kana, _), _, (_, han, _) = SCRIPTS[:3]
    kana_letters, han_letters = _inside(codes, kana), _inside(codes, han)
    letters = kana_letters + han_letters
    return kana_letters / letters if letters >= FEW_LETTERS else (NO_KANA + KANA) / 2


def scripts_in(characters: Mapping[str, int]) -> dict[str, int]:
    """Return the number of letters of each script in a text.

    `characters` has the number of occurrences of each character in the text.
    """
    counts: dict[str, int] = {}
    for letter, count in characters.items():
        script = script_of(letter)
        if script:
            counts[script] = counts.get(script, 0) + count
    return counts


def written_without_spaces(characters: Mapping[str, int]) -> tuple[str, str] | None:
    """Return the language of a text without spaces between words, and a tokenizer for it.

    `characters` has the number of occurrences of each character in the text. Korean is also
    returned, although it has spaces. Return None for all other text with spaces.
    """
    codes = {ord(letter): number for letter, number in characters.items() if letter >= FIRST_LETTER}
    if not codes:
        return None
    letters = sum(number for letter, number in characters.items() if letter.isalpha())
    enough = SCRIPT_SHARE * letters
    shares = [(_inside(codes, ranges), name, better) for name, ranges, better in SCRIPTS]
    if sum(count for count, _, _ in shares) < enough:
        return None
    # Text with a tenth of kana is Japanese, even if most letters are Han.
    several = [share for share in shares if share[0] >= enough / 2]
    _, name, better = several[0] if several else max(shares)
    return name, better


def unspaced(characters: Mapping[str, int]) -> bool:
    """Return whether a text is in a language without spaces between words.

    `characters` has the number of occurrences of each character in the text.
    """
    language = written_without_spaces(characters)
    return language is not None and language[0] not in WITH_SPACES


def count_characters(texts: Iterable[str]) -> dict[str, int]:
    """Return the number of occurrences of each character in the texts."""
    counts: dict[str, int] = {}
    for text in texts:
        for letter in text:
            counts[letter] = counts.get(letter, 0) + 1
    return counts


def _inside(codes: Mapping[int, int], ranges: Sequence[tuple[int, int]]) -> int:
    """Return the number of characters whose code points are in one of the ranges.

    `codes` maps each code point to its number of occurrences.
    """
    return sum(
        number for code, number in codes.items() if any(low <= code <= high for low, high in ranges)
    )
