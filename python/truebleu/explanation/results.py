"""Parts of an explanation: frozen values, each with `to_dict()`.

Segments are counted from 1 everywhere. Points are in the scale of the score.
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
"""What speaks against a difference is worth a word from this part of it on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramLoss(Data):
    """N-gram that costs points: `count` times it is missed, clipped or unmatched.

    In a segment, with h of it in the hypothesis and r in the reference that has it most often:
    missed is r - h (where r > h), clipped h - r (where h > r > 0), unmatched h (where r = 0).
    `points` is what the score would gain if these `count` were matches in place of as many n-grams
    of the order that are none, all else the same; None where the score is a mean of sentences'.
    `hypothesis`, `matches` and `reference` are its counts over all segments. It is lost in
    `segments` segments; `places` are the first of them, each with how often.
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

    Of `total` n-grams of the hypotheses `matches` are matched, `clipped` clipped, `unmatched`
    unmatched: matches + clipped + unmatched == total. `missed` are those of the references that are
    not matched. `distinct` n-grams are different.
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

    `score` is its sentence score, `without` the corpus score without it. `influence` is the corpus
    score minus `without`: above 0, the segment raises the score. Both are None if no other segment
    is left to score. Segments that are lists of tokens are joined with spaces.
    """

    segment: int
    score: float
    without: float | None
    influence: float | None
    hypothesis: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Segments(Data):
    """Segments that `lower` and `raise` the corpus score most, the `worst` and the `best`."""

    count: int
    lowering: tuple[SegmentInfluence, ...]
    raising: tuple[SegmentInfluence, ...]
    worst: tuple[SegmentInfluence, ...]
    best: tuple[SegmentInfluence, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf(Data):
    """Score under another setting.

    `setting` is "lowercase", "tokenizer", ...; `value` what it would be. `difference` is `score`
    less the score that is explained.
    """

    setting: str
    value: str
    score: float
    difference: float
    signature: str


@dataclass(frozen=True, slots=True)
class Advice(Data):
    """Advice: its subject, `about` (a machine-readable word), and its `text`."""

    about: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenMark(Data):
    """Token of a hypothesis with the status of the n-grams that contain it.

    `status` is what became of it alone: "matched", "clipped" or "unmatched". `longest` is the order
    of the longest matched n-gram that covers it (0: none), `references` are the references that
    have that n-gram often enough, counted from 1. `ngrams` has for each order what became of the
    n-gram that begins here, None where the text ends before it does: counting the matched ones of
    an order gives the segment's matches.
    """

    token: Token
    status: str
    longest: int
    references: tuple[int, ...]
    ngrams: tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentMarks(Data):
    """Tokens of one segment with their status.

    `references` are the references' tokens, each with whether the hypothesis has it as often.
    """

    segment: int
    tokens: tuple[TokenMark, ...]
    references: tuple[tuple[tuple[Token, bool], ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramAhead(Data):
    """N-gram that one system matches more often than the other, `count` times net.

    `points` is what the better one would lose if it matched it as rarely. `first` and `second` are
    the matches of the two systems. It is ahead in `segments` segments; `places` are the first.
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
    """N-grams of one order that the explained system matches and the other does not.

    And the other way round: `behind`. `matches` and `other_matches` are those of all n-grams.
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
    `gaining` segment lowers the difference, leaving out a `losing` one raises it; their influences
    are on the difference, and `hypothesis` is that of the explained system. `others` has segment
    number, sentence score and hypothesis of the other system. Of one segment there are only
    `others` and `marks`.
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

    `name` is what the system is called. `segment` is None for a corpus, else the number of the
    segment that is explained: then `score` is a sentence score, `marks` has its tokens, `influence`
    its influence on the corpus score, and `segments` is empty. `contrast` is present if two systems
    are compared. `notes` state the limits of the explanation.
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
        """Explanation in one or two sentences, deterministic, for logs."""
        return _reason(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON, the reason included."""
        ready = Result.to_dict(self)
        ready["breakdown"].pop("score")
        return {"reason": self.reason, **ready}

    def __str__(self) -> str:
        return self.to_text()


def _reason(explanation: Explanation) -> str:
    """Return one or two sentences, always the same for the same scores."""
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
    """Return the factors that make most of a difference, and what speaks most against it."""
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
