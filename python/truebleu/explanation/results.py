"""What an explanation is made of: frozen values, each with `to_dict()`.

Segments are counted from 1 everywhere. Points are in the scale of the score.
"""

from __future__ import annotations

from truebleu.decomposition import Part
from truebleu.showing import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu.decomposition import Breakdown, Difference
    from truebleu.scores import BLEUScore

    Token = str | int
    Places = tuple[tuple[int, int], ...]

__all__ = [
    "Advice",
    "Contrast",
    "Explanation",
    "NgramAhead",
    "NgramLoss",
    "OrderAhead",
    "OrderLosses",
    "SegmentEffect",
    "SegmentMarks",
    "Segments",
    "TokenMark",
    "WhatIf",
]


class NgramLoss(Part):
    """An n-gram that costs: `count` times it is missing, clipped or invented.

    In a segment, with h of it in the hypothesis and r in the reference that has it most often:
    missing is r - h (where r > h), clipped h - r (where h > r > 0), invented h (where r = 0).
    `points` is what the score would gain if these `count` were matches in place of as many n-grams
    of the order that are none, all else the same; None where the score is a mean of sentences'.
    `hypothesis`, `matches` and `reference` are its counts over all segments. It is lost in
    `segments` segments; `places` are the first of them, each with how often.
    """

    __slots__ = ()
    names = (
        "tokens", "count", "points", "hypothesis", "matches", "reference", "segments", "places",
    )  # fmt: skip

    tokens: tuple[Token, ...]
    count: int
    points: float | None
    hypothesis: int
    matches: int
    reference: int
    segments: int
    places: Places


class OrderLosses(Part):
    """The n-grams of one order: how many, and those that cost most.

    Of `total` n-grams of the hypotheses `matches` are matched, `clipped` clipped, `invented`
    invented: matches + clipped + invented == total. `missing` are those of the references that are
    not matched. `distinct` n-grams are different.
    """

    __slots__ = ()
    names = (
        "order", "distinct", "total", "matches", "clipped", "invented", "missing",
        "most_missing", "most_clipped", "most_invented",
    )  # fmt: skip

    order: int
    distinct: int
    total: int
    matches: int
    clipped: int
    invented: int
    missing: int
    most_missing: tuple[NgramLoss, ...]
    most_clipped: tuple[NgramLoss, ...]
    most_invented: tuple[NgramLoss, ...]


class SegmentEffect(Part):
    """A segment and what it does to the corpus score.

    `score` is its sentence score, `without` the corpus score without it, `effect` the corpus score
    less that: above 0 it raises the score. Both are None where there is no rest to score. Tokens
    are joined with spaces where segments are lists of tokens.
    """

    __slots__ = ()
    names = ("segment", "score", "without", "effect", "hypothesis", "references")

    segment: int
    score: float
    without: float | None
    effect: float | None
    hypothesis: str
    references: tuple[str, ...]


class Segments(Part):
    """The segments that `lower` and `raise` the corpus score most, the `worst` and the `best`."""

    __slots__ = ()
    names = ("count", "lowering", "raising", "worst", "best")

    count: int
    lowering: tuple[SegmentEffect, ...]
    raising: tuple[SegmentEffect, ...]
    worst: tuple[SegmentEffect, ...]
    best: tuple[SegmentEffect, ...]


class WhatIf(Part):
    """What the score would be under another setting: computed, not guessed.

    `setting` is "lowercase", "tokenizer", ...; `value` what it would be. `difference` is `score`
    less the score that is explained.
    """

    __slots__ = ()
    names = ("setting", "value", "score", "difference", "signature")

    setting: str
    value: str
    score: float
    difference: float
    signature: str


class Advice(Part):
    """A piece of advice: what it is `about` (a word for programs) and its `text`."""

    __slots__ = ()
    names = ("about", "text")

    about: str
    text: str


class TokenMark(Part):
    """A token of a hypothesis and what became of the n-grams that it is part of.

    `status` is what became of it alone: "matched", "clipped" or "invented". `longest` is the order
    of the longest matched n-gram that covers it (0: none), `references` are the references that
    have that n-gram often enough, counted from 1. `ngrams` has for each order what became of the
    n-gram that begins here, None where the text ends before it does: counting the matched ones of
    an order gives the segment's matches.
    """

    __slots__ = ()
    names = ("token", "status", "longest", "references", "ngrams")

    token: Token
    status: str
    longest: int
    references: tuple[int, ...]
    ngrams: tuple[str | None, ...]


class SegmentMarks(Part):
    """One segment token by token.

    `references` are the references' tokens, each with whether the hypothesis has it as often.
    """

    __slots__ = ()
    names = ("segment", "tokens", "references")

    segment: int
    tokens: tuple[TokenMark, ...]
    references: tuple[tuple[tuple[Token, bool], ...], ...]


class NgramAhead(Part):
    """An n-gram that one system matches more often than the other, `count` times net.

    `points` is what the better one would lose if it matched it as rarely. `first` and `second` are
    the matches of the two systems. It is ahead in `segments` segments; `places` are the first.
    """

    __slots__ = ()
    names = ("tokens", "count", "points", "first", "second", "reference", "segments", "places")

    tokens: tuple[Token, ...]
    count: int
    points: float | None
    first: int
    second: int
    reference: int
    segments: int
    places: Places


class OrderAhead(Part):
    """The n-grams of one order that the explained system matches and the other does not.

    And the other way round: `behind`. `matches` and `other_matches` are those of all n-grams.
    """

    __slots__ = ()
    names = ("order", "matches", "other_matches", "ahead", "behind")

    order: int
    matches: int
    other_matches: int
    ahead: tuple[NgramAhead, ...]
    behind: tuple[NgramAhead, ...]


class Contrast(Part):
    """The explained system held against another.

    `difference` is the explained score less the other, split exactly. In `gaining` segments the
    difference shrinks if they are left out, in `losing` ones it grows; their effects are on the
    difference, `hypothesis` is that of the explained system, the other's are in `others`
    (segment, sentence score, hypothesis). Of one segment there are only `others` and `marks`.
    """

    __slots__ = ()
    names = ("name", "score", "difference", "ngrams", "gaining", "losing", "others", "marks")

    name: str
    score: BLEUScore
    difference: Difference
    ngrams: tuple[OrderAhead, ...]
    gaining: tuple[SegmentEffect, ...]
    losing: tuple[SegmentEffect, ...]
    others: tuple[tuple[int, float, str], ...]
    marks: SegmentMarks | None


class Explanation(Shown, Part):
    """Why a score is what it is. `str()` of it is a page for people, `to_dict()` for programs.

    `name` is what the system is called. `segment` is None for a corpus, else the number of the
    segment that is explained: then `score` is a sentence score, `marks` its tokens, `effect` what
    it does to the corpus score, and `segments` names none. `contrast` is there where two systems
    are compared. `notes` say what limits the explanation.
    """

    __slots__ = ()
    names = (
        "name", "segment", "score", "breakdown", "ngrams", "segments", "effect", "settings",
        "advice", "contrast", "marks", "notes",
    )  # fmt: skip

    name: str
    segment: int | None
    score: BLEUScore
    breakdown: Breakdown
    ngrams: tuple[OrderLosses, ...]
    segments: Segments
    effect: SegmentEffect | None
    settings: tuple[WhatIf, ...]
    advice: tuple[Advice, ...]
    contrast: Contrast | None
    marks: SegmentMarks | None
    notes: tuple[str, ...]

    @property
    def reason(self) -> str:
        """One or two sentences, always the same for the same score, fit for a log."""
        from truebleu.views.explanation import reason

        return reason(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON, the reason included."""
        ready = super().to_dict()
        ready["breakdown"].pop("score")
        return {"reason": self.reason, **ready}

    def to_json(self) -> str:
        """`to_dict()` as JSON text."""
        import json

        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=2)

    def to_text(self) -> str:
        """A page in columns."""
        return self._written("text")

    def to_markdown(self) -> str:
        """The same page in Markdown."""
        return self._written("markdown")

    def _written(self, form: str) -> str:
        from truebleu.views.explanation import rendered

        return "\n".join(rendered(self, form))

    def __str__(self) -> str:
        return self.to_text()
