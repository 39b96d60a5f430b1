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
    """Return the BLEU of one batch of whitespace-tokenized texts, 0 to 1.

    >>> preds, target = ["the cat is on the mat"], [["there is a cat on the mat", "a cat is here"]]
    >>> bleu_score(preds, target, n_gram=2, as_tensor=False)
    0.5985...

    Args:
        preds: the predictions. A str is treated as a list with one text.
        target: for each prediction, a list of references, or a str for a single reference.
        n_gram: maximum n-gram order, from 1 to 64.
        smooth: whether to add 1 to the numbers of matches and n-grams of all orders above 1.
        weights: a weight for each n-gram order. The weights need not sum to 1.
        as_tensor: see `BLEUScore`.

    Raises:
        ValueError: the number of weights is not `n_gram`, the numbers of predictions and targets
            differ, or a prediction has no references.
        TypeError: a text is not a str.
    """
    metric = BLEUScore(n_gram, smooth, weights, as_tensor=as_tensor)
    return metric(*checked(preds, target, wrapping=True))
