"""`torchmetrics.functional.text.sacre_bleu` of torchmetrics 1.9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.torchmetrics.text.sacre_bleu import SacreBLEUScore


def sacre_bleu_score(
    preds: Sequence[str],
    target: Sequence[Sequence[str]],
    n_gram: int = 4,
    smooth: bool = False,
    tokenize: str = "13a",
    lowercase: bool = False,
    weights: Sequence[float] | None = None,
    *,
    as_tensor: bool | None = None,
) -> Any:
    """BLEU of tokenized text, 0 to 1: `SacreBLEUScore` of one batch.

    >>> preds, target = ["The cat is here."], [["A cat is here.", "There is a cat."]]
    >>> sacre_bleu_score(preds, target, as_tensor=False)
    0.6687...

    Args:
        preds: the predictions.
        target: for each prediction a list of its references.
        n_gram: the longest n-gram, from 1 to 64.
        smooth: add one to the matches and totals of all orders but the first.
        tokenize: a tokenizer's name, as `SacreBLEUScore` has them.
        lowercase: lower-case the tokens.
        weights: one for each order, used as they are.
        as_tensor: as `BLEUScore` has it.

    Raises:
        ValueError: there are other weights than orders, no such tokenizer, not as many targets as
            predictions, or a prediction without references.
        TypeError: a text is no str, or a str stands where a list of texts belongs.
    """
    metric = SacreBLEUScore(n_gram, smooth, tokenize, lowercase, weights, as_tensor=as_tensor)
    return metric(preds, target)
