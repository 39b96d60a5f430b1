"""A drop-in for `torchmetrics.text.sacre_bleu` of torchmetrics 1.9."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.torchmetrics.settings import metric_for
from truebleu.compat.torchmetrics.text.bleu import BLEUScore


class SacreBLEUScore(BLEUScore):
    """BLEU of texts that are tokenized first, 0 to 1. Despite its name, it differs from sacreBLEU.

    >>> sacre_bleu = SacreBLEUScore(as_tensor=False)
    >>> sacre_bleu(["The cat is on the mat."], [["A cat is on the mat.", "The cat sat."]])
    0.8801...

    Args:
        n_gram: maximum n-gram order, from 1 to 64.
        smooth: whether to add 1 to the numbers of matches and n-grams of all orders above 1.
        tokenize: name of the tokenizer: `none`, `13a`, `zh`, `intl`, `char`, `ja-mecab`,
            `ko-mecab`, `flores101` or `flores200`.
        lowercase: whether to lowercase the text after tokenization.
        weights: a weight for each n-gram order. The weights need not sum to 1. Default: equal
            weights that sum to 1.
        as_tensor: see `BLEUScore`.
        kwargs: see `BLEUScore`.

    Raises:
        ValueError: the number of weights is not `n_gram`, or the tokenizer is unknown.
        ModuleNotFoundError: a package for the tokenizer is missing.
    """

    def __init__(
        self,
        n_gram: int = 4,
        smooth: bool = False,
        tokenize: str = "13a",
        lowercase: bool = False,
        weights: Sequence[float] | None = None,
        *,
        as_tensor: bool | None = None,
        **kwargs: Any,
    ) -> None:
        metric = metric_for(n_gram, smooth, weights, tokenize, lowercase)
        self._start(metric, as_tensor, kwargs)
