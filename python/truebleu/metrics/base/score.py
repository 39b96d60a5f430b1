"""Base class of scores: immutable objects with the value, its components and a signature."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from truebleu.errors import ConfigurationError
from truebleu.results import Frozen, Result, no_attribute
from truebleu.wording import fixed_below

ScoreT = TypeVar("ScoreT", bound="Score")

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.metrics.base.signature import Signature
    from truebleu.metrics.decomposition import Breakdown


class _Part(property):
    """Read-only property whose value is one component of a score."""

    def __init__(self, index: int, doc: str) -> None:
        def read(score: Score) -> Any:
            return score._parts[index]  # noqa: SLF001  it is an attribute of the class

        read.__doc__ = doc  # a subclass of `property` copies it
        super().__init__(read)

    def __set_name__(self, owner: type, name: str) -> None:
        # The API reference shows the annotation of the class attribute.
        assert self.fget is not None
        self.fget.__annotations__["return"] = owner.__annotations__[name]


def part(index: int, doc: str) -> Any:
    """Return a read-only property for one component of a score; used in class bodies.

    `index` is the index of the component in `names`. `doc` is the docstring of the property.
    """
    return _Part(index, doc)


class Score(Result, Frozen):
    """Base class of scores: the value, its components and the signature.

    A subclass names its components in `names`: first the value, last the signature. Two scores are
    equal if all their components are equal. `<` and `>` raise an error, because lower is better for
    some metrics. Compare `score.value` instead.
    """

    __slots__ = ("_parts",)

    names: tuple[str, ...]
    higher_is_better = True
    bounded = True  # whether no score is above the scale
    _parts: tuple[Any, ...]

    def __new__(cls, *parts: Any) -> Self:
        """Create a score from its components in the order of `names`, without checking them."""
        return new_score(cls, parts)

    @property
    def metric(self) -> str:
        """Name of the metric, which is printed before the value."""
        raise NotImplementedError

    @property
    def value(self) -> float:
        """Score as a float, on the scale of the metric."""
        return self._parts[0]  # type: ignore[no-any-return]

    @property
    def signature(self) -> Signature:
        """Settings that produced the score.

        `signature.full()` includes the settings that sacreBLEU omits.
        """
        return self._parts[-1]  # type: ignore[no-any-return]

    @property
    def scale(self) -> int:
        """Scale of the score: 100, or 1 if the signature has `scale:1`."""
        return 1 if self.signature.get("scale") == "1" else 100

    # Hidden from type checkers, which would otherwise accept any attribute.
    if not TYPE_CHECKING:

        def __getattr__(self, name):
            raise no_attribute(self, name)

    def number(self, digits: int) -> str:
        """Return the value as text with `digits` decimals.

        A score below 100 never prints as 100.00: 99.999 prints as 99.99.
        """
        return printed(self.value, self, digits)

    def details(self) -> str:
        """Return the text printed after the value, such as the precisions of BLEU, or ""."""
        return ""

    def format(self, width: int | None = None, signature: bool = False) -> str:
        """Return the score as one printed line.

        `width` is the number of decimals of the value. None gives 2 decimals, or 4 if the scale is
        1. `signature=True` adds the signature after the name. A score below 100 never prints as
        100.00: 99.999 prints as 99.99.
        """
        digits = width if width is not None else places_of(self.scale)
        if type(digits) is not int or digits < 0:
            raise ConfigurationError(
                f"width={width!r} is not valid. Use an integer from 0, or None."
            )
        name = f"{self.metric}|{self.signature}" if signature else self.metric
        return f"{name} = {self.number(digits)} {self.details()}".rstrip()

    def explain(self) -> Breakdown:
        """Return how many points a BLEU score loses to brevity and to each n-gram order.

        Raises `ConfigurationError` for a score of another metric.
        """
        components = ", ".join(self.names[1:-1])
        raise ConfigurationError(
            f"explain() supports BLEU only, got {self.metric}. Use its attributes: {components}."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return a dict with the name of the metric and all components, ready for JSON.

        Tuples become lists, and the signature becomes a str.
        """
        data: dict[str, Any] = {"metric": self.metric}
        for name in self.names:
            part = getattr(self, name)
            data[name] = list(part) if isinstance(part, tuple) else part
        data["signature"] = str(self.signature)
        return data

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return self.format()

    def __format__(self, spec: str) -> str:
        return format(self.value, spec) if spec else str(self)

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.names)
        return f"{type(self).__name__}({parts})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self.metric == other.metric and self._parts == other._parts

    def __hash__(self) -> int:
        return hash((self.metric, self._parts))

    def __reduce__(self) -> tuple[type[Score], tuple[Any, ...]]:
        return type(self), self._parts


new_empty = object.__new__
# The setter of the slot is four times as fast as object.__setattr__.
set_parts = Score.__dict__["_parts"].__set__


def new_score(kind: type[ScoreT], parts: tuple[Any, ...]) -> ScoreT:
    """Create a score of the class `kind` from its components, without checks."""
    score = new_empty(kind)
    set_parts(score, parts)
    return score


def places_of(scale: float | None) -> int:
    """Return the number of decimals of printed scores: 2 if the scale is 100, otherwise 4."""
    return 2 if scale == 100 else 4


def top_of(score: Score) -> float:
    """Return the highest score that the metric of `score` can give, or infinity."""
    return score.scale if score.bounded else inf


def printed(value: float, score: Score, places: int | None = None) -> str:
    """Return a number as text, formatted like the value of `score`.

    `places` is the number of decimals; None uses as many decimals as `score` prints.
    """
    return fixed_below(value, places_of(score.scale) if places is None else places, top_of(score))


def best_first(values: Sequence[float], *, higher_is_better: bool) -> list[int]:
    """Return the indices of scores from best to worst; equal scores keep their input order.

    >>> best_first([13.0, 44.0, 31.0, 44.0], higher_is_better=True)
    [1, 3, 2, 0]
    """
    sign = -1 if higher_is_better else 1
    return sorted(range(len(values)), key=lambda i: sign * values[i])
