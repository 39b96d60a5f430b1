"""Computation of NLTK's BLEU from lists of tokens."""

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
    UnequalLengths,
    no_trigrams,
)
from truebleu.errors import inspected
from truebleu.inputs.references import References
from truebleu.metrics.bleu import BLEU
from truebleu.wording import count

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.compat.nltk.smoothing import Method

LARGEST = 2**63 - 1
DEFAULT = (0.25, 0.25, 0.25, 0.25)


class Ratio(Fraction):
    """Fraction that is not reduced to lowest terms. Its numerator and denominator remain counts.

    >>> Ratio(2, 4).numerator, Ratio(2, 4) == Fraction(1, 2)
    (2, True)
    """

    __slots__ = ()

    def __new__(cls, numerator: int, denominator: int) -> Self:
        """Return an unreduced fraction. The denominator must be positive."""
        ratio = super().__new__(cls, numerator, denominator)
        ratio._numerator = numerator  # type: ignore[attr-defined]
        ratio._denominator = denominator  # type: ignore[attr-defined]
        return ratio

    def __eq__(self, other: object) -> bool:
        return self.reduced() == other

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.reduced())

    def reduced(self) -> Fraction:
        """Return this fraction in lowest terms."""
        return Fraction(self.numerator, self.denominator)


class CorpusCounts:
    """Tokenized corpus with the counts from which BLEU is computed.

    `matches` has the number of clipped matches for each n-gram order. `totals` has the number of
    n-grams in the hypotheses for each order.
    """

    def __init__(
        self, references: list[list[Sequence[Any]]], hypotheses: list[Sequence[Any]], orders: int
    ) -> None:
        if orders < 1:
            raise NoOrders("no weights or orders. Pass one weight for each n-gram order.")
        self.references = references
        self.hypotheses = hypotheses
        self.orders = orders
        # The statistics of method5 include those of all other methods.
        metric = metric_of("method5", None, (1 / orders,) * orders, False)
        texts, reference_lists = plain(hypotheses, references)
        row = metric.corpus_score(texts, References.per_segment(reference_lists), threads=1)
        self.matches, self.totals = row.matches, row.totals
        self.hypothesis_length = row.hypothesis_length
        self.reference_length = int(row.effective_reference_length)
        last = metric.statistics(texts[-1:], References.per_segment(reference_lists[-1:]))[0]
        self.last = last[-3:].tolist()

    def row(self, method: str) -> list[int]:
        """Return the sufficient statistics of the corpus: lengths, matches and numbers of n-grams.

        For method5, method6 and method7, three items about the last segment follow.
        """
        row = [self.hypothesis_length, self.reference_length, *self.matches, *self.totals]
        return row + self.last if method in {"method5", "method6", "method7"} else row

    def precisions(self) -> list[Ratio]:
        """Return the precision of each n-gram order, the argument `p_n` of smoothing functions."""
        return [Ratio(*pair) for pair in zip(self.matches, self.totals, strict=True)]


@lru_cache(maxsize=256)
def metric_of(method: str, value: float | None, weights: tuple[float, ...], reweigh: bool) -> BLEU:
    """Return the truebleu metric that computes NLTK's BLEU of token lists.

    Args:
        method: name of the smoothing, such as "method1".
        value: parameter of the smoothing; None for a smoothing without parameter.
        weights: a weight for each n-gram order.
        reweigh: whether to use only the n-gram orders 1 to k, with equal weights, if the hypotheses
            have k tokens in total.
    """
    return BLEU(
        convention="nltk",
        smoothing=method,
        smoothing_value=value,
        weights=weights,
        effective_order=reweigh,
    )


def score_of(
    counts: CorpusCounts, method: Method, weights: Sequence[float], auto_reweigh: bool
) -> float:
    """Return the BLEU of a corpus from its counts, with one weight for each n-gram order.

    For `auto_reweigh`, see `corpus_bleu`.

    Raises:
        Undefined: method6 is used, and no trigram is matched.
        TooFewOrders: method6 is used with fewer than three n-gram orders.
        TooLarge: the weights are so large that the score overflows.
    """
    if method.name == "method6" and (counts.orders < 3 or not counts.matches[2]):
        raise no_trigrams(counts.orders)
    filled = (*weights, *(0.0,) * (counts.orders - len(weights)))
    # As in NLTK, default weights are reweighed only if they are a tuple.
    reweigh = auto_reweigh and is_default(weights) and counts.hypothesis_length < len(DEFAULT)
    metric = metric_of(method.name, method.value, filled, reweigh)
    value = metric.score(counts.row(method.name)).value
    if value == inf:
        raise TooLarge(
            f"weights {inspected(weights)} are too large: the score overflows. Use smaller ones."
        )
    return value


def check_lengths(hypotheses: Any, list_of_references: Any) -> None:
    """Raise `UnequalLengths` if the numbers of hypotheses and reference lists differ."""
    if len(list_of_references) != len(hypotheses):
        raise UnequalLengths(
            f"got {count(len(hypotheses), 'hypothesis', 'hypotheses')} and "
            f"{count(len(list_of_references), 'reference list')}. "
            "Pass one list of references per hypothesis."
        )


def is_default(weights: Any) -> bool:
    """Return whether `weights` is NLTK's default, the tuple (0.25, 0.25, 0.25, 0.25).

    Lists and arrays are never the default, as in NLTK.
    """
    return isinstance(weights, tuple) and weights == DEFAULT


def references_of(number: int, references: Any) -> list[Sequence[Any]]:
    """Return the references of segment `number` (counted from 1) as lists of tokens.

    Raises:
        NotTokens: a reference is not a list of tokens.
        NoReferences: the segment has no references.
    """
    lists = token_lists(number, references)
    if not lists:
        raise NoReferences(
            f"segment {number} has no references. Pass at least one.", segment=number
        )
    return lists


def token_lists(number: int, references: Any) -> list[Sequence[Any]]:
    """Return the references of segment `number` (counted from 1) as lists of tokens.

    A segment without references gives an empty list.

    Raises:
        NotTokens: a reference is not a list of tokens.
    """
    if isinstance(references, str):
        raise NotTokens(
            f"segment {number}: references is a str, {references[:40]!r}. Pass a list of token "
            "lists, [reference.split()]."
        )
    if not hasattr(references, "__iter__"):
        raise NotTokens(
            f"segment {number}: references is {inspected(references)}. Pass a list of token lists.",
            segment=number,
        )
    return [tokens_of(number, "a reference", reference) for reference in references]


def tokens_of(number: int, label: str, tokens: Any) -> Sequence[Any]:
    """Return the tokens of one text as a list.

    Args:
        number: number of the segment, counted from 1, for the error message.
        label: name of the text for the error message, such as "hypothesis".
        tokens: any iterable of tokens.

    Raises:
        NotTokens: `tokens` is a str, is not iterable, or is a list of lists.
    """
    if isinstance(tokens, str):
        raise NotTokens(
            f"segment {number}: {label} is a str, {tokens[:40]!r}. Pass a list of tokens: "
            "text.split(), or list(text) for characters.",
            segment=number,
        )
    items = list(tokens) if hasattr(tokens, "__iter__") else None
    if items is None or (items and isinstance(items[0], list)):
        kind = inspected(tokens) if items is None else "a list of lists"
        raise NotTokens(
            f"segment {number}: {label} is {kind}. Pass a list of tokens: text.split().",
            segment=number,
        )
    return items


def plain(hypotheses: list[Any], references: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return hypotheses and references with tokens of one type, str or int.

    If the tokens have another type, mixed types, or more than 64 bits, all are replaced by
    integers. They are also replaced if the first token of a text contains whitespace, because
    truebleu would treat that text as untokenized. Equal tokens get equal integers.
    """
    texts = [*hypotheses, *(reference for lists in references for reference in lists)]
    kinds = {type(token) for text in texts for token in text}
    if kinds <= {str}:
        is_plain = not any(text and len(text[0].split(None, 1)) > 1 for text in texts)
    else:
        is_plain = kinds <= {int} and not _any_large(texts)
    if is_plain:
        return hypotheses, references
    numbers: dict[Any, int] = {}

    def numbered(text: Sequence[Any]) -> list[int]:
        return [numbers.setdefault(token, len(numbers)) for token in text]

    return (
        [numbered(text) for text in hypotheses],
        [[numbered(text) for text in lists] for lists in references],
    )


def _any_large(texts: Sequence[Sequence[int]]) -> bool:
    """Return whether any token is too large for the Rust core, whose token ids have 64 bits."""
    return any(text and (max(text) > LARGEST or min(text) < -LARGEST) for text in texts)
