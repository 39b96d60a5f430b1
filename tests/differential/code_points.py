"""Every Unicode code point, in each place that a tokenizer's rule looks at."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

SURROGATES = range(0xD800, 0xE000)
PLACES = ("{0}{0}", "a{0}b", "1{0}2", "{0}.", ".{0}", "{0}-", "1-{0}", "α{0}β")
# Parted by spaces, this many code points at a time, which is many times faster than one by one.
BATCH = 64
# Below it every code point is in each sample.
FIRST_SAMPLED = 0x3000


def scalar_values(step: int = 1) -> list[str]:
    """All of the basic plane below U+3000, and of the rest all, or each `step`th."""
    rest = range(FIRST_SAMPLED, sys.maxunicode + 1, step)
    codes = [*range(FIRST_SAMPLED), *(code for code in rest if code not in SURROGATES)]
    return [chr(code) for code in codes]


def batches(found: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(found), BATCH):
        yield found[at : at + BATCH]
