"""The tokenizers that sacreBLEU has, written from their description.

A rule about two neighbouring characters reads from left to right, and a pair that it has changed
is used up: in "..", the second full stop cannot be the first of the next pair. Everything follows
from that and from the tables below.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import regex

Predicate = Callable[[str], bool]

DIGITS = "0123456789"
# The printable ASCII characters that are neither letter nor digit, apart from ' , - and the full
# stop: these four depend on their neighbours or stay in the word.
SYMBOLS = frozenset(
    chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum() and chr(code) not in "',-."
)
ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

# What a Chinese character is. The first table is what sacreBLEU's code does: two of its entries
# need five hexadecimal digits but were written with four, which turned them into other ranges.
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
# The second is what was meant: extension B and the compatibility supplement, and of the wrong
# range only the two blocks that have an entry of their own (symbols and dingbats).
CHINESE_AS_MEANT = (
    (0x2600, 0x27BF),
    *CHINESE_AS_SACREBLEU[1:],
    (0x20000, 0x2A6D6),
    (0x2F800, 0x2FA1D),
)


def tokenize(text: str, tokenizer: str, *, lowercase: bool | str = False) -> list[str]:
    """The tokens of `text`; lower-casing comes before tokenizing, but for "after"."""
    if lowercase == "ascii":
        text = "".join(c.lower() if c.isascii() else c for c in text)
    elif lowercase is True:
        text = text.lower()
    spaced = TOKENIZERS[tokenizer](text.rstrip())
    return (spaced.lower() if lowercase == "after" else spaced).split()


def none(text: str) -> str:
    return text


def characters(text: str) -> str:
    return " ".join(text)


def thirteen_a(text: str) -> str:
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in ENTITIES:
        text = text.replace(entity, character)
    return split_ascii_marks(f" {text} ")


def international(text: str) -> str:
    text = change_pairs(text, not_number, is_punctuation, lambda a, b: f"{a} {b} ")
    text = change_pairs(text, is_punctuation, not_number, lambda a, b: f" {a} {b}")
    return surround(text, is_symbol)


def chinese_as_sacrebleu(text: str) -> str:
    return split_ascii_marks(surround(text.strip(), lambda c: within(c, CHINESE_AS_SACREBLEU)))


def chinese_as_meant(text: str) -> str:
    return split_ascii_marks(surround(text.strip(), lambda c: within(c, CHINESE_AS_MEANT)))


def split_ascii_marks(text: str) -> str:
    """The four rules that 13a and zh share."""
    text = surround(text, SYMBOLS.__contains__)
    text = change_pairs(text, not_digit, is_point, lambda a, b: f"{a} {b} ")
    text = change_pairs(text, is_point, not_digit, lambda a, b: f" {a} {b}")
    return change_pairs(text, DIGITS.__contains__, "-".__eq__, lambda a, b: f"{a} {b} ")


def surround(text: str, chosen: Predicate) -> str:
    return "".join(f" {c} " if chosen(c) else c for c in text)


def change_pairs(
    text: str, first: Predicate, second: Predicate, change: Callable[[str, str], str]
) -> str:
    """Replace, from left to right, each pair of neighbours that the two predicates choose."""
    pieces = []
    at = 0
    while at < len(text):
        pair = text[at : at + 2]
        if len(pair) == 2 and second(pair[1]) and first(pair[0]):
            pieces.append(change(pair[0], pair[1]))
            at += 2
        else:
            pieces.append(pair[0])
            at += 1
    return "".join(pieces)


def not_digit(character: str) -> bool:
    return character not in DIGITS


def is_point(character: str) -> bool:
    return character in ".,"


def within(character: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= ord(character) <= high for low, high in ranges)


@cache
def category(character: str) -> str:
    """N, P or S for a number, a mark of punctuation, a symbol; "" for the rest."""
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


TOKENIZERS: dict[str, Callable[[str], str]] = {
    "none": none,
    "13a": thirteen_a,
    "intl": international,
    "zh": chinese_as_sacrebleu,
    "zh-fixed": chinese_as_meant,
    "char": characters,
}
