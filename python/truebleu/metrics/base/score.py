"""Scores: frozen values that hold every intermediate, and the signature that gives them again."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from truebleu.errors import ConfigurationError
from truebleu.results import Frozen, Result, no_attribute
from truebleu.wording import decimals

ScoreT = TypeVar("ScoreT", bound="Score")

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.metrics.base.signature import Signature
    from truebleu.metrics.decomposition import Breakdown


class _Part(property):
    """A read-only attribute of a score: one of the tuple's parts."""

    def __init__(self, place: int, doc: str) -> None:
        def read(score: Score) -> Any:
            return score._parts[place]  # noqa: SLF001  it is an attribute of the class

        read.__doc__ = doc  # from there a subclass of `property` takes it
        super().__init__(read)

    def __set_name__(self, owner: type, name: str) -> None:
        """Give the attribute the type that the class declares, for the reference."""
        assert self.fget is not None
        self.fget.__annotations__["return"] = owner.__annotations__[name]


def part(place: int, doc: str) -> Any:
    """Declare a part of a score: its place in the tuple, and what it is."""
    return _Part(place, doc)


class Score(Result, Frozen):
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

    # Hidden from type checkers, to which any attribute would seem to exist.
    if not TYPE_CHECKING:

        def __getattr__(self, name):
            raise no_attribute(self, name)

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


new_empty = object.__new__
# The slot's own setter: four times as fast as object.__setattr__ by name.
set_parts = Score.__dict__["_parts"].__set__


def new_score(kind: type[ScoreT], parts: tuple[Any, ...]) -> ScoreT:
    """A score of this kind that holds these parts as they are."""
    score = new_empty(kind)
    set_parts(score, parts)
    return score


def places_of(scale: float | None) -> int:
    """Return the decimals of printed scores: 2 on the scale of 100, 4 on that of 1 or on none."""
    return 2 if scale == 100 else 4


def top_of(score: Score) -> float:
    """What no score like this one is above, and none is printed as that does not reach it."""
    return score.scale if score.bounded else inf


def printed(value: float, score: Score, places: int | None = None) -> str:
    """A value as it is printed for a score like this one; with its usual decimals when None."""
    return decimals(value, places_of(score.scale) if places is None else places, top_of(score))


def best_first(values: Sequence[float], *, higher_is_better: bool) -> list[int]:
    """Return the indices of scores, the best first; equal scores keep their order.

    >>> best_first([13.0, 44.0, 31.0, 44.0], higher_is_better=True)
    [1, 3, 2, 0]
    """
    sign = -1 if higher_is_better else 1
    return sorted(range(len(values)), key=lambda i: sign * values[i])
