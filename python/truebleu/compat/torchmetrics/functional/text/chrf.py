"""A drop-in for `torchmetrics.functional.text.chrf` of torchmetrics 1.9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.torchmetrics.text.chrf import CHRFScore


def chrf_score(
    preds: str | Sequence[str],
    target: Sequence[str] | Sequence[Sequence[str]],
    n_char_order: int = 6,
    n_word_order: int = 2,
    beta: float = 2.0,
    lowercase: bool = False,
    whitespace: bool = False,
    return_sentence_level_score: bool = False,
    *,
    as_tensor: bool | None = None,
) -> Any:
    """Return the chrF++ of one batch, 0 to 1. For the settings, see `CHRFScore`.

    >>> chrf_score(["a cat"], [["a cat"]], as_tensor=False)
    0.75

    Raises:
        ValueError: a setting is out of range, the numbers of predictions and targets differ, or a
            prediction has no references.
        TypeError: a text is not a str.
    """
    settings = (n_char_order, n_word_order, beta, lowercase, whitespace)
    metric = CHRFScore(*settings, return_sentence_level_score, as_tensor=as_tensor)
    return metric(preds, target)
