"""A drop-in for `torchmetrics.text.wer`, `cer` and `mer` of torchmetrics 1.9.

There is one difference. Different numbers of predictions and targets are an error, while
torchmetrics ignores the surplus texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from typing import Any, ClassVar

from truebleu.compat.torchmetrics.errors import NotInstalled, NotTexts
from truebleu.compat.torchmetrics.inputs import checked
from truebleu.compat.torchmetrics.text.base import SummedMetric, Sums
from truebleu.errors import MissingDependency
from truebleu.metrics.error_rates import WER


class _ErrorRate(SummedMetric):
    higher_is_better: ClassVar[bool] = False

    def __init__(self, *, as_tensor: bool | None = None, **kwargs: Any) -> None:
        try:
            self._wer = WER()
        except MissingDependency as error:
            raise NotInstalled(str(error)) from None
        self._start((), as_tensor, kwargs)

    def _tokens(self, text: str) -> list[str]:
        return text.split()

    def _length(self, prediction: list[str], target: list[str]) -> int:
        del prediction
        return len(target)

    def _names(self) -> list[str]:
        return ["errors", "total"]

    def _count(self, preds: Any, target: Any) -> Sums:
        target = [target] if isinstance(target, str) else target
        texts, references = checked(preds, target, wrapping=True)
        if not texts:
            return 0, 0
        for i, several in enumerate(references):
            if len(several) > 1:
                raise NotTexts(f"target[{i}] has {len(several)} texts. Pass one per prediction.")
        predictions = list(map(self._tokens, texts))
        targets = [self._tokens(reference) for (reference,) in references]
        rows = self._wer.statistics(*(list(map(_coded, side)) for side in (predictions, targets)))
        lengths = map(self._length, predictions, targets)
        return int(rows[:, :3].sum()), sum(lengths)

    def _scored(self, sums: Sums) -> float:
        errors, total = sums
        return errors / total if total else inf if errors else nan


def _coded(tokens: list[str]) -> str:
    """Encode tokens as one text: each token becomes a word without spaces.

    Equal tokens get equal words, and different tokens get different words.
    """
    return " ".join("".join(f"{ord(char):x}." for char in token) for token in tokens)


class WordErrorRate(_ErrorRate):
    """Word error rate: the number of edits per target word. Words are separated by whitespace.

    The rate is inf if the targets have no words, and nan if the predictions also have no words, as
    in torchmetrics.

    >>> rate = WordErrorRate(as_tensor=False)
    >>> rate(["the cat sat on mat"], ["the cat sat on the mat"])
    0.1666...

    Args:
        as_tensor: see `BLEUScore`.
        kwargs: see `BLEUScore`.

    Raises:
        ModuleNotFoundError: the package jiwer is not installed.
    """


class CharErrorRate(_ErrorRate):
    """Character error rate: the number of edits per target character, including whitespace.

    >>> CharErrorRate(as_tensor=False)("a cat", "a hat")
    0.2

    Args:
        as_tensor: see `BLEUScore`.
        kwargs: see `BLEUScore`.

    Raises:
        ModuleNotFoundError: the package jiwer is not installed.
    """

    def _tokens(self, text: str) -> list[str]:
        return list(text)


class MatchErrorRate(_ErrorRate):
    """Match error rate: edits in words, divided by the number of words.

    For each pair of a prediction and a target, the words of the longer text are counted.

    >>> MatchErrorRate(as_tensor=False)("a cat", "a cat sat down")
    0.5

    Args:
        as_tensor: see `BLEUScore`.
        kwargs: see `BLEUScore`.

    Raises:
        ModuleNotFoundError: the package jiwer is not installed.
    """

    def _length(self, prediction: list[str], target: list[str]) -> int:
        return max(len(prediction), len(target))


def rate_of(
    kind: type[_ErrorRate],
    preds: str | Sequence[str],
    target: str | Sequence[str],
    as_tensor: bool | None,
) -> Any:
    """Return the error rate of one batch, computed by a metric of the class `kind`."""
    return kind(as_tensor=as_tensor)(preds, target)
