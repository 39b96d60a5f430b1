"""Checks of lines: empty lines, repeated lines, and repetition loops in a line."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from truebleu.checks.kinds import Located, make_finding
from truebleu.checks.results import ERROR
from truebleu.wording import excerpt

if TYPE_CHECKING:
    from truebleu.checks.texts import Texts


LOOP_TIMES = 4
"""Minimum number of consecutive repetitions in a loop."""

LOOP_WORDS = 8
"""Minimum length of a loop in words. Shorter repetitions such as "no, no, no, no" occur in
speech."""
LOOP_LETTERS = 24
"""Minimum length of a loop in letters, for text without spaces."""

DIFFERENT_SHARE = 0.6
"""Maximum share of distinct words in a line that is searched for loops."""
DIFFERENT_LETTERS = 0.4
"""Maximum share of distinct letters in text without spaces that is searched for loops."""

MOST_LETTERS = 4000
"""Number of characters at the start of a line that are searched for loops, to limit the time."""

REPEATED_LENGTH = 20
"""Minimum number of characters of a repeated line."""
REPEATED_TIMES = 4
"""Minimum number of different references of a repeated line."""

# A loop of letters starts with a letter, because digits and punctuation also repeat in tables and
# in lines of dashes.
_WORDS = re.compile(rf"(?<!\S)(\S+(?: \S+){{0,15}}?)(?: \1){{{LOOP_TIMES - 1},}}(?!\S)")
_LETTERS = re.compile(rf"([^\W\d_].{{0,30}}?)\1{{{LOOP_TIMES - 1},}}")


def empty_findings(texts: Texts, sources: Sequence[str | None]) -> Iterator[Located]:
    """Yield a finding about empty hypotheses whose source segment is not empty.

    If all hypotheses are empty, the severity is "error", because the score is then meaningless.
    `sources` has the source segment of each hypothesis. If there is no source text, pass the
    references as `sources`.
    """
    places = [
        i
        for i, text in enumerate(texts.segments)
        if (not text or text.isspace()) and i not in texts.missing and _has_source(sources, i)
    ]
    if places:
        has_text = any(text and not text.isspace() for text in texts.segments)
        yield make_finding("empty", texts.name, places, severity=None if has_text else ERROR)


def _has_source(sources: Sequence[str | None], i: int) -> bool:
    source = sources[i] if i < len(sources) else None
    return source is None or bool(source.strip())


def repeated_findings(texts: Texts, references: Sequence[str | None]) -> Iterator[Located]:
    """Yield a finding about a line that occurs many times although its references differ.

    `references` has the reference of each line. If there is a source text, pass its segments
    instead.
    """
    times = Counter(text for text in texts.segments if len(text) >= REPEATED_LENGTH)
    frequent = {text for text, count in times.items() if count >= REPEATED_TIMES}
    if not frequent:
        return
    places = defaultdict(list)
    for i, text in enumerate(texts.segments):
        if text in frequent and i < len(references) and references[i]:
            places[text].append(i)
    groups = {
        text: group
        for text, group in places.items()
        if len({references[i] for i in group}) >= REPEATED_TIMES
    }
    if groups:
        longest_group = max(groups, key=lambda text: len(groups[text]))
        yield make_finding(
            "repeated",
            texts.name,
            sorted(i for group in groups.values() for i in group),
            times=len(groups[longest_group]),
            text=excerpt(longest_group),
        )


def loop_findings(texts: Texts, references: Sequence[str | None]) -> Iterator[Located]:
    """Yield a finding about lines with a repetition loop, such as "and so on and so on and so on".

    `references` has the reference of each line. A line is left out if its reference has a loop with
    at least half as many repetitions.
    """
    places = []
    for i, text in enumerate(texts.segments):
        times = loops_in(text)
        if not times:
            continue
        reference = references[i] if i < len(references) else None
        if not (reference and loops_in(reference) >= times / 2):
            places.append(i)
    if places:
        flat = _flat(texts.segments[places[0]])
        loop = _loop(flat)
        span = (loop.start, loop.once) if loop else None
        yield make_finding("loops", texts.name, places, excerpt=excerpt(flat, span))


def loops_in(text: str) -> int:
    """Return how many times the longest repetition loop of a text repeats its words.

    If the text has no loop, return 0.

    >>> loops_in("and so on and so on and so on and so on and so on"), loops_in("no no no no")
    (5, 0)
    """
    loop = _loop(_flat(text)) if _may_loop(text) else None
    return loop.times if loop else 0


def without_loops(text: str) -> str:
    """Return the text with its longest repetition loop reduced to one repetition.

    >>> without_loops("It goes on and on and on and on and on and on.")
    'It goes on and on.'
    """
    if not _may_loop(text):
        return text
    flat = _flat(text)
    loop = _loop(flat)
    return text if loop is None else f"{flat[: loop.once]}{flat[loop.end :]}"


class _Loop:
    """A repetition loop in a text: words or letters that are repeated several times in a row.

    `start` and `end` are the positions of the loop in the text. `once` is the position where the
    first repetition ends. `times` is the number of repetitions.
    """

    def __init__(self, match: re.Match[str], separator_length: int) -> None:
        self.start, self.end = match.span()
        self.once = match.end(1)
        self.times = (len(match[0]) + separator_length) // (len(match[1]) + separator_length)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _may_loop(text: str) -> bool:
    """Return whether a text can contain a repetition loop.

    It can if many of its words are equal, or many of its letters.
    """
    if len(text) < LOOP_LETTERS:
        return False
    words = text.split()
    if len(words) >= LOOP_WORDS and len(set(words)) <= DIFFERENT_SHARE * len(words):
        return True
    # Text without spaces, or a very long word.
    if len(words) * 30 < len(text):
        longest = text
    elif max(map(len, words), default=0) < LOOP_LETTERS:
        return False
    else:
        longest = max(words, key=len)
    return len(set(longest)) <= DIFFERENT_LETTERS * len(longest)


def _loop(flat: str) -> _Loop | None:
    """Return the longest loop of words; if there is none, return the longest loop of letters.

    In a loop, words or letters are repeated several times in a row.
    """
    beginning = flat[:MOST_LETTERS]
    words = [match for match in _WORDS.finditer(beginning) if match[0].count(" ") + 1 >= LOOP_WORDS]
    letters = (
        []
        if words
        else [match for match in _LETTERS.finditer(beginning) if len(match[0]) >= LOOP_LETTERS]
    )
    longest = max(words or letters, key=lambda match: len(match[0]), default=None)
    return _Loop(longest, separator_length=1 if words else 0) if longest else None
