"""`torchmetrics.text.sacre_bleu` of torchmetrics 1.9: BLEU of text that is tokenized."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.torchmetrics.settings import metric_for
from truebleu.compat.torchmetrics.text.bleu import BLEUScore


class SacreBLEUScore(BLEUScore):
    """`BLEUScore` of tokenized text. In spite of the name it is not sacreBLEU's score.

    >>> sacre_bleu = SacreBLEUScore(as_tensor=False)
    >>> sacre_bleu(["The cat is on the mat."], [["A cat is on the mat.", "The cat sat."]])
    0.8801...

    Args:
        n_gram: the longest n-gram, from 1 to 64.
        smooth: add one to the matches and totals of all orders but the first.
        tokenize: `none`, `13a`, `zh`, `intl`, `char`, `ja-mecab`, `ko-mecab`, `flores101` or
            `flores200`, as torchmetrics has them.
        lowercase: lower-case the tokens.
        weights: one for each order, used as they are; equal ones that sum to 1 when left out.
        as_tensor: as `BLEUScore` has it.
        kwargs: as `BLEUScore` has them.

    Raises:
        ValueError: there are other weights than orders, or no such tokenizer.
        ModuleNotFoundError: the tokenizer needs a package.
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
