"""Unicode code points, and the contexts that the rules of tokenizers depend on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

SURROGATES = range(0xD800, 0xE000)
PLACES = ("{0}{0}", "a{0}b", "1{0}2", "{0}.", ".{0}", "{0}-", "1-{0}", "α{0}β")
# Code points in one text, separated by spaces; much faster than one text for each.
BATCH = 64
# All code points below this one are in every sample.
FIRST_SAMPLED = 0x3000


def scalar_values(step: int = 1) -> list[str]:
    """Return all characters below U+3000, and every `step`-th scalar value from there on."""
    sampled = range(FIRST_SAMPLED, sys.maxunicode + 1, step)
    codes = [*range(FIRST_SAMPLED), *(code for code in sampled if code not in SURROGATES)]
    return [chr(code) for code in codes]


def batches(characters: Sequence[str]) -> Iterator[Sequence[str]]:
    for i in range(0, len(characters), BATCH):
        yield characters[i : i + BATCH]
