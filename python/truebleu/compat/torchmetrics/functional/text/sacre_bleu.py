"""A drop-in for `torchmetrics.functional.text.sacre_bleu` of torchmetrics 1.9."""

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
    """Return the BLEU of one batch, 0 to 1. The texts are tokenized first.

    >>> preds, target = ["The cat is here."], [["A cat is here.", "There is a cat."]]
    >>> sacre_bleu_score(preds, target, as_tensor=False)
    0.6687...

    Args:
        preds: the predictions.
        target: a list of references for each prediction.
        n_gram: maximum n-gram order, from 1 to 64.
        smooth: whether to add 1 to the numbers of matches and n-grams of all orders above 1.
        tokenize: name of a tokenizer; see `SacreBLEUScore`.
        lowercase: whether to lowercase the text after tokenization.
        weights: a weight for each n-gram order. The weights need not sum to 1.
        as_tensor: see `BLEUScore`.

    Raises:
        ValueError: the number of weights is not `n_gram`, the numbers of predictions and targets
            differ, the tokenizer is unknown, or a prediction has no references.
        TypeError: a text is not a str, or a str is passed instead of a list of texts.
    """
    metric = SacreBLEUScore(n_gram, smooth, tokenize, lowercase, weights, as_tensor=as_tensor)
    return metric(preds, target)
