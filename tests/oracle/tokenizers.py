"""Tokenizers of sacreBLEU and of other tools, written from their descriptions.

A rule for pairs of adjacent characters is applied from left to right, and pairs do not overlap: in
"..", the second full stop cannot be the first character of the next pair.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import cache

import regex

Predicate = Callable[[str], bool]
Lower = Callable[[str], str]
Tokenizer = Callable[[str, Lower], list[str]]

DIGITS = "0123456789"
# The printable ASCII characters that are not letters or digits, except ' , - and the full stop.
# These four depend on their neighbors or stay in the word.
SYMBOLS = frozenset(
    chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum() and chr(code) not in "',-."
)
ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

# Chinese characters as sacreBLEU's code classifies them. Because of a bug, two of its ranges (code
# points with five hexadecimal digits) became other ranges.
CHINESE_AS_SACREBLEU = (
    (0x2001, 0x2A6D),
    (0x2E80, 0x2FDF),
    (0x2FF0, 0x303F),
    (0x3100, 0x312F),
    (0x31A0, 0x31EF),
    (0x3200, 0x4DB5),
    (0x4E00, 0x9FBB),
    (0xF900, 0xFA2D),
    (0xFA30, 0xFA6A),
    (0xFA70, 0xFAD9),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
)
# Chinese characters as intended: with Extension B and the Compatibility Supplement, and instead of
# the wrong first range only the two blocks that are listed on purpose (symbols and dingbats).
CHINESE_AS_MEANT = (
    (0x2600, 0x27BF),
    *CHINESE_AS_SACREBLEU[1:],
    (0x20000, 0x2A6D6),
    (0x2F800, 0x2FA1D),
)


# Unicode whitespace. Python's `isspace` has four characters more.
WHITESPACE = frozenset(
    c for c in map(chr, range(sys.maxunicode + 1)) if c.isspace() and not "\x1c" <= c <= "\x1f"
)
CONTROL_SPACE = frozenset("\t\n\v\f\r\x85")
ASCII_SPACE = frozenset("\t\n\v\f\r ")
NON_BREAKING = frozenset("\u00a0\u2007\u202f")
WORD_CHARACTERS = frozenset(string.ascii_letters + string.digits + "_")
ADDRESSES = ("http://", "https://")


def tokenize(text: str, tokenizer: str, *, lowercase: bool | str = False) -> list[str]:
    """Return the tokens of `text`.

    `lowercase`: True and "ascii" lowercase at the step where the tokenizer does, "after" lowercases
    the tokens, and "first" the text before the tokenizer.
    """
    if lowercase == "first":
        return tokenize(perhaps_perls(str.lower, tokenizer)(text), tokenizer)
    lower = {True: str.lower, "ascii": lower_ascii}.get(lowercase, as_it_is)
    tokens = TOKENIZERS[tokenizer](text, lower)
    return (
        [perhaps_perls(str.lower, tokenizer)(t) for t in tokens] if lowercase == "after" else tokens
    )


def as_it_is(text: str) -> str:
    return text


def lower_ascii(text: str) -> str:
    return "".join(c.lower() if c.isascii() else c for c in text)


def perhaps_perls(lower: Lower, tokenizer: str) -> Lower:
    """Return `lower` as the tokenizer's language does it.

    Perl (mteval) lowercases each character alone, so it has no final sigma.
    """
    if tokenizer.startswith("mteval") and lower is str.lower:
        return lambda text: "".join(map(str.lower, text))
    return lower


def sacrebleus(spaced: Lower) -> Tokenizer:
    """Return a tokenizer with sacreBLEU's steps: lowercase, strip at the end, space out, split."""
    return lambda text, lower: spaced(lower(text).rstrip()).split()


def characters(text: str) -> str:
    return " ".join(text)


def thirteen_a(text: str) -> str:
    return split_ascii_marks(f" {replaced(text)} ")


def replaced(text: str) -> str:
    return decoded(text.replace("<skipped>", "").replace("-\n", "").replace("\n", " "))


def decoded(text: str) -> str:
    for entity, character in ENTITIES:
        text = text.replace(entity, character)
    return text


def international(text: str) -> str:
    text = change_pairs(text, not_number, is_punctuation, lambda a, b: f"{a} {b} ")
    text = change_pairs(text, is_punctuation, not_number, lambda a, b: f" {a} {b}")
    return surround(text, is_symbol)


def chinese_as_sacrebleu(text: str) -> str:
    return split_ascii_marks(surround(text.strip(), lambda c: within(c, CHINESE_AS_SACREBLEU)))


def chinese_as_meant(text: str) -> str:
    return split_ascii_marks(surround(text.strip(), lambda c: within(c, CHINESE_AS_MEANT)))


def thirteen_a_untrimmed(text: str, lower: Lower) -> list[str]:
    return thirteen_a(lower(text)).split()


def international_untrimmed(text: str, lower: Lower) -> list[str]:
    return international(lower(text)).split()


def mteval_13a(text: str, lower: Lower) -> list[str]:
    lower = perhaps_perls(lower, "mteval")
    return words(split_ascii_marks(lower(f" {replaced(text)} ")), WHITESPACE)


def mteval_14c(text: str, lower: Lower) -> list[str]:
    """Return the tokens of all words, each tokenized alone; the joined text is split as in Perl."""
    pieces = [
        word if word.startswith(ADDRESSES) else " ".join(mteval_13a(word, lower))
        for word in words(text, WHITESPACE)
    ]
    return perl_split(" ".join(pieces))


def mteval_international(text: str, lower: Lower, hyphenation: str = "") -> list[str]:
    text = text.replace("<skipped>", "")
    if hyphenation:
        text = text.replace(hyphenation, "")
    text = decoded(text.replace("\u2028", " ")).replace("&apos;", "'")
    text = international(perhaps_perls(lower, "mteval")(text))
    return perl_split(text.strip("".join(WHITESPACE - CONTROL_SPACE)))


def mteval_international_13a(text: str, lower: Lower) -> list[str]:
    return mteval_international(text, lower, hyphenation="-\u2028")


def keras_hub(text: str, lower: Lower) -> list[str]:
    return words(split_ascii_marks(replaced(lower(text))), ASCII_SPACE)


def whitespace_ascii(text: str, lower: Lower) -> list[str]:
    return words(lower(text), ASCII_SPACE)


def space(text: str, lower: Lower) -> list[str]:
    return words(lower(text), frozenset(" "))


def guava(text: str, lower: Lower) -> list[str]:
    return pieces_between(lower(text), WHITESPACE - NON_BREAKING)


def fairseq(text: str, lower: Lower) -> list[str]:
    return lower(text).split() or [""]


def alphanumeric(text: str, lower: Lower) -> list[str]:
    return "".join(c if c in WORD_CHARACTERS else " " for c in lower(text)).split()


def rouge(text: str, lower: Lower) -> list[str]:
    return re.findall("[A-Za-z0-9]+", lower(text))


def words_of_all_scripts(text: str, lower: Lower) -> list[str]:
    tokens: list[str] = regex.findall(r"\w+", lower(text))
    return tokens


def words(text: str, spaces: AbstractSet[str]) -> list[str]:
    """Return the nonempty pieces between spaces."""
    return [piece for piece in pieces_between(text, spaces) if piece]


def pieces_between(text: str, spaces: AbstractSet[str]) -> list[str]:
    """Return the pieces between spaces, including empty ones."""
    pieces = [""]
    for c in text:
        if c in spaces:
            pieces.append("")
        else:
            pieces[-1] += c
    return pieces


def perl_split(text: str) -> list[str]:
    """Split at runs of whitespace; whitespace at the start gives an empty first piece."""
    pieces = words(text, WHITESPACE)
    return ["", *pieces] if pieces and text[0] in WHITESPACE else pieces


def split_ascii_marks(text: str) -> str:
    """Apply the four rules that 13a and zh share."""
    text = surround(text, SYMBOLS.__contains__)
    text = change_pairs(text, not_digit, is_point, lambda a, b: f"{a} {b} ")
    text = change_pairs(text, is_point, not_digit, lambda a, b: f" {a} {b}")
    return change_pairs(text, DIGITS.__contains__, "-".__eq__, lambda a, b: f"{a} {b} ")


def surround(text: str, is_selected: Predicate) -> str:
    return "".join(f" {c} " if is_selected(c) else c for c in text)


def change_pairs(
    text: str, first: Predicate, second: Predicate, change: Callable[[str, str], str]
) -> str:
    """Replace, from left to right, adjacent characters that fulfill the two predicates."""
    pieces = []
    i = 0
    while i < len(text):
        pair = text[i : i + 2]
        if len(pair) == 2 and second(pair[1]) and first(pair[0]):
            pieces.append(change(pair[0], pair[1]))
            i += 2
        else:
            pieces.append(pair[0])
            i += 1
    return "".join(pieces)


def not_digit(character: str) -> bool:
    return character not in DIGITS


def is_point(character: str) -> bool:
    return character in ".,"


def within(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= ord(character) <= high for low, high in ranges)


@cache
def category(character: str) -> str:
    """Return N, P or S for a number, a punctuation mark or a symbol; else ""."""
    for name in "NPS":
        if regex.fullmatch(rf"\p{{{name}}}", character):
            return name
    return ""


def not_number(character: str) -> bool:
    return category(character) != "N"


def is_punctuation(character: str) -> bool:
    return category(character) == "P"


def is_symbol(character: str) -> bool:
    return category(character) == "S"


TOKENIZERS: dict[str, Tokenizer] = {
    "none": sacrebleus(as_it_is),
    "13a": sacrebleus(thirteen_a),
    "intl": sacrebleus(international),
    "zh": sacrebleus(chinese_as_sacrebleu),
    "zh-fixed": sacrebleus(chinese_as_meant),
    "char": sacrebleus(characters),
    "13a-untrimmed": thirteen_a_untrimmed,
    "intl-untrimmed": international_untrimmed,
    "mteval-13a": mteval_13a,
    "mteval-14c": mteval_14c,
    "mteval-intl": mteval_international,
    "mteval-intl-13a": mteval_international_13a,
    "keras-hub": keras_hub,
    "whitespace-ascii": whitespace_ascii,
    "space": space,
    "guava": guava,
    "fairseq": fairseq,
    "alphanumeric": alphanumeric,
    "rouge": rouge,
    "words": words_of_all_scripts,
}
