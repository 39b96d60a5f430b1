"""Lines that are empty, that come again and again, or that say the same over and over."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from truebleu.checks.kinds import Located, found
from truebleu.wording import excerpt

if TYPE_CHECKING:
    from truebleu.checks.texts import Texts


LOOP_TIMES = 4
"""A loop says the same so many times at least, one behind the other."""

LOOP_WORDS = 8
LOOP_LETTERS = 24
"""And it takes so many words, or letters where there are no spaces: "no, no, no, no" is speech."""

DIFFERENT_SHARE = 0.6
DIFFERENT_LETTERS = 0.4
"""Only lines in which so few words (or letters) are different ones are looked at closely."""

MOST_LETTERS = 4000
"""So many characters of a line are searched for a loop of letters: each place costs time."""

REPEATED_LENGTH = 20
REPEATED_TIMES = 4
"""A line of so many characters that stands for so many different references is no headline."""

# A few words, or letters that are no digits and marks (tables, rules), that come again at once.
_WORDS = re.compile(rf"(?<!\S)(\S+(?: \S+){{0,15}}?)(?: \1){{{LOOP_TIMES - 1},}}(?!\S)")
_LETTERS = re.compile(rf"([^\W\d_].{{0,30}}?)\1{{{LOOP_TIMES - 1},}}")


def empty_findings(texts: Texts, sources: Sequence[str | None]) -> Iterator[Located]:
    """Hypotheses of nothing, where there was something to say; `sources` as far as they are known.

    A reference counts as a source here: there is nothing to say where both are empty.
    """
    places = [
        place
        for place, text in enumerate(texts.segments)
        if (not text or text.isspace()) and _is_said(sources, place)
    ]
    if places:
        yield found("empty", texts.name, places)


def _is_said(sources: Sequence[str | None], place: int) -> bool:
    source = sources[place] if place < len(sources) else None
    return source is None or bool(source.strip())


def repeated_findings(texts: Texts, references: Sequence[str | None]) -> Iterator[Located]:
    """The same line for segments whose references (or sources) differ."""
    times = Counter(text for text in texts.segments if len(text) >= REPEATED_LENGTH)
    often = {text for text, count in times.items() if count >= REPEATED_TIMES}
    if not often:
        return
    places = defaultdict(list)
    for place, text in enumerate(texts.segments):
        if text in often and place < len(references) and references[place]:
            places[text].append(place)
    concerned = {
        text: where
        for text, where in places.items()
        if len({references[place] for place in where}) >= REPEATED_TIMES
    }
    if concerned:
        most = max(concerned, key=lambda text: len(concerned[text]))
        yield found(
            "repeated",
            texts.name,
            sorted(place for where in concerned.values() for place in where),
            times=len(concerned[most]),
            text=excerpt(most),
        )


def loop_findings(texts: Texts, references: Sequence[str | None]) -> Iterator[Located]:
    """Lines that say the same over and over, where the reference does not."""
    places = []
    for place, text in enumerate(texts.segments):
        times = loops_in(text)
        if not times:
            continue
        reference = references[place] if place < len(references) else None
        if not (reference and loops_in(reference) >= times / 2):
            places.append(place)
    if places:
        flat = _flat(texts.segments[places[0]])
        loop = _loop(flat)
        span = (loop.start, loop.once) if loop else None
        yield found("loops", texts.name, places, excerpt=excerpt(flat, span))


def loops_in(text: str) -> int:
    """How many times the text says the same, one behind the other; 0 if it is no loop.

    >>> loops_in("and so on and so on and so on and so on and so on"), loops_in("no no no no")
    (5, 0)
    """
    loop = _loop(_flat(text)) if _may_loop(text) else None
    return loop.times if loop else 0


def without_loops(text: str) -> str:
    """The text with its longest loop said once.

    >>> without_loops("It goes on and on and on and on and on and on.")
    'It goes on and on.'
    """
    if not _may_loop(text):
        return text
    flat = _flat(text)
    loop = _loop(flat)
    return text if loop is None else f"{flat[: loop.once]}{flat[loop.end :]}"


class _Loop:
    """Where a loop begins, where it was said once, where it ends, and how many times it is said."""

    def __init__(self, match: re.Match[str], parted_by: int) -> None:
        self.start, self.end = match.span()
        self.once = match.end(1)
        self.times = (len(match[0]) + parted_by) // (len(match[1]) + parted_by)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _may_loop(text: str) -> bool:
    """Whether few of the words, or of the letters, are different ones."""
    if len(text) < LOOP_LETTERS:
        return False
    words = text.split()
    if len(words) >= LOOP_WORDS and len(set(words)) <= DIFFERENT_SHARE * len(words):
        return True
    # Text without spaces, or one word without an end.
    if len(words) * 30 < len(text):
        longest = text
    elif max(map(len, words), default=0) < LOOP_LETTERS:
        return False
    else:
        longest = max(words, key=len)
    return len(set(longest)) <= DIFFERENT_LETTERS * len(longest)


def _loop(flat: str) -> _Loop | None:
    """The longest loop of words, else of letters."""
    some = flat[:MOST_LETTERS]
    words = [match for match in _WORDS.finditer(some) if match[0].count(" ") + 1 >= LOOP_WORDS]
    letters = (
        []
        if words
        else [match for match in _LETTERS.finditer(some) if len(match[0]) >= LOOP_LETTERS]
    )
    longest = max(words or letters, key=lambda match: len(match[0]), default=None)
    return _Loop(longest, parted_by=1 if words else 0) if longest else None
