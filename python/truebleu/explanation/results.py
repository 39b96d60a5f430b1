"""Results of `explain`: immutable classes with a method `to_dict`.

Segments are counted from 1. Points are on the scale of the score.
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
"""Smallest opposing factor of a difference that is mentioned, as a share of the difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramLoss(Data):
    """N-gram that lowers the score because it is missed, clipped or unmatched `count` times.

    A segment's hypothesis contains the n-gram h times. The reference with the most occurrences
    contains it r times. If r > h, the segment has r - h missed n-grams. If h > r > 0, it has h - r
    clipped n-grams. If r = 0, it has h unmatched n-grams.

    Attributes:
        tokens: the tokens of the n-gram.
        count: the number of missed, clipped or unmatched occurrences.
        points: how much the score would rise if this order had `count` more matches and all other
            counts stayed the same. None for a macro-average.
        hypothesis: the number of occurrences in the hypotheses.
        matches: the number of matches.
        reference: the number of occurrences in the references.
        segments: the number of segments in which the n-gram is missed, clipped or unmatched.
        places: for each of the first 20 of these segments, a pair of numbers. These are the number
            of the segment, and the number of missed, clipped or unmatched occurrences in the
            segment.
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
    """N-grams of one order: their counts, and the n-grams that lower the score the most.

    `total` is the number of n-grams in the hypotheses: total == matches + clipped + unmatched.
    `missed` is the number of reference n-grams that are not matched. `distinct` is the number of
    different n-grams in all hypotheses and references. If another system is compared, `distinct`
    includes the n-grams of its hypotheses.
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
    """Segment with its influence on the corpus score.

    Attributes:
        segment: the number of the segment.
        score: the sentence score.
        without: the corpus score without this segment; None if it is undefined.
        influence: the corpus score minus `without`. A positive influence means that the segment
            raises the corpus score. None if `without` is None.
        hypothesis: the hypothesis as text. A list of tokens is joined with spaces.
        references: the references as texts. A list of tokens is joined with spaces.
    """

    segment: int
    score: float
    without: float | None
    influence: float | None
    hypothesis: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Segments(Data):
    """Segments with the largest influence on the corpus score, and with extreme sentence scores.

    Attributes:
        count: the number of all segments.
        lowering: the segments that lower the corpus score most.
        raising: the segments that raise the corpus score most.
        worst: the segments with the lowest sentence scores.
        best: the segments with the highest sentence scores.
    """

    count: int
    lowering: tuple[SegmentInfluence, ...]
    raising: tuple[SegmentInfluence, ...]
    worst: tuple[SegmentInfluence, ...]
    best: tuple[SegmentInfluence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf(Data):
    """Score of the corpus if one setting had another value.

    Attributes:
        setting: the displayed name of the setting, such as "case" or "tokenizer".
        value: the displayed value of the setting.
        score: the score with this value.
        difference: this score minus the explained score.
        signature: the signature of this score.
    """

    setting: str
    value: str
    score: float
    difference: float
    signature: str


@dataclass(frozen=True, slots=True)
class Advice(Data):
    """Piece of advice. `about` is a machine-readable word for the topic of `text`."""

    about: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenMark(Data):
    """Token of a hypothesis with the status of the n-grams that contain it.

    Attributes:
        token: the token.
        status: the status of the token as a 1-gram: "matched", "clipped" or "unmatched".
        longest: the order of the longest matched n-gram that contains the token. 0 if no n-gram
            that contains the token is matched.
        references: the numbers of the references that match this longest n-gram, counted from 1.
        ngrams: for each order, the status of the n-gram that begins with this token; None if too
            few tokens follow. The matches of an order are its n-grams with the status "matched".
    """

    token: Token
    status: str
    longest: int
    references: tuple[int, ...]
    ngrams: tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentMarks(Data):
    """Tokens of one segment with their match status.

    `references` has a list of pairs for each reference. A pair consists of a reference token, and
    whether the hypothesis matches it.
    """

    segment: int
    tokens: tuple[TokenMark, ...]
    references: tuple[tuple[tuple[Token, bool], ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramAhead(Data):
    """N-gram that one of two systems, here called the better one, matches more often.

    Attributes:
        tokens: the tokens of the n-gram.
        count: the better system's matches minus the other system's matches.
        points: how much the better system's score would fall if it matched the n-gram only as often
            as the other system does. None for a macro-average.
        first: the number of matches of the explained system.
        second: the number of matches of the other system.
        reference: the number of occurrences in the references.
        segments: the number of segments in which the better system has more matches.
        places: for each of the first 20 of these segments, a pair of numbers. These are the number
            of the segment, and the difference of the matches in the segment.
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

    Attributes:
        order: the order of the n-grams.
        matches: the number of matched n-grams of this order in the explained system's output.
        other_matches: the number of matched n-grams of this order in the other system's output.
        ahead: the n-grams that the explained system matches more often.
        behind: the n-grams that the other system matches more often.
    """

    order: int
    matches: int
    other_matches: int
    ahead: tuple[NgramAhead, ...]
    behind: tuple[NgramAhead, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast(Data):
    """Comparison of the explained system with another system.

    `difference` is the explained score minus the other score, decomposed exactly. `gaining` are the
    segments that raise this difference most, and `losing` the segments that lower it most. Both
    contain the explained system's hypotheses, and the influence of each segment on the difference.
    For these segments, `others` has the other system's sentence scores and hypotheses.

    If a single segment is explained, `gaining` and `losing` are empty, and `marks` has the tokens
    of the other system's hypothesis.
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
    """Explanation of a score. `str()` returns readable text; `to_dict()` returns plain data.

    `name` is the name of the system. `segment` is the number of the explained segment; None if the
    corpus score is explained. If a segment is explained, `score` is its sentence score, `marks` has
    its tokens, `influence` is its influence on the corpus score, and `segments` is empty.
    `contrast` is the comparison with another system, or None if there is none. `notes` are
    sentences on the limits of the explanation.
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
        """Explanation in one or two sentences, for logs."""
        return _reason(self)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields, and the attribute `reason`, as a dict for JSON."""
        ready = Result.to_dict(self)
        ready["breakdown"].pop("score")
        return {"reason": self.reason, **ready}


def _reason(explanation: Explanation) -> str:
    text = explanation.breakdown.reason
    contrast = explanation.contrast
    if contrast is None:
        return text
    difference = contrast.difference
    if not difference.points:
        return f"{text} Compared with {contrast.name}, it makes no difference."
    gap, parts = _signed(difference.points, difference), _describe_difference(difference)
    return f"{text} Compared with {contrast.name}: {gap} ({parts})."


def _describe_difference(difference: Difference) -> str:
    """Return text such as "brevity penalty +2.10, 4-grams +1.30, but 1-grams -0.90".

    The text has up to two factors that enlarge the difference the most, and up to one factor that
    notably reduces it.
    """
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
