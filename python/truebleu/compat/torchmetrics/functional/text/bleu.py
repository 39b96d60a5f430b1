"""`torchmetrics.functional.text.bleu` of torchmetrics 1.9."""

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
    """BLEU of text that is cut at white space, 0 to 1: `BLEUScore` of one batch.

    >>> preds, target = ["the cat is on the mat"], [["there is a cat on the mat", "a cat is here"]]
    >>> bleu_score(preds, target, n_gram=2, as_tensor=False)
    0.5985...

    Args:
        preds: the predictions; one str stands for a list of one.
        target: for each prediction its references; one str stands for a list of one.
        n_gram: the longest n-gram, from 1 to 64.
        smooth: add one to the matches and totals of all orders but the first.
        weights: one for each order, used as they are.
        as_tensor: as `BLEUScore` has it.

    Raises:
        ValueError: there are other weights than orders, not as many targets as predictions, or a
            prediction without references.
        TypeError: a text is no str.
    """
    metric = BLEUScore(n_gram, smooth, weights, as_tensor=as_tensor)
    return metric(*checked(preds, target, wrapping=True))
