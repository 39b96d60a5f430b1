"""A drop-in for `torchmetrics.text.chrf` of torchmetrics 1.9: `CHRFScore`.

The scores equal those of torchmetrics, which differ from those of sacreBLEU in two ways. An order
without n-grams has the F-score 0 and is not left out. If a prediction has no match, the n-grams of
its references are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from string import punctuation
from typing import TYPE_CHECKING, Any, ClassVar

from truebleu.compat.torchmetrics.inputs import checked, paired
from truebleu.compat.torchmetrics.text.base import SummedMetric, Sums
from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import as_number
from truebleu.inputs.references import References
from truebleu.metrics.bleu import BLEU

if TYPE_CHECKING:
    from typing_extensions import Self

EPSILON = 1e-16
PUNCTUATION = frozenset(punctuation)


class CHRFScore(SummedMetric):
    """chrF++ as torchmetrics computes it, 0 to 1.

    >>> CHRFScore(as_tensor=False)(["a cat sat"], [["a cat sat down"]])
    0.6095...

    Args:
        n_char_order: maximum order of character n-grams, 1 or more.
        n_word_order: maximum order of word n-grams, 0 or more.
        beta: weight of recall relative to precision.
        lowercase: whether to ignore case.
        whitespace: whether character n-grams include whitespace. If False, spaces (U+0020) are
            removed.
        return_sentence_level_score: whether to return a pair of the corpus score and the scores of
            all predictions, instead of the corpus score only. The scores of the predictions are a
            tensor of shape (n_predictions,) or a list of floats.
        as_tensor: see `BLEUScore`.
        kwargs: see `BLEUScore`.

    Raises:
        ValueError: a setting is out of range.
    """

    full_state_update: ClassVar[bool] = True

    def __init__(
        self,
        n_char_order: int = 6,
        n_word_order: int = 2,
        beta: float = 2.0,
        lowercase: bool = False,
        whitespace: bool = False,
        return_sentence_level_score: bool = False,
        *,
        as_tensor: bool | None = None,
        **kwargs: Any,
    ) -> None:
        n_char_order = _checked_order("n_char_order", n_char_order, 1)
        n_word_order = _checked_order("n_word_order", n_word_order, 0)
        weight = as_number(beta)
        if weight is None or weight < 0:
            raise ConfigurationError("Expected argument `beta` to be greater than 0.")
        self.n_char_order = n_char_order
        self.n_word_order = n_word_order
        self.beta = weight
        self.lowercase = bool(lowercase)
        self.whitespace = bool(whitespace)
        self.return_sentence_level_score = bool(return_sentence_level_score)
        self.sentences: list[float] = []  # scores of all predictions, if they are requested
        settings = (n_char_order, n_word_order, self.beta, self.lowercase, self.whitespace)
        self._start((*settings, self.return_sentence_level_score), as_tensor, kwargs)

    def reset(self) -> None:
        """Remove all batches from the state."""
        super().reset()
        self.sentences = []

    def clone(self) -> Self:
        """Return a copy with the same settings and state."""
        copy = super().clone()
        copy.sentences = self.sentences.copy()
        return copy

    def merge_state(self, incoming_state: SummedMetric) -> None:
        """Add all batches of another metric of this class to the state."""
        super().merge_state(incoming_state)
        assert isinstance(incoming_state, CHRFScore)
        self.sentences += incoming_state.sentences

    def forward(self, preds: Any, target: Any) -> Any:
        """Update the state with a batch, and return the score of this batch."""
        before = len(self.sentences)
        value = super().forward(preds, target)
        return self._with_sentences(value, before)

    __call__ = forward

    def compute(self) -> Any:
        """Return the score of all batches since the last reset."""
        return self._with_sentences(super().compute(), 0)

    def _with_sentences(self, value: Any, start: int) -> Any:
        if not self.return_sentence_level_score:
            return value
        return value, self._as_values(self.sentences[start:])

    def _names(self) -> list[str]:
        return [
            f"total_{side}_{unit}_{order}_grams"
            for side in ("preds", "target", "matching")
            for unit, highest in (("char", self.n_char_order), ("word", self.n_word_order))
            for order in range(1, highest + 1)
        ]

    def _count(self, preds: Any, target: Any) -> Sums:
        import numpy as np

        predictions, targets = checked(*paired(preds, target), wrapping=True)
        orders = self.n_char_order + self.n_word_order
        sums = [0.0] * (3 * orders)
        rows = self._rows(predictions, targets)
        for _ in predictions:
            row: list[int] = []
            best, best_row = 0.0, None
            for row in next(rows):
                score = self._scored(tuple(row), np.float32)  # ties as in torch
                if score > best:
                    best, best_row = score, row
            grams = best_row or [*row[:orders], *[0] * (2 * orders)]
            sums = [total + number for total, number in zip(sums, grams, strict=True)]
            if self.return_sentence_level_score:
                self.sentences.append(self._scored(tuple(grams)))
        return tuple(sums)

    def _rows(self, predictions: list[str], targets: list[list[str]]) -> Iterator[list[list[int]]]:
        """Yield for each prediction a list with one row of counts for each reference.

        A row has three parts: n-grams of the prediction, n-grams of the reference, and matches.
        Each part has an item for each order of character n-grams, then for each order of word
        n-grams.
        """
        pairs = [
            (text, reference)
            for text, texts in zip(predictions, targets, strict=True)
            for reference in texts
        ]
        chars = _counts([tuple(map(self._chars, pair)) for pair in pairs], self.n_char_order)
        words = _counts([tuple(map(self._words, pair)) for pair in pairs], self.n_word_order)
        rows = (
            [number for char, word in zip(*both, strict=True) for number in (*char, *word)]
            for both in zip(chars, words, strict=True)
        )
        for texts in targets:
            yield list(islice(rows, len(texts)))

    def _chars(self, text: str) -> list[str]:
        text = text.lower() if self.lowercase else text
        return list(text if self.whitespace else text.strip().replace(" ", ""))

    def _words(self, text: str) -> list[str]:
        text = text.lower() if self.lowercase else text
        return [part for word in text.strip().split() for part in _without_punctuation(word)]

    def _scored(self, sums: Sums, number: type[Any] = float) -> Any:
        """Return the score of summed counts.

        `number` is the type in which the score is computed, float or NumPy's float32.
        """
        orders = self.n_char_order + self.n_word_order
        columns = (map(number, sums[i * orders : (i + 1) * orders]) for i in range(3))
        zero, epsilon, weight = number(0), number(EPSILON), number(self.beta**2)
        scores = []
        for ours, theirs, matches in zip(*columns, strict=True):
            precision = matches / ours if ours else zero
            recall = matches / theirs if theirs else zero
            below = max(weight * precision + recall, epsilon)
            scores.append(number(1 + self.beta**2) * precision * recall / below)
        chars, words = scores[: self.n_char_order], scores[self.n_char_order :]
        return (sum(chars, zero) + sum(words, zero)) / number(orders)


def _counts(
    pairs: list[tuple[list[str], ...]], orders: int
) -> list[tuple[list[int], list[int], list[int]]]:
    """Return the n-gram counts of each pair of token lists.

    The counts are three lists with an item for each n-gram order: the n-grams of the first text,
    the n-grams of the second text, and the matches.
    """
    if not orders or not pairs:
        return [([], [], [])] * len(pairs)
    numbers: dict[str, int] = {}
    sides = [
        [[numbers.setdefault(token, len(numbers)) for token in pair[side]] for pair in pairs]
        for side in (0, 1)
    ]
    metric = BLEU(max_ngram_order=orders, tokenizer="none")
    references = References.per_segment([[tokens] for tokens in sides[1]])
    rows = metric.statistics(sides[0], references).tolist()
    start = metric.layout.index("matches_1")
    return [
        (_totals(len(ours), orders), _totals(len(theirs), orders), row[start : start + orders])
        for (ours, theirs), row in zip(pairs, rows, strict=True)
    ]


def _totals(length: int, orders: int) -> list[int]:
    return [max(0, length - order) for order in range(orders)]


def _without_punctuation(word: str) -> list[str]:
    """Return the word as a list. A punctuation mark at its end or start is a separate item."""
    if len(word) == 1:
        return [word]
    if word[-1] in PUNCTUATION:
        return [word[:-1], word[-1]]
    if word[0] in PUNCTUATION:
        return [word[0], word[1:]]
    return [word]


def _checked_order(name: str, value: Any, lowest: int) -> int:
    """Return a maximum n-gram order as an int; raise `ConfigurationError` if it is below `lowest`.

    `name` is the name of the argument, for the error message.
    """
    if not isinstance(value, int) or value < lowest:
        raise ConfigurationError(
            f"Expected argument `{name}` to be an integer greater than or equal to {lowest}."
        )
    return int(value)
