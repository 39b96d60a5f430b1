#!/usr/bin/env python3
"""Write python/truebleu/web/lowercase.js: the core's lower-casing, for the report's page.

    python tools/generate_web_lowercase.py            # write the file
    python tools/generate_web_lowercase.py --check    # exit 1 if the file would change

A browser lower-cases by the Unicode version that it was built with, so the page has tables of its
own. They are asked of the core, character by character: which one character becomes another, which
characters have case, and which are passed over between a sigma and the letters around it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from truebleu import _native

TABLES = Path(__file__).resolve().parent.parent / "python/truebleu/web/lowercase.js"
FINAL_SIGMA = "ς"
# The only character with a lower case of two; the page's code says so by itself.
DOTTED = "\u0130"
WIDTH = 94

HEAD = """\
// Lower-casing as the core does it, of Unicode {version}, whatever version the browser has.
// Made by tools/generate_web_lowercase.py of the core: do not edit, run it again.

/** Tables in base 36. A range is the gap to the one before and, after a colon, how much longer
 * than one it is; in `pairs`, a third part is the step, and a fourth what is added. */
const LOWERCASE_TABLES = {{
{tables}
}};
"""


def characters() -> Iterator[str]:
    """Every character that a text can hold."""
    return (chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF)


def ends_a_word(before: str) -> bool:
    """Whether a sigma behind this is a final one."""
    return _native.lower(before + "Σ")[-1] == FINAL_SIGMA


def in_base_36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    found = ""
    rest = abs(number)
    while rest or not found:
        rest, digit = divmod(rest, 36)
        found = digits[digit] + found
    return "-" + found if number < 0 else found


def ranges(selected: Callable[[str], bool]) -> str:
    """The selected characters as gaps and lengths."""
    found: list[list[int]] = []
    for code in map(ord, filter(selected, characters())):
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return " ".join(written(found))


def written(found: list[list[int]]) -> Iterator[str]:
    behind = 0
    for first, last, *rest in found:
        parts = [first - behind, last - first, *rest]
        while len(parts) > 1 and not parts[-1]:
            parts.pop()
        yield ":".join(map(in_base_36, parts))
        behind = last


def pairs() -> str:
    """Runs of characters that lower-casing moves by the same distance, each or every other one."""
    moved = []
    for character in characters():
        lower = _native.lower(character)
        # A sigma by itself is no final one.
        if character not in (lower, DOTTED):
            if len(lower) != 1:
                sys.exit(f"U+{ord(character):04X} becomes {len(lower)} characters")
            moved.append((ord(character), ord(lower) - ord(character)))
    found = []
    while moved:
        step, run = max(((step, run_of(moved, step)) for step in (1, 2)), key=lambda each: each[1])
        found.append([moved[0][0], moved[run - 1][0], step, moved[0][1]])
        del moved[:run]
    return " ".join(written(found))


def run_of(moved: list[tuple[int, int]], step: int) -> int:
    """How many from the first on follow each other at this step, moved by the same distance."""
    run = 1
    while run < len(moved) and moved[run] == (moved[run - 1][0] + step, moved[0][1]):
        run += 1
    return run


def wrapped(name: str, text: str) -> str:
    """A table as lines of JavaScript."""
    lines, line = [], ""
    for entry in text.split(" "):
        if len(line) + len(entry) + 1 > WIDTH:
            lines.append(line)
            line = ""
        line += entry + " "
    lines.append(line.rstrip())
    return f"  {name}:\n" + " +\n".join(f'    "{each}"' for each in lines) + ","


def javascript() -> str:
    """The whole file."""
    cased = ranges(lambda c: ends_a_word("\x01" + c))
    skipped = ranges(lambda c: ends_a_word("A" + c) and not ends_a_word("\x01" + c))
    tables = {"pairs": pairs(), "cased": cased, "skipped": skipped}
    lines = "\n".join(wrapped(name, text) for name, text in tables.items())
    return HEAD.format(version=_native.LOWERCASE_UNICODE_VERSION, tables=lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the page's tables of lower-casing.")
    parser.add_argument("--check", action="store_true", help="only say whether the file is current")
    check = parser.parse_args().check
    text = javascript()
    current = TABLES.exists() and TABLES.read_text(encoding="utf-8") == text
    if check:
        print("current" if current else f"out of date: {TABLES.name}")
        return 0 if current else 1
    TABLES.write_text(text, encoding="utf-8")
    print(f"wrote {TABLES.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
