"""The segments of one file or list, laid out so that a fault is found in one pass of compiled code.

All segments stand in one string, one behind another. A pattern is searched in it once, and where
a match belongs follows from where segments begin. Which characters there are at all is counted
first: most of what could be wrong is then known not to be there, without a search.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.anchors import Words, words_of
from truebleu.checks.scripts import script_of, scripts_in, unspaced
from truebleu.wording import excerpt

HYPOTHESIS, REFERENCE, SOURCE = "hypothesis", "reference", "source"

BLOCK = 4096
"""Segments of which code points are held at a time."""

CODE_POINTS = 0x110000
_SURROGATE = re.compile("[\ud800-\udfff]")


class Texts:
    """The segments of one stream.

    `role` is "hypothesis", "reference" or "source". A segment that is missing (None) is "" in
    `segments`, and its number, counted from 0, in `missing`. `segments` are Unicode text: half
    characters were replaced, and `surrogates` says where.
    """

    def __init__(self, name: str, role: str, cells: Sequence[str | None]) -> None:
        self.name = name
        self.role = role
        self.missing = frozenset(place for place, cell in enumerate(cells) if cell is None)
        self.segments: list[str] = [cell or "" for cell in cells] if self.missing else list(cells)  # type: ignore[arg-type]
        self.surrogates = self._mend_surrogates()
        self._words: dict[bool, Words] = {}

    def _mend_surrogates(self) -> list[int]:
        try:
            "".join(self.segments).encode()
        except UnicodeEncodeError:
            pass
        else:
            return []
        places = [
            place
            for place, text in enumerate(self.segments)
            if not text.isascii() and _SURROGATE.search(text)
        ]
        for place in places:
            units = self.segments[place].encode("utf-16", "surrogatepass")
            self.segments[place] = units.decode("utf-16", "replace")
        return places

    def __len__(self) -> int:
        return len(self.segments)

    @cached_property
    def cells(self) -> Sequence[str | None]:
        """The segments, with None for those that are missing."""
        if not self.missing:
            return self.segments
        return [None if place in self.missing else text for place, text in enumerate(self.segments)]

    @cached_property
    def unspaced(self) -> bool:
        """Whether words are not parted by spaces."""
        return unspaced(self.characters)

    @cached_property
    def joined(self) -> str:
        """All segments, with a line end between them."""
        return "\n".join(self.segments)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where each segment begins in `joined`."""
        lengths = np.fromiter(map(len, self.segments), np.int64, len(self.segments))
        return np.concatenate([[0], np.cumsum(lengths + 1)[:-1]]) if len(lengths) else lengths

    @cached_property
    def characters(self) -> dict[str, int]:
        """How often each character occurs, without the line ends that part segments."""
        # No longer than the largest code point: most texts have no use for a million counts.
        counts = np.zeros(ord("\n") + 1, np.int64)
        for codes, _ in self.blocks():
            of_block = np.bincount(codes, minlength=len(counts))
            of_block[: len(counts)] += counts
            counts = of_block
        counts[ord("\n")] -= len(self)
        return {chr(code): int(counts[code]) for code in np.flatnonzero(counts).tolist()}

    def blocks(self) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.int64]]]:
        """Code points of some segments at a time, each with a line end, and where each begins."""
        for first in range(0, len(self), BLOCK):
            some = self.segments[first : first + BLOCK]
            text = "\n".join([*some, ""])
            begins = self.starts[first : first + len(some)] - self.starts[first]
            yield np.frombuffer(text.encode("utf-32-le"), np.uint32), begins

    @cached_property
    def scripts(self) -> dict[str, int]:
        """How many letters of each script there are."""
        return scripts_in(self.characters)

    def letters(self, scripts: Sequence[str]) -> NDArray[np.int64]:
        """How many letters of each of these scripts each segment has: (segments, scripts)."""
        numbers = {script: number for number, script in enumerate(scripts, 1)}
        table = np.zeros(CODE_POINTS, np.uint8)
        for letter in self.characters:
            table[ord(letter)] = numbers.get(script_of(letter) or "", 0)
        counts = np.zeros((len(self), len(scripts)), np.int64)
        first = 0
        for codes, begins in self.blocks():
            kinds = table[codes]
            last = first + len(begins)
            for number in range(1, len(scripts) + 1):
                counts[first:last, number - 1] = np.add.reduceat(
                    kinds == number, begins, dtype=np.int64
                )
            first = last
        return counts

    def words(self, *, letters: bool) -> Words:
        """The words as numbers; with `letters`, every three letters in their place."""
        if letters not in self._words:
            self._words[letters] = words_of(self.segments, letters=letters)
        return self._words[letters]

    def has(self, text: str) -> bool:
        """Whether the text stands in a segment."""
        return text in self.joined

    def places(self, pattern: re.Pattern[str]) -> list[int]:
        """The segments, counted from 0, that have a match. No match may reach over a line end."""
        found = [match.start() for match in pattern.finditer(self.joined)]
        return self.segments_at(found)

    def segments_at(self, positions: Sequence[int]) -> list[int]:
        """The segments that hold these positions of `joined`, each once."""
        if not positions:
            return []
        places = np.searchsorted(self.starts, positions, side="right") - 1
        return [int(place) for place in np.unique(places)]

    def excerpt(self, place: int, pattern: re.Pattern[str] | None = None) -> str:
        """The segment around the first match, in one line, all characters visible."""
        text = self.segments[place]
        match = pattern.search(text) if pattern else None
        return excerpt(text, match.span() if match else None)
