#!/usr/bin/env python3
r"""Write crates/truebleu-core/src/text/tables.rs: the character classes of the tokenizers.

    python tools/generate_unicode.py            # write the file
    python tools/generate_unicode.py --check    # exit 1 if the file would change

Needs the package `regex` (the one sacreBLEU's `intl` tokenizer uses): the classes N, P and S are
what its \p{N}, \p{P} and \p{S} match, code point by code point, so that `intl` agrees with
sacreBLEU on every one of them; WORD is what its \w matches (letters, marks, digits, connectors).
The Unicode version is what `regex` states, held against probes.
Where the running Python's unicodedata knows a code point, the two must agree, but for the few
whose category Unicode has changed since; those are printed.

The zh sets need no Unicode data: they are the blocks that sacreBLEU's zh tokenizer lists, once
read as its program reads them and once as they were meant.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import regex

TABLES = Path(__file__).resolve().parent.parent / "crates/truebleu-core/src/text/tables.rs"

CLASSES = {"NUMBER": "N", "PUNCTUATION": "P", "SYMBOL": "S"}

# The first version of Unicode that assigns the code point, with its category there.
PROBES = (
    ("16.0.0", 0x10D40, "Nd"),  # GARAY DIGIT ZERO
    ("17.0.0", 0x16EA0, "Lu"),  # BERIA ERFE CAPITAL LETTER ARKAB
    ("18.0.0", 0x3D000, "Lo"),  # first character of the Seal script
)

# The blocks sacreBLEU's zh tokenizer means by "Chinese character".
ZH_BLOCKS = (
    (0x3400, 0x4DB5),  # CJK Unified Ideographs Extension A
    (0x4E00, 0x9FBB),  # CJK Unified Ideographs, as of Unicode 4.1
    (0xF900, 0xFA2D),  # CJK Compatibility Ideographs
    (0xFA30, 0xFA6A),
    (0xFA70, 0xFAD9),
    (0xFF00, 0xFFEF),  # Halfwidth and Fullwidth Forms
    (0x2E80, 0x2EFF),  # CJK Radicals Supplement
    (0x3000, 0x303F),  # CJK Symbols and Punctuation
    (0x31C0, 0x31EF),  # CJK Strokes
    (0x2F00, 0x2FDF),  # Kangxi Radicals
    (0x2FF0, 0x2FFF),  # Ideographic Description Characters
    (0x3100, 0x312F),  # Bopomofo
    (0x31A0, 0x31BF),  # Bopomofo Extended
    (0xFE10, 0xFE1F),  # Vertical Forms
    (0xFE30, 0xFE4F),  # CJK Compatibility Forms
    (0x2600, 0x26FF),  # Miscellaneous Symbols
    (0x2700, 0x27BF),  # Dingbats
    (0x3200, 0x32FF),  # Enclosed CJK Letters and Months
    (0x3300, 0x33FF),  # CJK Compatibility
)
# Beyond the basic plane: CJK Extension B and the Compatibility Supplement.
ZH_SUPPLEMENTARY = ((0x20000, 0x2A6D6), (0x2F800, 0x2FA1D))

# Scripts whose texts have no spaces between words; the marks of long sounds are of no script.
UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\u30FC\uFF70\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"

Range = tuple[int, int]


def code_points() -> Iterator[int]:
    """Every code point that a text can hold: surrogates are left out."""
    return (c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF)


def ranges(selected: Callable[[str], object]) -> list[Range]:
    """The selected characters as sorted inclusive ranges that neither touch nor overlap."""
    found: list[Range] = []
    for code in code_points():
        if not selected(chr(code)):
            continue
        if found and found[-1][1] == code - 1:
            found[-1] = (found[-1][0], code)
        else:
            found.append((code, code))
    return found


def within(blocks: Iterable[Range]) -> Callable[[str], bool]:
    """Is a character in one of the blocks?"""
    kept = tuple(blocks)
    return lambda c: any(first <= ord(c) <= last for first, last in kept)


def as_python_reads(block: Range) -> tuple[str, str]:
    r"""A five-digit code point written as '\uXXXXX': four digits make the character, one follows.

    This is sacreBLEU's slip. Strings compare from the left, so the block becomes
    "above U+XXXX, up to U+XXXX" of the first four digits.
    """
    first, last = (f"{end:X}" for end in block)
    return chr(int(first[:4], 16)) + first[4:], chr(int(last[:4], 16)) + last[4:]


def zh_ranges() -> list[Range]:
    """What sacreBLEU's zh tokenizer isolates."""
    plain = within(ZH_BLOCKS)
    slips = [as_python_reads(block) for block in ZH_SUPPLEMENTARY]
    return ranges(lambda c: plain(c) or any(first <= c <= last for first, last in slips))


def zh_fixed_ranges() -> list[Range]:
    """What it means to isolate."""
    return ranges(within(ZH_BLOCKS + ZH_SUPPLEMENTARY))


def unicode_version() -> str:
    """The Unicode version that the package `regex` states, checked with code points."""
    text = importlib.metadata.distribution("regex").read_text("METADATA") or ""
    stated = re.search(r"supports Unicode (\d+\.\d+\.\d+)", text)
    if not stated:
        sys.exit("regex does not state its Unicode version in its package description")
    version = stated[1]
    for since, code, category in PROBES:
        known = as_numbers(version) >= as_numbers(since)
        if bool(regex.match(rf"\p{{{category if known else 'Cn'}}}", chr(code))) is False:
            sys.exit(f"regex states Unicode {version}, but U+{code:04X} says otherwise")
    return version


def as_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def report_disagreements(letter: str, found: list[Range]) -> None:
    """Print where the running Python's older Unicode puts an assigned code point elsewhere."""
    inside = within(found)
    for code in code_points():
        category = unicodedata.category(chr(code))
        if category != "Cn" and (category[0] == letter) != inside(chr(code)):
            print(
                f"  U+{code:04X}: Python has {category}, regex says \\p{{{letter}}}: "
                f"{inside(chr(code))}"
            )


def compare_with_sacrebleu(found: list[Range]) -> None:
    """Hold the zh set against the installed sacreBLEU's, where there is one."""
    try:
        from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh
    except ImportError:
        print("sacreBLEU is not installed here: the zh set was not compared with it")
        return
    if ranges(TokenizerZh._is_chinese_char) != found:
        sys.exit("the zh set differs from the installed sacreBLEU's")
    print("the zh set is the installed sacreBLEU's")


def table(name: str, comment: str, found: list[Range]) -> str:
    """One Rust table, as many ranges to a line as fit."""
    lines = [f"/// {comment}", "#[rustfmt::skip]", f"pub static {name}: &[(u32, u32)] = &["]
    line = "   "
    for first, last in found:
        entry = f" (0x{first:X}, 0x{last:X}),"
        if len(line) + len(entry) > 100:
            lines.append(line)
            line = "   "
        line += entry
    return "\n".join([*lines, line, "];"])


def rust() -> str:
    """The whole file."""
    version = unicode_version()
    release = importlib.metadata.version("regex")
    print(f"regex {release}: Unicode {version}; Python: Unicode {unicodedata.unidata_version}")
    tables = []
    for name, letter in CLASSES.items():
        found = ranges(regex.compile(rf"\p{{{letter}}}").match)
        report_disagreements(letter, found)
        tables.append(table(name, f"General category {letter}* (Unicode {version}).", found))
    words = ranges(regex.compile(r"\w").match)
    tables.append(table("WORD", f"What `\\w` of regex matches (Unicode {version}).", words))
    unspaced = ranges(regex.compile(UNSPACED).match)
    comment = f"Scripts without spaces: Han, kana, Thai, Lao, Khmer, Burmese (Unicode {version})."
    tables.append(table("UNSPACED", comment, unspaced))
    zh = zh_ranges()
    compare_with_sacrebleu(zh)
    tables.append(table("ZH", "What sacreBLEU's `zh` isolates, its slip included.", zh))
    tables.append(table("ZH_FIXED", "What it means to isolate: `zh-fixed`.", zh_fixed_ranges()))
    return "\n".join(
        [
            "//! Character classes as sorted, disjoint, inclusive ranges of code points.",
            "//!",
            f"//! Made by tools/generate_unicode.py from the Python package regex {release}",
            f"//! (Unicode {version}): do not edit, run it again.",
            "",
            "/// The Unicode version of the classes but `ZH` and `ZH_FIXED`.",
            f'pub const UNICODE_VERSION: &str = "{version}";',
            "",
            "\n\n".join(tables),
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the character classes of the tokenizers.")
    parser.add_argument("--check", action="store_true", help="only say whether the file is current")
    check = parser.parse_args().check
    text = rust()
    current = TABLES.exists() and TABLES.read_text(encoding="utf-8") == text
    if check:
        print("current" if current else f"out of date: {TABLES.name}")
        return 0 if current else 1
    TABLES.parent.mkdir(parents=True, exist_ok=True)
    TABLES.write_text(text, encoding="utf-8")
    print(f"wrote {TABLES.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
