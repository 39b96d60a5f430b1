"""The tables of an explanation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from truebleu.display.table import Table, display_width
from truebleu.explanation.results import (
    Contrast,
    Explanation,
    SegmentEffect,
    SegmentMarks,
    TokenMark,
    WhatIf,
)
from truebleu.metrics.base.score import places_of, printed
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.decomposition import Factor
from truebleu.wording import count, visible
from truebleu.wording import signed as signed_number

TEXT_WIDTH = 64
FINE = 1
"""So many more decimals have the points of a single n-gram or segment: they are small."""
NAMED = 4
"""So many segments are named in a line of a table."""


def number(value: float, score: BLEUScore, more: int = 0) -> str:
    """A score or points like those of this score, with so many decimals more."""
    return printed(value, score, places_of(score.scale) + more)


def signed(value: float, score: BLEUScore, more: int = 0) -> str:
    """Points with their sign."""
    return signed_number(value, places_of(score.scale) + more)


def factor_table(explanation: Explanation) -> Table:
    """A row for each factor of the score."""
    score, lost = explanation.score, explanation.breakdown.lost
    rows = [
        [
            part.name,
            _value(part, score),
            _counts(part),
            number(part.points, score),
            f"{100 * part.points / lost:.1f}%" if lost else "",
        ]
        for part in explanation.breakdown.factors
    ]
    return Table(
        ["factor", "value", "counts", "points lost", "share"], rows, left=frozenset({0, 2})
    )


def _value(part: Factor, score: BLEUScore) -> str:
    if not part.order:
        return f"{part.value:.3f}"
    return f"{part.value:.1f}%" if score.scale == 100 else f"{part.value:.3f}"


def _counts(part: Factor) -> str:
    if part.order == 0:
        if not part.total:
            return ""
        return f"{count(part.count, 'token')}, references {round(part.total, 3):g}"
    notes = ", smoothed" if part.smoothed else ""
    if not part.weight:
        notes += ", left out"
    return f"{part.count} of {part.total} matched{notes}"


def difference_table(name: str, contrast: Contrast) -> Table:
    """A row for each factor of two scores, and one for the scores."""
    made = contrast.difference
    rows = [
        [
            part.name,
            _either(part, part.first),
            _either(part, part.second),
            signed(part.points, made.first),
        ]
        for part in made.factors
    ]
    scores = [number(one.value, one) for one in (made.first, made.second)]
    rows.append(["BLEU", *scores, signed(made.points, made.first)])
    return Table(["factor", name, contrast.name, "points"], rows, left=frozenset({0}))


def _either(part: Any, value: float) -> str:
    return f"{value:.1f}" if part.order else f"{value:.3f}"


def order_table(explanation: Explanation) -> Table:
    """A row for each order: how many n-grams are matched, clipped, invented, missing."""
    rows = [
        [
            f"{one.order}-grams",
            *map(str, (one.total, one.matches, one.clipped, one.invented, one.missing)),
        ]
        for one in explanation.ngrams
    ]
    columns = ["", "in the hypotheses", "matched", "clipped", "invented", "missing"]
    return Table(columns, rows, left=frozenset({0}))


def losses_table(explanation: Explanation, kind: str) -> Table | None:
    """The n-grams of a kind that cost most, of each order; None where there is none."""
    rows = []
    for one in explanation.ngrams:
        for loss in _telling(explanation, getattr(one, kind)):
            cells = [str(one.order), _ngram(loss.tokens), str(loss.count)]
            rows.append([*cells, _points(loss, explanation.score), _where(loss)])
    columns = ["order", "n-gram", "times", "points", "segments"]
    return _without_segments(explanation, columns, rows, frozenset({1, 4}))


def ahead_table(explanation: Explanation, contrast: Contrast, kind: str) -> Table | None:
    """The n-grams that part two systems, of each order; None where there is none."""
    rows = []
    for one in contrast.ngrams:
        for ahead in _telling(explanation, getattr(one, kind)):
            cells = [str(one.order), _ngram(ahead.tokens), str(ahead.first), str(ahead.second)]
            rows.append([*cells, _points(ahead, explanation.score), _where(ahead)])
    columns = ["order", "n-gram", explanation.name, contrast.name, "points", "segments"]
    return _without_segments(explanation, columns, rows, frozenset({1, 5}))


def _telling(explanation: Explanation, ngrams: Sequence[Any]) -> Iterator[Any]:
    """In a corpus, what happens once says little: it is left to the data."""
    least = 1 if _is_single(explanation) else 2
    return (one for one in ngrams if one.count >= least)


def _is_single(explanation: Explanation) -> bool:
    return explanation.segment is not None or explanation.segments.count == 1


def _without_segments(
    explanation: Explanation, columns: list[str], rows: list[list[str]], left: frozenset[int]
) -> Table | None:
    """A table whose last column, the segments, goes where there is one segment."""
    if not rows:
        return None
    if _is_single(explanation):
        return Table(columns[:-1], [row[:-1] for row in rows], left=left)
    return Table(columns, rows, left=left)


def _points(one: Any, score: BLEUScore) -> str:
    return "" if one.points is None else number(one.points, score, FINE)


def _ngram(tokens: Sequence[Any]) -> str:
    return cut(" ".join(map(str, tokens)), TEXT_WIDTH)


def _where(one: Any) -> str:
    named = ", ".join(str(segment) for segment, _ in one.places[:NAMED])
    more = one.segments - min(len(one.places), NAMED)
    return f"{named} and {more} more" if more else named


def effects_table(explanation: Explanation, effects: Iterable[SegmentEffect]) -> Table:
    """A row for each segment: its score, and what it does to the corpus score."""
    score = explanation.score
    rows = [
        [
            str(one.segment),
            number(one.score, score),
            "" if one.effect is None else signed(one.effect, score, FINE),
            cut(one.hypothesis, TEXT_WIDTH),
        ]
        for one in effects
    ]
    return Table(["segment", "BLEU", "effect", "hypothesis"], rows, left=frozenset({3}))


def others_table(explanation: Explanation, effects: Iterable[SegmentEffect]) -> Table:
    """A row for each segment: the two sentence scores, and the effect on the difference."""
    contrast, score = explanation.contrast, explanation.score
    others = {} if contrast is None else {one[0]: one[1] for one in contrast.others}
    rows = [
        [
            str(one.segment),
            number(one.score, score),
            number(others[one.segment], score),
            signed(one.effect or 0.0, score, FINE),
            cut(one.hypothesis, TEXT_WIDTH),
        ]
        for one in effects
    ]
    other = "the other's" if contrast is None else contrast.name
    columns = ["segment", explanation.name, other, "effect", "hypothesis"]
    return Table(columns, rows, left=frozenset({4}))


def settings_table(explanation: Explanation) -> Table | None:
    """A row for each setting that changes the score; those that give the same share one.

    None where no setting does.
    """
    score = explanation.score
    rows = [
        [
            setting,
            ", ".join(values),
            number(value, score),
            signed(value - score.value, score),
        ]
        for setting, value, values in _alike(explanation.settings)
        if not _is_same(value, score)
    ]
    columns = ["setting", "value", "BLEU", "difference"]
    return Table(columns, rows, left=frozenset({0, 1})) if rows else None


def settings_without_effect(explanation: Explanation) -> tuple[str, ...]:
    """A sentence with the settings that leave the score as it is; none where there are none."""
    score = explanation.score
    same = [
        f"{setting} {', '.join(values)}"
        for setting, value, values in _alike(explanation.settings)
        if _is_same(value, score)
    ]
    return (f"No difference: {'; '.join(same)}.",) if same else ()


def _is_same(value: float, score: BLEUScore) -> bool:
    return abs(value - score.value) <= 1e-9 * score.scale


def _alike(settings: Sequence[WhatIf]) -> Iterator[tuple[str, float, list[str]]]:
    """The settings with the same score in one: its name, the score, the values."""
    groups: dict[tuple[str, float], list[str]] = {}
    for one in settings:
        groups.setdefault((one.setting, round(one.score, 9)), []).append(one.value)
    for (setting, score), values in groups.items():
        yield setting, score, values


def cut(text: str, width: int) -> str:
    """A text that takes so many places at most; white space is one space, and nothing is hidden."""
    text = visible(" ".join(text.split()))
    if display_width(text) <= width:
        return text
    while display_width(text) > width - 1:
        text = text[: max(1, len(text) - max(1, (display_width(text) - width) // 2))]
    return f"{text}…"


# A segment token by token, in lines that need no colour


WIDTH = 96
INVENTED = "-"
CLIPPED = "!"


def marked(marks: SegmentMarks, *, references: bool = True) -> Iterator[str]:
    """The tokens with their marks below, then the references, what is not produced in brackets."""
    pairs = [(visible(str(mark.token)), _mark(mark)) for mark in marks.tokens]
    if not pairs:
        yield "hypothesis: (no tokens)"
    for place, line in enumerate(_lines(pairs)):
        widths = [max(display_width(token), len(mark)) for token, mark in line]
        head = "hypothesis" if place == 0 else ""
        yield f"{head:<12}{_row((token for token, _ in line), widths)}"
        yield f"{'':<12}{_row((mark for _, mark in line), widths)}"
    for place, reference in enumerate(marks.references if references else (), start=1):
        pieces = ((visible(str(token)), there) for token, there in reference)
        words = (token if there else f"[{token}]" for token, there in pieces)
        head = "reference" if len(marks.references) == 1 else f"reference {place}"
        yield f"{head:<12}{' '.join(words)}".rstrip()


def _mark(mark: TokenMark) -> str:
    clipped = CLIPPED if mark.status == "clipped" else ""
    if mark.longest:
        return f"{mark.longest}{clipped}"
    return clipped or INVENTED


def _lines(pairs: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """As many tokens as fit on a line."""
    line: list[tuple[str, str]] = []
    used = 0
    for pair in pairs:
        width = max(map(display_width, pair)) + 1
        if line and used + width > WIDTH:
            yield line
            line, used = [], 0
        line.append(pair)
        used += width
    if line:
        yield line


def _row(cells: Iterable[str], widths: Iterable[int]) -> str:
    padded = (
        cell + " " * (width - display_width(cell))
        for cell, width in zip(cells, widths, strict=True)
    )
    return " ".join(padded).rstrip()
