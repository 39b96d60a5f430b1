"""A drop-in for `torchmetrics.functional.text.wer`, `cer` and `mer` of torchmetrics 1.9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.torchmetrics.text.error_rates import (
    CharErrorRate,
    MatchErrorRate,
    WordErrorRate,
    rate_of,
)

Texts = str | Sequence[str]


def word_error_rate(preds: Texts, target: Texts, *, as_tensor: bool | None = None) -> Any:
    """Return the word error rate of one batch. For `as_tensor`, see `BLEUScore`.

    >>> word_error_rate(["a cat"], ["a hat"], as_tensor=False)
    0.5
    """
    return rate_of(WordErrorRate, preds, target, as_tensor)


def char_error_rate(preds: Texts, target: Texts, *, as_tensor: bool | None = None) -> Any:
    """Return the character error rate of one batch. For `as_tensor`, see `BLEUScore`."""
    return rate_of(CharErrorRate, preds, target, as_tensor)


def match_error_rate(preds: Texts, target: Texts, *, as_tensor: bool | None = None) -> Any:
    """Return the match error rate of one batch. For `as_tensor`, see `BLEUScore`."""
    return rate_of(MatchErrorRate, preds, target, as_tensor)
