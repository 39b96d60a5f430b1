#!/usr/bin/env python3
r"""Write crates/truebleu-core/src/text/tables.rs: the character classes of the tokenizers.

    python tools/generate_unicode.py            # write the file
    python tools/generate_unicode.py --check    # exit 1 if the file would change

Needs the package `regex`, which sacreBLEU's `intl` tokenizer uses. The classes N, P and S are the
code points that its \p{N}, \p{P} and \p{S} match, so `intl` treats every code point as sacreBLEU
does. WORD is the set that its \w matches (letters, marks, digits, connectors). The Unicode version
is the one that `regex` states, checked with a few code points. Code points to which Python's
unicodedata gives a different category (because Unicode has changed it since) are printed.

The zh sets need no Unicode data. ZH has the characters that sacreBLEU's zh tokenizer separates,
including the effect of its bug; ZH_FIXED has those that its list of blocks intends.
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

# The blocks that sacreBLEU's zh tokenizer calls Chinese characters.
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
# Blocks outside the Basic Multilingual Plane: CJK Extension B and Compatibility Supplement.
ZH_SUPPLEMENTARY = ((0x20000, 0x2A6D6), (0x2F800, 0x2FA1D))

# Scripts without spaces between words. The two prolonged sound marks are listed separately because
# their script is "Common".
UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\u30FC\uFF70\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"

Range = tuple[int, int]


def code_points() -> Iterator[int]:
    """Return all Unicode scalar values: code points without surrogates."""
    return (c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF)


def ranges(selected: Callable[[str], object]) -> list[Range]:
    """Return the selected characters as sorted inclusive ranges that do not touch or overlap."""
    result: list[Range] = []
    for code in code_points():
        if not selected(chr(code)):
            continue
        if result and result[-1][1] == code - 1:
            result[-1] = (result[-1][0], code)
        else:
            result.append((code, code))
    return result


def within(blocks: Iterable[Range]) -> Callable[[str], bool]:
    """Return a function that tells whether a character is in one of the blocks."""
    all_blocks = tuple(blocks)
    return lambda c: any(first <= ord(c) <= last for first, last in all_blocks)


def as_python_reads(block: Range) -> tuple[str, str]:
    r"""Return the limits of a block as Python reads them in sacreBLEU's source.

    This is sacreBLEU's bug: it writes code points with five hexadecimal digits as '\uXXXXX'. Python
    takes four digits as the character, and the fifth is a separate character. Strings compare from
    the left, so the limits become two-character strings that begin with U+XXXX.
    """
    first, last = (f"{end:X}" for end in block)
    return chr(int(first[:4], 16)) + first[4:], chr(int(last[:4], 16)) + last[4:]


def zh_ranges() -> list[Range]:
    """Return the characters that sacreBLEU's zh tokenizer separates."""
    is_basic = within(ZH_BLOCKS)
    misread = [as_python_reads(block) for block in ZH_SUPPLEMENTARY]
    return ranges(lambda c: is_basic(c) or any(first <= c <= last for first, last in misread))


def zh_fixed_ranges() -> list[Range]:
    """Return the characters that the blocks of sacreBLEU's zh tokenizer intend."""
    return ranges(within(ZH_BLOCKS + ZH_SUPPLEMENTARY))


def unicode_version() -> str:
    """Return the Unicode version that the package `regex` states, checked with code points."""
    text = importlib.metadata.distribution("regex").read_text("METADATA") or ""
    stated = re.search(r"supports Unicode (\d+\.\d+\.\d+)", text)
    if not stated:
        sys.exit("regex does not state its Unicode version in its package description")
    version = stated[1]
    for since, code, category in PROBES:
        is_assigned = as_numbers(version) >= as_numbers(since)
        if bool(regex.match(rf"\p{{{category if is_assigned else 'Cn'}}}", chr(code))) is False:
            sys.exit(f"regex states Unicode {version}, but treats U+{code:04X} differently")
    return version


def as_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def report_disagreements(letter: str, regex_ranges: list[Range]) -> None:
    """Print the assigned code points that have a different category in Python's unicodedata."""
    inside = within(regex_ranges)
    for code in code_points():
        category = unicodedata.category(chr(code))
        if category != "Cn" and (category[0] == letter) != inside(chr(code)):
            print(
                f"  U+{code:04X}: Python has {category}, regex says \\p{{{letter}}}: "
                f"{inside(chr(code))}"
            )


def compare_with_sacrebleu(zh: list[Range]) -> None:
    """Compare the zh set with that of the installed sacreBLEU, if there is one."""
    try:
        from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh
    except ImportError:
        print("sacreBLEU is not installed here: the zh set was not compared with it")
        return
    if ranges(TokenizerZh._is_chinese_char) != zh:
        sys.exit("the zh set differs from the installed sacreBLEU's")
    print("the zh set is the installed sacreBLEU's")


def table(name: str, comment: str, entries: list[Range]) -> str:
    """Return the source of a Rust table, with as many ranges on a line as fit."""
    lines = [f"/// {comment}", "#[rustfmt::skip]", f"pub static {name}: &[(u32, u32)] = &["]
    line = "   "
    for first, last in entries:
        entry = f" (0x{first:X}, 0x{last:X}),"
        if len(line) + len(entry) > 100:
            lines.append(line)
            line = "   "
        line += entry
    return "\n".join([*lines, line, "];"])


def rust() -> str:
    """Return the text of tables.rs."""
    version = unicode_version()
    release = importlib.metadata.version("regex")
    print(f"regex {release}: Unicode {version}; Python: Unicode {unicodedata.unidata_version}")
    tables = []
    for name, letter in CLASSES.items():
        matching = ranges(regex.compile(rf"\p{{{letter}}}").match)
        report_disagreements(letter, matching)
        tables.append(table(name, f"General category {letter}* (Unicode {version}).", matching))
    words = ranges(regex.compile(r"\w").match)
    tables.append(
        table("WORD", f"Characters that `\\w` of regex matches (Unicode {version}).", words)
    )
    unspaced = ranges(regex.compile(UNSPACED).match)
    comment = f"Scripts without spaces: Han, kana, Thai, Lao, Khmer, Burmese (Unicode {version})."
    tables.append(table("UNSPACED", comment, unspaced))
    zh = zh_ranges()
    compare_with_sacrebleu(zh)
    tables.append(table("ZH", "Characters that sacreBLEU's `zh` separates, including its bug.", zh))
    tables.append(
        table(
            "ZH_FIXED",
            "Characters that `zh-fixed` separates: `ZH` without the bug.",
            zh_fixed_ranges(),
        )
    )
    return "\n".join(
        [
            "//! Character classes as sorted, disjoint, inclusive ranges of code points.",
            "//!",
            f"//! Generated by tools/generate_unicode.py from the Python package regex {release}",
            f"//! (Unicode {version}). Do not edit this file; run the script again.",
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
    parser.add_argument(
        "--check", action="store_true", help="only report whether the file is up to date"
    )
    check = parser.parse_args().check
    text = rust()
    current = TABLES.exists() and TABLES.read_text(encoding="utf-8") == text
    if check:
        print("up to date" if current else f"out of date: {TABLES.name}")
        return 0 if current else 1
    TABLES.parent.mkdir(parents=True, exist_ok=True)
    TABLES.write_text(text, encoding="utf-8")
    print(f"wrote {TABLES.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
