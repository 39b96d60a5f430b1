"""Scores: frozen values that hold every intermediate, and the signature that gives them again."""

from __future__ import annotations

from math import inf

from truebleu.errors import ConfigurationError
from truebleu.frozen import Frozen
from truebleu.showing import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from typing_extensions import Self

    from truebleu.decomposition import Breakdown
    from truebleu.signature import Signature

    ScoreT = TypeVar("ScoreT", bound="Score")

__all__ = [
    "BLEUScore",
    "Score",
    "decimals",
    "new_score",
    "percent",
    "places_of",
    "printed",
    "rounded_percent",
    "top_of",
]

FINEST = 12
"""Decimals of a percentage, at most."""


class Score(Shown, Frozen):
    """What all scores share: a value, its parts, the signature.

    A subclass names its metric in `metric` and its parts in `names`, the value first and the
    signature last; they are kept as one tuple, which makes a score cheaper to make than a slot
    for each. Scores are equal when all their parts are. They have no order: whether more is
    better depends on the metric; compare `score.value`.
    """

    __slots__ = ("_parts",)

    names: tuple[str, ...]
    higher_is_better = True
    bounded = True  # whether no score is above the scale
    is_share = True  # whether it is a share of the scale, as TER is, too, though it may exceed it
    _parts: tuple[Any, ...]

    def __new__(cls, *parts: Any) -> Self:
        """Hold the parts as they are, in the order of `names`: nothing is computed or checked."""
        return new_score(cls, parts)

    @property
    def metric(self) -> str:
        """The name that is printed in front of the value."""
        raise NotImplementedError

    @property
    def value(self) -> float:
        """The score itself, in the scale of the metric."""
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def signature(self) -> Signature:
        """How the score was made; `signature.full()` says what sacreBLEU leaves out."""
        return self._parts[-1]  # type: ignore[no-any-return]

    @property
    def scale(self) -> int:
        """100, or 1 where the signature says so."""
        return 1 if self.signature.get("scale") == "1" else 100

    def number(self, digits: int) -> str:
        """The value with so many decimals, which reads as perfect only when it is."""
        return printed(self.value, self, digits)

    def details(self) -> str:
        """What stands behind the value in a printed line; nothing in a score without parts."""
        return ""

    def format(self, width: int | None = None, signature: bool = False) -> str:
        """The line that is printed for a score.

        `width` is the number of decimals of the value: 2, or 4 in scale 1, when it is None.
        `signature=True` puts the signature behind the name. Only a perfect score is printed as
        100.00: one that is rounded to it reads 99.99.
        """
        digits = width if width is not None else places_of(self.scale)
        if type(digits) is not int or digits < 0:
            raise ConfigurationError(f"width={width!r}: allowed are whole numbers from 0, and None")
        name = f"{self.metric}|{self.signature}" if signature else self.metric
        return f"{name} = {self.number(digits)} {self.details()}".rstrip()

    def explain(self) -> Breakdown:
        """How the number is made: for BLEU alone.

        Raises `ConfigurationError` for the score of another metric, with what it holds instead.
        """
        held = ", ".join(self.names[1:-1])
        raise ConfigurationError(
            f"explain() takes BLEU apart, and this is {self.metric}: what it is made of are its "
            f"parts ({held})"
        )

    def to_dict(self) -> dict[str, Any]:
        """All parts under their names, ready for JSON: numbers are numbers, tuples are lists.

        The signature is its string.
        """
        ready: dict[str, Any] = {"metric": self.metric}
        for name in self.names:
            part = getattr(self, name)
            ready[name] = list(part) if isinstance(part, tuple) else part
        ready["signature"] = str(self.signature)
        return ready

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return self.format()

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if spec else str(self)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.names)
        return f"{type(self).__name__}({shown})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self.metric == other.metric and self._parts == other._parts

    def __hash__(self) -> int:
        return hash((self.metric, self._parts))

    def __reduce__(self) -> tuple[type[Score], tuple[Any, ...]]:
        return type(self), self._parts


class BLEUScore(Score):
    """The BLEU of a corpus or of a sentence.

    `matches` and `totals` are the raw counts of each order, whatever the smoothing: n-grams
    found in a reference (clipped), and n-grams of the hypotheses. `precisions` are the smoothed
    ones, in the scale of the metric (0 to 100, or 0 to 1).

    >>> from truebleu import BLEU
    >>> score = BLEU().corpus_score(["The cat sat on a mat."], ["The cat sat on the mat."])
    >>> print(score)
    BLEU = 48.89 85.7/66.7/40.0/25.0 (BP = 1.000 ratio = 1.000 hyp_len = 7 ref_len = 7)
    >>> score.matches, score.totals
    ((6, 4, 2, 1), (7, 6, 5, 4))
    >>> float(score) == score.value
    True
    """

    __slots__ = ()

    metric = "BLEU"
    names = (
        "value",
        "matches",
        "totals",
        "precisions",
        "brevity_penalty",
        "hypothesis_length",
        "effective_reference_length",
        "length_ratio",
        "signature",
    )

    def __new__(
        cls,
        value: float,
        matches: tuple[int, ...],
        totals: tuple[int, ...],
        precisions: tuple[float, ...],
        brevity_penalty: float,
        hypothesis_length: int,
        effective_reference_length: float,
        signature: Signature,
    ) -> Self:
        """Hold the parts as they are: nothing is computed or checked here."""
        score = _new(cls)
        _set_parts(
            score,
            (
                value,
                matches,
                totals,
                precisions,
                brevity_penalty,
                hypothesis_length,
                effective_reference_length,
                signature,
            ),
        )
        return score

    @property
    def matches(self) -> tuple[int, ...]:
        """Clipped n-grams found in a reference, for each order from 1."""
        return self._parts[1]  # type: ignore[no-any-return]

    @property
    def totals(self) -> tuple[int, ...]:
        """N-grams of the hypotheses, for each order from 1."""
        return self._parts[2]  # type: ignore[no-any-return]

    @property
    def precisions(self) -> tuple[float, ...]:
        """Smoothed precisions, for each order from 1, in the scale of the metric."""
        return self._parts[3]  # type: ignore[no-any-return]

    @property
    def brevity_penalty(self) -> float:
        """exp(1 - r/c) for hypotheses shorter than the references (0 for no tokens), else 1."""
        return self._parts[4]  # type: ignore[no-any-return]

    @property
    def hypothesis_length(self) -> int:
        """Tokens of the hypotheses."""
        return self._parts[5]  # type: ignore[no-any-return]

    @property
    def effective_reference_length(self) -> float:
        """Tokens of the references, by the metric's rule; a float under the rule `average`."""
        return self._parts[6]  # type: ignore[no-any-return]

    @property
    def length_ratio(self) -> float:
        """Hypothesis length over reference length; 0.0 when the references are empty."""
        length = self.effective_reference_length
        return self.hypothesis_length / length if length else 0.0

    def explain(self) -> Breakdown:
        """How the score is made: the points lost to brevity and to each order, which add up.

        What needs the texts (n-grams, segments, other settings) is in `truebleu.explain`.
        """
        from truebleu.decomposition import breakdown

        return breakdown(self)

    def details(self) -> str:
        """Precisions, brevity penalty and lengths, in the words that sacreBLEU uses."""
        places = 1 if self.scale == 100 else 3
        precisions = "/".join(f"{part:.{places}f}" for part in self.precisions)
        length = self.effective_reference_length
        return (
            f"{precisions} (BP = {self.brevity_penalty:.3f} "
            f"ratio = {self.length_ratio:.3f} hyp_len = {self.hypothesis_length} "
            f"ref_len = {round(length, 3)})"
        )


_new = object.__new__
# The slot's own setter: four times as fast as object.__setattr__ by name.
_set_parts = Score.__dict__["_parts"].__set__


def new_score(kind: type[ScoreT], parts: tuple[Any, ...]) -> ScoreT:
    """A score of this kind that holds these parts as they are."""
    score = _new(kind)
    _set_parts(score, parts)
    return score


def decimals(value: float, places: int, top: float) -> str:
    """A number with so many decimals that reads as `top` only when it reaches it.

    >>> decimals(99.9999, 2, 100), decimals(100.0, 2, 100)
    ('99.99', '100.00')
    """
    text = f"{value:.{places}f}"
    if value < top and float(text) >= top:
        return f"{top - 10.0**-places:.{places}f}"
    return text


def places_of(scale: float) -> int:
    """With how many decimals scores are printed: 2 on the scale of 100, 4 on that of 1."""
    return 2 if scale == 100 else 4


def top_of(score: Score) -> float:
    """What no score like this one is above, and none is printed as that does not reach it."""
    return score.scale if score.bounded else inf


def printed(value: float, score: Score, places: int | None = None) -> str:
    """A value as it is printed for a score like this one; with its usual decimals when None."""
    return decimals(value, places_of(score.scale) if places is None else places, top_of(score))


def percent(share: float) -> str:
    """A share from 0 to 1 that was chosen, a confidence say, in percent: with all its digits.

    >>> percent(0.95), percent(0.9999999)
    ('95 %', '99.99999 %')
    """
    return f"{100 * share:.12g} %"


def rounded_percent(share: float, places: int = 0) -> str:
    """A share that was measured, in percent, with so many decimals.

    It has more where it would read as none or as all of them, and is not: at most `FINEST`.

    >>> rounded_percent(1 / 3), rounded_percent(1.0), rounded_percent(0.999), rounded_percent(1e-3)
    ('33 %', '100 %', '99.9 %', '0.1 %')
    """
    value = 100 * share
    text = f"{value:.{places}f}"
    while float(text) in {0.0, 100.0} and float(text) != value and places < FINEST:
        places += 1
        text = f"{value:.{places}f}"
    return f"{text} %"
