"""A drop-in for `torchmetrics.functional.text.bleu` of torchmetrics 1.9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.torchmetrics.inputs import checked
from truebleu.compat.torchmetrics.text.bleu import BLEUScore


def bleu_score(
    preds: str | Sequence[str],
    target: Sequence[str | Sequence[str]],
    n_gram: int = 4,
    smooth: bool = False,
    weights: Sequence[float] | None = None,
    *,
    as_tensor: bool | None = None,
) -> Any:
    """Return BLEU of whitespace-separated tokens, 0 to 1, like `BLEUScore` for one batch.

    >>> preds, target = ["the cat is on the mat"], [["there is a cat on the mat", "a cat is here"]]
    >>> bleu_score(preds, target, n_gram=2, as_tensor=False)
    0.5985...

    Args:
        preds: the predictions; a str means a list of one.
        target: references of each prediction; a str means a list of one.
        n_gram: maximum n-gram order, from 1 to 64.
        smooth: whether to add one to the matches and totals of all orders but the first.
        weights: a weight for each order, not normalized.
        as_tensor: see `BLEUScore`.

    Raises:
        ValueError: the numbers of weights and orders, or of predictions and targets, differ, or a
            prediction has no references.
        TypeError: a text is not a str.
    """
    metric = BLEUScore(n_gram, smooth, weights, as_tensor=as_tensor)
    return metric(*checked(preds, target, wrapping=True))
