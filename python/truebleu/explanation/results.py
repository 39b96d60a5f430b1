"""Parts of an explanation: immutable values, each with `to_dict()`.

Segments are counted from 1 everywhere. Points are on the scale of the score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from truebleu.metrics.base.score import places_of
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.decomposition import Breakdown, Difference, DifferenceFactor
from truebleu.results import Data, Result
from truebleu.wording import signed

Token = str | int
Places = tuple[tuple[int, int], ...]


NOTABLE = 0.1
"""Smallest factor against a difference that is mentioned, as a share of the difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramLoss(Data):
    """N-gram that costs points because it is missed, clipped or unmatched `count` times.

    Let a segment's hypothesis contain the n-gram h times, and the reference with the most
    occurrences r times. Then r - h are missed (if r > h), h - r clipped (if h > r > 0) and h
    unmatched (if r = 0). `points` is the gain of the score if `count` other n-grams of this order
    were replaced by matches, all else equal; None for a macro-average. `hypothesis`, `matches` and
    `reference` are the counts of the n-gram over all segments. `segments` is the number of segments
    with losses; `places` lists the first of them with their number of losses.
    """

    tokens: tuple[Token, ...]
    count: int
    points: float | None
    hypothesis: int
    matches: int
    reference: int
    segments: int
    places: Places


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLosses(Data):
    """N-grams of one order: their number, and those that cost the most points.

    `total` counts the n-grams of the hypotheses: total == matches + clipped + unmatched. `missed`
    counts the n-grams of the references that are not matched. `distinct` counts different n-grams.
    """

    order: int
    distinct: int
    total: int
    matches: int
    clipped: int
    unmatched: int
    missed: int
    most_missed: tuple[NgramLoss, ...]
    most_clipped: tuple[NgramLoss, ...]
    most_unmatched: tuple[NgramLoss, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentInfluence(Data):
    """Segment and its influence on the corpus score.

    `score` is the sentence score, `without` the corpus score without the segment. `influence` is
    the corpus score minus `without`: above 0, the segment raises the score. Both are None if the
    score without the segment is undefined. Segments that are lists of tokens are joined with
    spaces.
    """

    segment: int
    score: float
    without: float | None
    influence: float | None
    hypothesis: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Segments(Data):
    """Segments that lower and raise the corpus score most, and the lowest and highest scores.

    `count` is the number of all segments.
    """

    count: int
    lowering: tuple[SegmentInfluence, ...]
    raising: tuple[SegmentInfluence, ...]
    worst: tuple[SegmentInfluence, ...]
    best: tuple[SegmentInfluence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf(Data):
    """Score under another setting.

    `setting` is the displayed name of the setting ("case", "tokenizer", ...) and `value` the
    displayed value. `difference` is `score` minus the explained score.
    """

    setting: str
    value: str
    score: float
    difference: float
    signature: str


@dataclass(frozen=True, slots=True)
class Advice(Data):
    """A piece of advice: its subject `about`, a machine-readable word, and its `text`."""

    about: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenMark(Data):
    """Token of a hypothesis with the status of the n-grams that contain it.

    `status` is the status of the token as a 1-gram: "matched", "clipped" or "unmatched". `longest`
    is the order of the longest matched n-gram that contains the token (0: none); `references` are
    the numbers, from 1, of the references that match this n-gram. `ngrams` has for each order the
    status of the n-gram that begins at the token, None if the text ends before the n-gram does. The
    number of "matched" of an order is the segment's number of matches.
    """

    token: Token
    status: str
    longest: int
    references: tuple[int, ...]
    ngrams: tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentMarks(Data):
    """Tokens of one segment with their status.

    `references` has the tokens of each reference, each with whether the hypothesis matches it.
    """

    segment: int
    tokens: tuple[TokenMark, ...]
    references: tuple[tuple[tuple[Token, bool], ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramAhead(Data):
    """N-gram that one system matches more often than the other; `count` is the difference.

    `points` is the loss of the better system if it matched the n-gram as rarely as the other.
    `first` and `second` are the matches of the two systems. `segments` is the number of segments in
    which the better system has more matches; `places` lists the first of them.
    """

    tokens: tuple[Token, ...]
    count: int
    points: float | None
    first: int
    second: int
    reference: int
    segments: int
    places: Places


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAhead(Data):
    """N-grams of one order that one of two systems matches more often.

    `ahead` are the n-grams that the explained system matches more often, `behind` those that the
    other system matches more often. `matches` and `other_matches` are the two systems' matches of
    all n-grams of the order.
    """

    order: int
    matches: int
    other_matches: int
    ahead: tuple[NgramAhead, ...]
    behind: tuple[NgramAhead, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast(Data):
    """Comparison of the explained system with another.

    `difference` is the explained score minus the other score, decomposed exactly. Leaving out a
    `gaining` segment lowers the difference; leaving out a `losing` segment raises it. Their
    influences refer to the difference, and their hypotheses are those of the explained system.
    `others` has segment numbers, sentence scores and hypotheses of the other system. For a single
    segment, `gaining` and `losing` are empty, and `marks` has the tokens of the other hypothesis.
    """

    name: str
    score: BLEUScore
    difference: Difference
    ngrams: tuple[OrderAhead, ...]
    gaining: tuple[SegmentInfluence, ...]
    losing: tuple[SegmentInfluence, ...]
    others: tuple[tuple[int, float, str], ...]
    marks: SegmentMarks | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation(Result):
    """Explanation of a score. `str()` returns readable text, `to_dict()` plain data.

    `name` is the name of the system. `segment` is the number of the explained segment, or None if
    the corpus score is explained. With a segment, `score` is its sentence score, `marks` its
    tokens, `influence` its influence on the corpus score, and `segments` is empty. `contrast` is
    present if two systems are compared. `notes` state the limits of the explanation.
    """

    name: str
    segment: int | None
    score: BLEUScore
    breakdown: Breakdown
    ngrams: tuple[OrderLosses, ...]
    segments: Segments
    influence: SegmentInfluence | None
    settings: tuple[WhatIf, ...]
    advice: tuple[Advice, ...]
    contrast: Contrast | None
    marks: SegmentMarks | None
    notes: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Explanation in one or two sentences, for logs; equal scores give equal text."""
        return _reason(self)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields and the reason as JSON data."""
        ready = Result.to_dict(self)
        ready["breakdown"].pop("score")
        return {"reason": self.reason, **ready}

    def __str__(self) -> str:
        return self.to_text()


def _reason(explanation: Explanation) -> str:
    """Return the explanation in one or two sentences, which depend on the scores only."""
    text = explanation.breakdown.reason
    contrast = explanation.contrast
    if contrast is None:
        return text
    difference = contrast.difference
    if not difference.points:
        return f"{text} Against {contrast.name} it makes no difference."
    gap, parts = _signed(difference.points, difference), _describe_difference(difference)
    return f"{text} Against {contrast.name}: {gap} ({parts})."


def _describe_difference(difference: Difference) -> str:
    """Describe the two largest factors of a difference, and a notable factor against it."""
    side = 1 if difference.points > 0 else -1
    ranked = sorted(difference.factors, key=lambda part: -side * part.points)
    *_, against = ranked

    def describe(part: DifferenceFactor) -> str:
        return f"{part.name}{'s' if part.order else ''} {_signed(part.points, difference)}"

    parts = [describe(part) for part in ranked[:2] if side * part.points > 0]
    if -side * against.points > NOTABLE * abs(difference.points):
        parts.append(f"but {describe(against)}")
    return ", ".join(parts)


def _signed(points: float, difference: Difference) -> str:
    return signed(points, places_of(difference.first.scale))
