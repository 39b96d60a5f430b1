"""Tables that explain a BLEU score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from truebleu.display.table import Table, display_width
from truebleu.explanation.results import (
    Contrast,
    Explanation,
    SegmentInfluence,
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
"""Additional decimals for the points of n-grams and segments, which are small numbers."""
NAMED = 4
"""Maximum number of segment numbers in a table cell."""


def number(value: float, score: BLEUScore, more: int = 0) -> str:
    """Return a score or a number of points as text.

    The text has `more` decimals in addition to the usual number of decimals of `score`.
    """
    return printed(value, score, places_of(score.scale) + more)


def signed(value: float, score: BLEUScore, more: int = 0) -> str:
    """Return a number of points as text with its sign.

    The text has `more` decimals in addition to the usual number of decimals of `score`.
    """
    return signed_number(value, places_of(score.scale) + more)


def factor_table(explanation: Explanation) -> Table:
    """Return a table of the factors of BLEU: the brevity penalty and each n-gram precision."""
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
    """Return a table of the factors of two BLEU scores, with each factor's contribution in points.

    The first score is that of the explained system, `name`. The second score is that of the system
    `contrast.name`. The contributions add up to the first score minus the second score. The last
    row has the two scores and their difference.
    """
    difference = contrast.difference
    rows = [
        [
            part.name,
            _factor_value(part, part.first),
            _factor_value(part, part.second),
            signed(part.points, difference.first),
        ]
        for part in difference.factors
    ]
    scores = [number(score.value, score) for score in (difference.first, difference.second)]
    rows.append(["BLEU", *scores, signed(difference.points, difference.first)])
    return Table(["factor", name, contrast.name, "points"], rows, left=frozenset({0}))


def _factor_value(part: Any, value: float) -> str:
    return f"{value:.1f}" if part.order else f"{value:.3f}"


def order_table(explanation: Explanation) -> Table:
    """Return a table of n-gram counts, with one row per n-gram order.

    The columns are the numbers of matched, clipped, unmatched and missed n-grams. Clipped n-grams
    are more frequent in the hypothesis than in any reference. Missed n-grams are more frequent in a
    reference than in the hypothesis.
    """
    rows = [
        [
            f"{losses.order}-grams",
            *map(
                str, (losses.total, losses.matches, losses.clipped, losses.unmatched, losses.missed)
            ),
        ]
        for losses in explanation.ngrams
    ]
    columns = ["", "in the hypotheses", "matched", "clipped", "unmatched", "missed"]
    return Table(columns, rows, left=frozenset({0}))


def losses_table(explanation: Explanation, kind: str) -> Table | None:
    """Return a table of the n-grams of each order that cost the most points.

    `kind` is "most_unmatched", "most_clipped" or "most_missed". If there are several segments,
    n-grams with a count of 1 are left out. Return None if no n-grams remain.
    """
    rows = []
    for losses in explanation.ngrams:
        for loss in _frequent(explanation, getattr(losses, kind)):
            cells = [str(losses.order), _ngram(loss.tokens), str(loss.count)]
            rows.append([*cells, _points(loss, explanation.score), _where(loss)])
    columns = ["order", "n-gram", "times", "points", "segments"]
    return _segments_table(explanation, columns, rows, frozenset({1, 4}))


def ahead_table(explanation: Explanation, contrast: Contrast, kind: str) -> Table | None:
    """Return a table of the n-grams that one system matches more often than the other.

    If `kind` is "ahead", the explained system matches them more often. If `kind` is "behind", the
    system `contrast.name` does. Return None if there are no such n-grams.
    """
    rows = []
    for leads in contrast.ngrams:
        for ahead in _frequent(explanation, getattr(leads, kind)):
            cells = [str(leads.order), _ngram(ahead.tokens), str(ahead.first), str(ahead.second)]
            rows.append([*cells, _points(ahead, explanation.score), _where(ahead)])
    columns = ["order", "n-gram", explanation.name, contrast.name, "points", "segments"]
    return _segments_table(explanation, columns, rows, frozenset({1, 5}))


def _frequent(explanation: Explanation, ngrams: Sequence[Any]) -> Iterator[Any]:
    """Yield the n-grams whose count is at least 2. For a single segment, yield all n-grams."""
    min_count = 1 if _is_single(explanation) else 2
    return (ngram for ngram in ngrams if ngram.count >= min_count)


def _is_single(explanation: Explanation) -> bool:
    return explanation.segment is not None or explanation.segments.count == 1


def _segments_table(
    explanation: Explanation, columns: list[str], rows: list[list[str]], left: frozenset[int]
) -> Table | None:
    """Return a table of `rows`, or None if there are no rows.

    The last column has segment numbers. It is left out if there is only one segment.
    """
    if not rows:
        return None
    if _is_single(explanation):
        return Table(columns[:-1], [row[:-1] for row in rows], left=left)
    return Table(columns, rows, left=left)


def _points(ngram: Any, score: BLEUScore) -> str:
    return "" if ngram.points is None else number(ngram.points, score, FINE)


def _ngram(tokens: Sequence[Any]) -> str:
    return cut(" ".join(map(str, tokens)), TEXT_WIDTH)


def _where(ngram: Any) -> str:
    named = ", ".join(str(segment) for segment, _ in ngram.places[:NAMED])
    more = ngram.segments - min(len(ngram.places), NAMED)
    return f"{named} and {more} more" if more else named


def influence_table(explanation: Explanation, influences: Iterable[SegmentInfluence]) -> Table:
    """Return a table with one row per segment.

    Each row has the sentence score, the influence and the hypothesis. The influence is how much the
    segment raises or lowers the corpus score.
    """
    score = explanation.score
    rows = [
        [
            str(influence.segment),
            number(influence.score, score),
            "" if influence.influence is None else signed(influence.influence, score, FINE),
            cut(influence.hypothesis, TEXT_WIDTH),
        ]
        for influence in influences
    ]
    return Table(["segment", "BLEU", "influence", "hypothesis"], rows, left=frozenset({3}))


def others_table(explanation: Explanation, influences: Iterable[SegmentInfluence]) -> Table:
    """Return a table with one row per segment.

    Each row has the sentence scores of both systems, the influence and the hypothesis. The
    influence is how much the segment raises or lowers the difference between the two corpus scores.
    """
    contrast, score = explanation.contrast, explanation.score
    second_scores = (
        {} if contrast is None else {segment: value for segment, value, _ in contrast.others}
    )
    rows = [
        [
            str(influence.segment),
            number(influence.score, score),
            number(second_scores[influence.segment], score),
            signed(influence.influence or 0.0, score, FINE),
            cut(influence.hypothesis, TEXT_WIDTH),
        ]
        for influence in influences
    ]
    second_name = "second" if contrast is None else contrast.name
    columns = ["segment", explanation.name, second_name, "influence", "hypothesis"]
    return Table(columns, rows, left=frozenset({4}))


def settings_table(explanation: Explanation) -> Table | None:
    """Return a table of the BLEU scores that other values of the settings give.

    One setting is changed at a time. Changes that do not affect the score are left out. If no
    change affects the score, return None.
    """
    score = explanation.score
    rows = [
        [
            setting,
            ", ".join(values),
            number(value, score),
            signed(value - score.value, score),
        ]
        for setting, value, values in _by_score(explanation.settings)
        if not _is_same(value, score)
    ]
    columns = ["setting", "value", "BLEU", "difference"]
    return Table(columns, rows, left=frozenset({0, 1})) if rows else None


def settings_without_effect(explanation: Explanation) -> tuple[str, ...]:
    """Return a tuple with one sentence, which lists the settings that do not affect the score.

    If there are no such settings, the tuple is empty.
    """
    score = explanation.score
    same = [
        f"{setting} {', '.join(values)}"
        for setting, value, values in _by_score(explanation.settings)
        if _is_same(value, score)
    ]
    return (f"No difference: {'; '.join(same)}.",) if same else ()


def _is_same(value: float, score: BLEUScore) -> bool:
    return abs(value - score.value) <= 1e-9 * score.scale


def _by_score(settings: Sequence[WhatIf]) -> Iterator[tuple[str, float, list[str]]]:
    """Group the values of each setting by the score that results from them.

    Yield the name of the setting, the score, and the values.
    """
    groups: dict[tuple[str, float], list[str]] = {}
    for what_if in settings:
        groups.setdefault((what_if.setting, round(what_if.score, 9)), []).append(what_if.value)
    for (setting, score), values in groups.items():
        yield setting, score, values


def cut(text: str, width: int) -> str:
    """Shorten a text to `width` terminal columns, and make control characters visible.

    A shortened text ends with an ellipsis.
    """
    text = visible(" ".join(text.split()))
    if display_width(text) <= width:
        return text
    while display_width(text) > width - 1:
        text = text[: max(1, len(text) - max(1, (display_width(text) - width) // 2))]
    return f"{text}…"


# The tokens of a segment with marks, which are readable without color


WIDTH = 96
UNMATCHED = "-"
CLIPPED = "!"


def marked(marks: SegmentMarks, *, references: bool = True) -> Iterator[str]:
    """Yield the lines of a segment's hypothesis, with a mark below each token, then its references.

    A number below a token is the order of the longest matched n-gram that contains the token. "-"
    means that no matched n-gram contains it. "!" means that the token is clipped: it is more
    frequent in the hypothesis than in any reference. "2!" combines both. Reference tokens that the
    hypothesis misses are in brackets.
    """
    pairs = [(visible(str(mark.token)), _mark(mark)) for mark in marks.tokens]
    if not pairs:
        yield "hypothesis: (no tokens)"
    for i, line in enumerate(_lines(pairs)):
        widths = [max(display_width(token), len(mark)) for token, mark in line]
        head = "hypothesis" if i == 0 else ""
        yield f"{head:<12}{_row((token for token, _ in line), widths)}"
        yield f"{'':<12}{_row((mark for _, mark in line), widths)}"
    for i, reference in enumerate(marks.references if references else (), start=1):
        tokens = ((visible(str(token)), is_matched) for token, is_matched in reference)
        words = (token if is_matched else f"[{token}]" for token, is_matched in tokens)
        head = "reference" if len(marks.references) == 1 else f"reference {i}"
        yield f"{head:<12}{' '.join(words)}".rstrip()


def _mark(mark: TokenMark) -> str:
    clipped = CLIPPED if mark.status == "clipped" else ""
    if mark.longest:
        return f"{mark.longest}{clipped}"
    return clipped or UNMATCHED


def _lines(pairs: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
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
