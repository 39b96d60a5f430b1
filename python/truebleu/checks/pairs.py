"""Checks that compare two texts: copies, swapped files, lengths, scripts and case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.kinds import Located, make_finding
from truebleu.checks.scripts import is_without_kana
from truebleu.checks.texts import Texts
from truebleu.wording import excerpt, rounded_percent

Counterparts = Sequence[str | None]
"""The segment of another text that corresponds to each segment of a text; None without one."""


WHOLE = 0.98
"""Minimum share of equal lines at which two texts are reported as equal."""

LONG = 40
"""Number of characters from which two lines are almost never equal by chance."""

COPIED_SHARE = 0.25
COPIED_LINES = 5

TIMES_AS_LONG = 3.0
LENGTH_APART = 40
"""Difference between the length of a line and its expected length, in characters, above which the
line can be an outlier. The ratio of short lengths is not reliable."""

LETTERS = 15
"""Minimum number of letters in a line whose script is compared with the reference."""
REFERENCE_LETTERS = 8
"""Minimum number of letters in the reference of a line whose script is compared."""

MOST_LETTERS = 0.8
"""Minimum share of letters in one script for a line to be in this script."""

OTHER_LETTERS = 0.1
"""Share of letters in a reference below which a script does not occur in the reference."""

SCRIPT_LINES = 10
"""Minimum number of lines of a text that is reported to be in the wrong script. Shorter texts are
not reported, because a few lines of product names are in Latin script in every language."""

CASED_SHARE = 0.01
"""Share of capitals below which text is lowercase. Normal text has at least three times as many."""


def copy_findings(
    texts: Texts, references: Sequence[tuple[str, Counterparts]]
) -> Iterator[Located]:
    """Yield a finding about hypotheses that equal a reference in all lines, or in many lines.

    `references` has a pair for each reference: its name, and its text for each line of `texts`. The
    text is None if the reference has no corresponding line.
    """
    equal: set[int] = set()
    for name, counterparts in references:
        equal_places = _equal_segments(texts, counterparts)
        if equal_places and len(equal_places) == len(texts):
            yield make_finding("hypothesis_is_reference", texts.name, other=name)
            return
        equal.update(equal_places)
    long_places = _long_segments(texts)
    copied = [i for i in long_places if i in equal]
    if len(copied) >= max(COPIED_LINES, COPIED_SHARE * len(long_places)):
        yield make_finding(
            "copied_reference",
            texts.name,
            copied,
            share=rounded_percent(len(copied) / len(long_places)),
            excerpt=texts.excerpt(copied[0]),
        )


def source_findings(
    texts: Texts, source: Counterparts, reference: Counterparts
) -> Iterator[Located]:
    """Yield a finding about hypotheses or references that equal the source.

    `texts` are the hypotheses or the references. `source` and `reference` have the source text and
    the reference text for each line of `texts`, or None.
    """
    equal_places = [i for i in _equal_segments(texts, source) if texts.segments[i]]
    if texts.segments and len(equal_places) >= WHOLE * len(texts):
        yield make_finding(f"source_as_{texts.role}", texts.name)
        return
    copied = [
        i
        for i in equal_places
        if len(texts.segments[i]) >= LONG and _counterpart(reference, i) != texts.segments[i]
    ]
    if copied and texts.role == "hypothesis":
        yield make_finding("untranslated", texts.name, copied, excerpt=texts.excerpt(copied[0]))


def equal_references(texts: Texts, name: str, counterparts: Counterparts) -> Iterator[Located]:
    """Yield a finding if a reference equals another reference in at least 98% of its lines.

    `texts` is the first of these references. `name` is the name of the other reference.
    `counterparts` has the text of the other reference for each line of `texts`, or None.
    """
    if texts.segments and len(_equal_segments(texts, counterparts)) >= WHOLE * len(texts):
        yield make_finding("equal_references", texts.name, other=name)


def length_findings(texts: Texts, references: Sequence[Counterparts]) -> Iterator[Located]:
    """Yield a finding about lines that are much longer or shorter than all of their references.

    `references` has one list per reference. A list has the reference text for each line of `texts`,
    or None.
    """
    # Empty lines have a finding of their own.
    lengths = np.array([len(text.strip()) for text in texts.segments], float)
    usual_ratio = _usual_ratio(lengths, references)
    is_outlier = np.ones(len(lengths), bool)
    for counterparts in references:
        expected = _lengths(counterparts, len(lengths)) * usual_ratio
        difference = np.abs(lengths - expected)
        ratio = (np.maximum(lengths, expected) + 1) / (np.minimum(lengths, expected) + 1)
        is_outlier &= (ratio > TIMES_AS_LONG) & (difference > LENGTH_APART) & (expected > 0)
    is_outlier &= lengths > 0
    places = np.flatnonzero(is_outlier).tolist()
    if places:
        reference = _counterpart(references[0], places[0]) or ""
        prefix = f"{int(lengths[places[0]])} characters, the reference {len(reference)}: "
        text = excerpt(texts.segments[places[0]])
        yield make_finding("length_outliers", texts.name, places, excerpt=prefix + text)


def _usual_ratio(lengths: NDArray[np.float64], references: Sequence[Counterparts]) -> float:
    """Return the median of hypothesis length / reference length, in characters.

    Only the first reference is used. If there are no lengths, return 1.0.
    """
    reference_lengths = _lengths(references[0], len(lengths)) if references else np.zeros(0)
    has_both = (
        (reference_lengths > 0) & (lengths > 0) if len(reference_lengths) else np.zeros(0, bool)
    )
    return (
        float(np.median(lengths[has_both] / reference_lengths[has_both])) if has_both.any() else 1.0
    )


def _lengths(counterparts: Counterparts, count: int) -> NDArray[np.float64]:
    lengths = np.zeros(count)
    defined = [len(text or "") for text in counterparts[:count]]
    lengths[: len(defined)] = defined
    return lengths


def script_findings(
    texts: Texts, reference: Texts, reference_lines: NDArray[np.int64]
) -> Iterator[Located]:
    """Yield a finding if a text, or some of its lines, have a different script than the reference.

    `reference_lines` has the index of the reference line for each line of `texts`, or -1.
    """
    has_enough_lines = min(len(texts), len(reference)) >= SCRIPT_LINES
    for first, second, language in ((texts, reference, "Chinese"), (reference, texts, "Japanese")):
        if has_enough_lines and is_without_kana(first.characters, second.characters):
            theirs = "Japanese" if language == "Chinese" else "Chinese"
            yield make_finding(
                "wrong_script", texts.name, ours=language, theirs=theirs, other=reference.name
            )
            return
    scripts = sorted({*texts.scripts, *reference.scripts})
    if len(scripts) < 2 or not texts.scripts or not reference.scripts:
        return
    ours, theirs = _main_script(texts.scripts), _main_script(reference.scripts)
    share = texts.scripts.get(theirs, 0) / sum(texts.scripts.values())
    if has_enough_lines and ours != theirs and share < OTHER_LETTERS:
        yield make_finding(
            "wrong_script", texts.name, ours=ours, theirs=theirs, other=reference.name
        )
        return
    has_reference = reference_lines >= 0
    counts = texts.letters(scripts)[has_reference]
    reference_counts = reference.letters(scripts)[reference_lines[has_reference]]
    totals, reference_totals = counts.sum(axis=1), reference_counts.sum(axis=1)
    top = counts.argmax(axis=1)
    rows = np.arange(len(top))
    is_different = (
        (totals >= LETTERS)
        & (reference_totals >= REFERENCE_LETTERS)
        & (counts[rows, top] > MOST_LETTERS * totals)
        & (reference_counts[rows, top] < OTHER_LETTERS * reference_totals)
    )
    places = np.flatnonzero(has_reference)[is_different].tolist()
    if places:
        yield make_finding(
            "other_script",
            texts.name,
            places,
            what=", ".join(scripts[i] for i in np.unique(top[is_different])[:3]),
            excerpt=texts.excerpt(places[0]),
        )


def case_findings(texts: Texts, reference: Texts) -> Iterator[Located]:
    """Yield a finding if `texts` is all lowercase and the reference is not."""
    if 0 <= _capitals(texts) < CASED_SHARE / 10 and _capitals(reference) > CASED_SHARE:
        yield make_finding("lowercased", texts.name, other=reference.name)


def _capitals(texts: Texts) -> float:
    """Return the share of capital letters among all letters that have case.

    For texts with at most 200 such letters, return -1.
    """
    capitals = sum(count for letter, count in texts.characters.items() if letter.isupper())
    small = sum(count for letter, count in texts.characters.items() if letter.islower())
    return capitals / (capitals + small) if capitals + small > 200 else -1.0


def _equal_segments(texts: Texts, counterparts: Counterparts) -> list[int]:
    """Return the indices of the segments that equal their counterparts."""
    pairs = enumerate(zip(texts.segments, counterparts, strict=False))  # up to the shorter one
    return [i for i, (text, counterpart) in pairs if text == counterpart]


def _long_segments(texts: Texts) -> list[int]:
    return [i for i, text in enumerate(texts.segments) if len(text) >= LONG]


def _main_script(scripts: dict[str, int]) -> str:
    return max(scripts, key=scripts.__getitem__)


def _counterpart(counterparts: Counterparts, i: int) -> str | None:
    return counterparts[i] if i < len(counterparts) else None
