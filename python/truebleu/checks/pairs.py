"""What shows when a text is held against another: copies, mixed-up files, lengths, letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.kinds import Located, found
from truebleu.checks.scripts import is_without_kana
from truebleu.checks.texts import Texts
from truebleu.wording import excerpt, rounded_percent

Beside = Sequence[str | None]
"""For each segment of a text the one of another that belongs to it, if there is one."""


WHOLE = 0.98
"""A text is another one if so many of its lines are."""

LONG = 40
"""Characters of a line that is hardly the same by chance."""

COPIED_SHARE = 0.25
COPIED_LINES = 5

TIMES_AS_LONG = 3.0
LENGTH_APART = 40
"""Characters (not bytes) that lengths differ by at least; below it ratios say nothing."""

LETTERS = 15
REFERENCE_LETTERS = 8
"""Letters that a line and its reference have at least before the script is judged."""

MOST_LETTERS = 0.8
"""A line is in a script when so many of its letters are."""

OTHER_LETTERS = 0.1
"""And it is in another one than the reference when the reference has so few of them at most."""

SCRIPT_LINES = 10
"""A text needs so many lines before all of it is said to be in the wrong script: three lines of
product names are in Latin letters everywhere."""

CASED_SHARE = 0.01
"""Text with so few capitals among its letters is lower case; people write three times as many."""


def copy_findings(texts: Texts, references: Sequence[tuple[str, Beside]]) -> Iterator[Located]:
    """Hypotheses that are a reference, or too often are."""
    equal: set[int] = set()
    for name, beside in references:
        same = _same(texts, beside)
        if same and len(same) == len(texts):
            yield found("hypothesis_is_reference", texts.name, other=name)
            return
        equal.update(same)
    long = _long(texts)
    copied = [place for place in long if place in equal]
    if len(copied) >= max(COPIED_LINES, COPIED_SHARE * len(long)):
        yield found(
            "copied_reference",
            texts.name,
            copied,
            share=rounded_percent(len(copied) / len(long)),
            excerpt=texts.excerpt(copied[0]),
        )


def source_findings(texts: Texts, source: Beside, reference: Beside) -> Iterator[Located]:
    """Hypotheses or references that are the source."""
    same = [place for place in _same(texts, source) if texts.segments[place]]
    if texts.segments and len(same) >= WHOLE * len(texts):
        yield found(f"source_as_{texts.role}", texts.name)
        return
    copied = [
        place
        for place in same
        if len(texts.segments[place]) >= LONG and _at(reference, place) != texts.segments[place]
    ]
    if copied and texts.role == "hypothesis":
        yield found("untranslated", texts.name, copied, excerpt=texts.excerpt(copied[0]))


def equal_references(texts: Texts, name: str, beside: Beside) -> Iterator[Located]:
    """A reference that is another."""
    if texts.segments and len(_same(texts, beside)) >= WHOLE * len(texts):
        yield found("equal_references", texts.name, other=name)


def length_findings(texts: Texts, references: Sequence[Beside]) -> Iterator[Located]:
    """Lines that are far longer or shorter than every reference."""
    # What is empty, or nearly so, is said to be that.
    ours = np.array([len(text.strip()) for text in texts.segments], float)
    usual = _usual_ratio(ours, references)
    odd = np.ones(len(ours), bool)
    for beside in references:
        theirs = _lengths(beside, len(ours)) * usual
        apart = np.abs(ours - theirs)
        ratio = (np.maximum(ours, theirs) + 1) / (np.minimum(ours, theirs) + 1)
        odd &= (ratio > TIMES_AS_LONG) & (apart > LENGTH_APART) & (theirs > 0)
    odd &= ours > 0
    places = np.flatnonzero(odd).tolist()
    if places:
        reference = _at(references[0], places[0]) or ""
        shown = f"{int(ours[places[0]])} characters, the reference {len(reference)}: "
        text = excerpt(texts.segments[places[0]])
        yield found("length_outliers", texts.name, places, excerpt=shown + text)


def _usual_ratio(ours: NDArray[np.float64], references: Sequence[Beside]) -> float:
    """How many times as long as references the hypotheses are as a rule."""
    theirs = _lengths(references[0], len(ours)) if references else np.zeros(0)
    both = (theirs > 0) & (ours > 0) if len(theirs) else np.zeros(0, bool)
    return float(np.median(ours[both] / theirs[both])) if both.any() else 1.0


def _lengths(beside: Beside, count: int) -> NDArray[np.float64]:
    found = np.zeros(count)
    known = [len(text or "") for text in beside[:count]]
    found[: len(known)] = known
    return found


def script_findings(texts: Texts, other: Texts, beside: NDArray[np.int64]) -> Iterator[Located]:
    """Lines in other letters than the reference's; `beside` has its line for each, or -1."""
    enough = min(len(texts), len(other)) >= SCRIPT_LINES
    for one, two, language in ((texts, other, "Chinese"), (other, texts, "Japanese")):
        if enough and is_without_kana(one.characters, two.characters):
            theirs = "Japanese" if language == "Chinese" else "Chinese"
            yield found("wrong_script", texts.name, ours=language, theirs=theirs, other=other.name)
            return
    scripts = sorted({*texts.scripts, *other.scripts})
    if len(scripts) < 2 or not texts.scripts or not other.scripts:
        return
    ours, theirs = _top(texts.scripts), _top(other.scripts)
    share = texts.scripts.get(theirs, 0) / sum(texts.scripts.values())
    if enough and ours != theirs and share < OTHER_LETTERS:
        yield found("wrong_script", texts.name, ours=ours, theirs=theirs, other=other.name)
        return
    there = beside >= 0
    mine = texts.letters(scripts)[there]
    yours = other.letters(scripts)[beside[there]]
    totals, their_totals = mine.sum(axis=1), yours.sum(axis=1)
    top = mine.argmax(axis=1)
    rows = np.arange(len(top))
    odd = (
        (totals >= LETTERS)
        & (their_totals >= REFERENCE_LETTERS)
        & (mine[rows, top] > MOST_LETTERS * totals)
        & (yours[rows, top] < OTHER_LETTERS * their_totals)
    )
    places = np.flatnonzero(there)[odd].tolist()
    if places:
        yield found(
            "other_script",
            texts.name,
            places,
            what=", ".join(scripts[place] for place in np.unique(top[odd])[:3]),
            excerpt=texts.excerpt(places[0]),
        )


def case_findings(texts: Texts, other: Texts) -> Iterator[Located]:
    """Hypotheses all in lower case beside references that are not."""
    if 0 <= _capitals(texts) < CASED_SHARE / 10 and _capitals(other) > CASED_SHARE:
        yield found("lowercased", texts.name, other=other.name)


def _capitals(texts: Texts) -> float:
    """The share of capitals among letters that have a case; -1 where there are few such letters."""
    capitals = sum(count for letter, count in texts.characters.items() if letter.isupper())
    small = sum(count for letter, count in texts.characters.items() if letter.islower())
    return capitals / (capitals + small) if capitals + small > 200 else -1.0


def _same(texts: Texts, beside: Beside) -> list[int]:
    """The segments that are what stands beside them."""
    pairs = enumerate(zip(texts.segments, beside, strict=False))  # behind the shorter: nothing
    return [place for place, (text, other) in pairs if text == other]


def _long(texts: Texts) -> list[int]:
    return [place for place, text in enumerate(texts.segments) if len(text) >= LONG]


def _top(scripts: dict[str, int]) -> str:
    return max(scripts, key=scripts.__getitem__)


def _at(beside: Beside, place: int) -> str | None:
    return beside[place] if place < len(beside) else None
