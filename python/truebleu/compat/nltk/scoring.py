"""NLTK's counts and scores by truebleu's `nltk` convention."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any

from truebleu.compat.nltk.errors import (
    NoOrders,
    NoReferences,
    NotTokens,
    TooLarge,
    no_trigrams,
)
from truebleu.errors import inspected
from truebleu.inputs.references import References
from truebleu.metrics.bleu import BLEU

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.compat.nltk.smoothing import Method

LAST_ORDER = 5  # method5 to method7 look at the last segment's n-grams of this order
LARGEST = 2**63 - 1
DEFAULT = (0.25, 0.25, 0.25, 0.25)


class Ratio(Fraction):
    """A fraction that is not reduced, so that the counts can be read from it.

    >>> Ratio(2, 4).numerator, Ratio(2, 4) == Fraction(1, 2)
    (2, True)
    """

    __slots__ = ()

    def __new__(cls, numerator: int, denominator: int) -> Self:
        """Hold both as they are; `denominator` is above 0."""
        made = super().__new__(cls, numerator, denominator)
        made._numerator = numerator  # type: ignore[attr-defined]
        made._denominator = denominator  # type: ignore[attr-defined]
        return made

    def __eq__(self, other: object) -> bool:
        """Equal as numbers: what Fraction compares is reduced."""
        return self.reduced() == other

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.reduced())

    def reduced(self) -> Fraction:
        """The same number as a plain fraction."""
        return Fraction(self.numerator, self.denominator)


class Counted:
    """A corpus with its counts; `matches` and `totals` for each order from 1, as NLTK has them."""

    def __init__(
        self, references: list[list[Sequence[Any]]], hypotheses: list[Sequence[Any]], orders: int
    ) -> None:
        if orders < 1:
            raise NoOrders("there are no weights or orders: give one for each length of n-grams")
        self.references = references
        self.hypotheses = hypotheses
        self.orders = orders
        # With the columns that method5 to method7 look at: one count serves every method.
        metric = metric_of("method5", None, (1 / orders,) * orders, False)
        texts, others = plain(hypotheses, references)
        row = metric.corpus_score(texts, References.per_segment(others), threads=1)
        self.matches, self.totals = row.matches, row.totals
        self.hypothesis_length = row.hypothesis_length
        self.reference_length = int(row.effective_reference_length)
        last = metric.statistics(texts[-1:], References.per_segment(others[-1:]))[0]
        self.last = last[-3:].tolist()

    def row(self, method: str) -> list[int]:
        """The row that the metric of a method scores."""
        row = [self.hypothesis_length, self.reference_length, *self.matches, *self.totals]
        return row + self.last if method in {"method5", "method6", "method7"} else row

    def precisions(self) -> list[Ratio]:
        """The precisions as NLTK hands them to a smoothing function."""
        return [Ratio(*pair) for pair in zip(self.matches, self.totals, strict=True)]


@lru_cache(maxsize=256)
def metric_of(method: str, value: float | None, weights: tuple[float, ...], reweigh: bool) -> BLEU:
    """BLEU as NLTK has it, tokens as given."""
    return BLEU(
        convention="nltk",
        smoothing=method,
        smoothing_value=value,
        weights=weights,
        effective_order=reweigh,
    )


def score_of(
    counted: Counted, method: Method, weights: Sequence[float], auto_reweigh: bool
) -> float:
    """The score of what was counted, by a method and one vector of weights."""
    if method.name == "method6" and (counted.orders < 3 or not counted.matches[2]):
        raise no_trigrams(counted.orders)
    filled = (*weights, *(0.0,) * (counted.orders - len(weights)))
    # NLTK reweighs the tuple that is its default, and no list that is equal to it.
    reweigh = auto_reweigh and is_default(weights) and counted.hypothesis_length < len(DEFAULT)
    metric = metric_of(method.name, method.value, filled, reweigh)
    value = metric.score(counted.row(method.name)).value
    if value == inf:
        raise TooLarge(f"weights {inspected(weights)} make a score that no float holds")
    return value


def is_default(weights: Any) -> bool:
    """Whether weights are NLTK's own: a list or an array that is equal to them is not."""
    return isinstance(weights, tuple) and weights == DEFAULT


def references_of(at: int, references: Any) -> list[Sequence[Any]]:
    """The references of a segment as lists of tokens; raises `NotTokens` and `NoReferences`."""
    if isinstance(references, str):
        raise NotTokens(
            f"segment {at}: its references are a str, {references[:40]!r}; they are a list of "
            "token lists: [reference.split()]"
        )
    found = [tokens_of(at, "a reference", reference) for reference in references]
    if not found:
        raise NoReferences(f"segment {at} has no references", segment=at)
    return found


def tokens_of(at: int, what: str, tokens: Any) -> Sequence[Any]:
    """The tokens of a text as a list; raises `NotTokens` for a str."""
    if isinstance(tokens, str):
        raise NotTokens(
            f"segment {at}: {what} is a str, {tokens[:40]!r}, whose characters NLTK would take "
            "for tokens; hand over a list of tokens: text.split(), or list(text) for characters",
            segment=at,
        )
    return list(tokens)


def plain(hypotheses: list[Any], references: list[Any]) -> tuple[list[Any], list[Any]]:
    """The same tokens as str or int where they are something else, equal where they were."""
    texts = [*hypotheses, *(each for several in references for each in several)]
    kinds = {type(token) for text in texts for token in text}
    if kinds <= {str} or (kinds <= {int} and not _any_large(texts)):
        return hypotheses, references
    numbers: dict[Any, int] = {}

    def numbered(text: Sequence[Any]) -> list[int]:
        return [numbers.setdefault(token, len(numbers)) for token in text]

    return (
        [numbered(text) for text in hypotheses],
        [[numbered(text) for text in several] for several in references],
    )


def _any_large(texts: Sequence[Sequence[int]]) -> bool:
    """Whether a number needs more than the 64 bits that the core's token ids have."""
    return any(text and (max(text) > LARGEST or min(text) < -LARGEST) for text in texts)
