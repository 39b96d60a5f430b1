"""The segments of a system, a reference or the source, stored for fast checks.

All segments are joined into one string, so a pattern is searched for only once. The start positions
of the segments then tell which segments contain a match. Characters are counted first. If the
characters that a check searches for do not occur, the check is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.anchors import Words, words_of
from truebleu.checks.scripts import script_of, scripts_in, unspaced
from truebleu.wording import excerpt

HYPOTHESIS, REFERENCE, SOURCE = "hypothesis", "reference", "source"

BLOCK = 4096
"""Number of segments whose code points are in memory at once."""

CODE_POINTS = 0x110000
_SURROGATE = re.compile("[\ud800-\udfff]")


def distinct_names(texts: Iterable[tuple[str, str]]) -> list[str]:
    """Return a distinct name for each text, because findings refer to a text by its name.

    `texts` has the name and the role of each text. A repeated name gets the role as a suffix, such
    as "a.txt (reference)".
    """
    names: list[str] = []
    for text, role in texts:
        name = text
        while name in names:
            name = f"{name} ({role})"
        names.append(name)
    return names


class Texts:
    """The segments of a system, a reference or the source.

    Attributes:
        name: the name of the file, system or reference in messages. It is unique in a check.
        role: "hypothesis", "reference" or "source".
        segments: the text of each segment. A missing segment is stored as "", and lone surrogates
            are replaced by U+FFFD.
        missing: the indices of the missing segments, from 0.
        surrogates: the indices of the segments with lone surrogates, from 0.
    """

    def __init__(self, name: str, role: str, cells: Sequence[str | None]) -> None:
        self.name = name
        self.role = role
        self.missing = frozenset(place for place, cell in enumerate(cells) if cell is None)
        self.segments: list[str] = [cell or "" for cell in cells] if self.missing else list(cells)  # type: ignore[arg-type]
        self.surrogates = self._replace_surrogates()
        self._words: dict[bool, Words] = {}

    def _replace_surrogates(self) -> list[int]:
        try:
            "".join(self.segments).encode()
        except UnicodeEncodeError:
            pass
        else:
            return []
        places = [
            i
            for i, text in enumerate(self.segments)
            if not text.isascii() and _SURROGATE.search(text)
        ]
        for i in places:
            units = self.segments[i].encode("utf-16", "surrogatepass")
            self.segments[i] = units.decode("utf-16", "replace")
        return places

    def __len__(self) -> int:
        return len(self.segments)

    @cached_property
    def cells(self) -> Sequence[str | None]:
        """The text of each segment; None for a missing segment."""
        if not self.missing:
            return self.segments
        return [None if place in self.missing else text for place, text in enumerate(self.segments)]

    @cached_property
    def unspaced(self) -> bool:
        """Whether the text is in a language without spaces between words."""
        return unspaced(self.characters)

    @cached_property
    def joined(self) -> str:
        """All segments in one string, separated by line feeds."""
        return "\n".join(self.segments)

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The position in `joined` at which each segment starts."""
        lengths = np.fromiter(map(len, self.segments), np.int64, len(self.segments))
        return np.concatenate([[0], np.cumsum(lengths + 1)[:-1]]) if len(lengths) else lengths

    @cached_property
    def characters(self) -> dict[str, int]:
        """The number of occurrences of each character in all segments."""
        # Allocate up to the largest code point in the text: counting all code points is slow.
        counts = np.zeros(ord("\n") + 1, np.int64)
        for codes, _ in self.blocks():
            of_block = np.bincount(codes, minlength=len(counts))
            of_block[: len(counts)] += counts
            counts = of_block
        counts[ord("\n")] -= len(self)
        return {chr(code): int(counts[code]) for code in np.flatnonzero(counts).tolist()}

    def blocks(self) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.int64]]]:
        """Yield the code points of all segments, in blocks of at most `BLOCK` segments.

        A block is a pair of arrays. The first array has the code points of the segments, with a
        line feed after each segment. The second array has the index at which each segment starts in
        the first array.
        """
        for first in range(0, len(self), BLOCK):
            block = self.segments[first : first + BLOCK]
            text = "\n".join([*block, ""])
            begins = self.starts[first : first + len(block)] - self.starts[first]
            yield np.frombuffer(text.encode("utf-32-le"), np.uint32), begins

    @cached_property
    def scripts(self) -> dict[str, int]:
        """The number of letters of each script in the text."""
        return scripts_in(self.characters)

    def letters(self, scripts: Sequence[str]) -> NDArray[np.int64]:
        """Return the number of letters of each of the `scripts` in each segment.

        The result is an int64 array of shape (n_segments, n_scripts).
        """
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
        """Return hashes of all words of the text.

        With `letters=True`, return hashes of all letter trigrams.
        """
        if letters not in self._words:
            self._words[letters] = words_of(self.segments, letters=letters)
        return self._words[letters]

    def has(self, text: str) -> bool:
        """Return whether any segment contains `text`."""
        return text in self.joined

    def places(self, pattern: re.Pattern[str]) -> list[int]:
        """Return the indices of the segments that contain a match of a pattern.

        The pattern must not match line feeds.
        """
        starts = [match.start() for match in pattern.finditer(self.joined)]
        return self.segments_at(starts)

    def segments_at(self, positions: Sequence[int]) -> list[int]:
        """Return the sorted indices of the segments at the given positions in `joined`."""
        if not positions:
            return []
        places = np.searchsorted(self.starts, positions, side="right") - 1
        return [int(place) for place in np.unique(places)]

    def excerpt(self, place: int, pattern: re.Pattern[str] | None = None) -> str:
        """Return a short excerpt of a segment, in one line of visible characters.

        `place` is the index of the segment. If the segment contains a match of `pattern`, the
        excerpt shows it.
        """
        text = self.segments[place]
        match = pattern.search(text) if pattern else None
        return excerpt(text, match.span() if match else None)
