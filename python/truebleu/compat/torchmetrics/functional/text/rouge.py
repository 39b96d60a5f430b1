"""A drop-in for `torchmetrics.functional.text.rouge` of torchmetrics 1.9."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebleu.compat.torchmetrics.text.rouge import ROUGEScore


def rouge_score(
    preds: str | Sequence[str],
    target: str | Sequence[str] | Sequence[Sequence[str]],
    accumulate: str = "best",
    use_stemmer: bool = False,
    normalizer: Callable[[str], str] | None = None,
    tokenizer: Callable[[str], Sequence[str]] | None = None,
    rouge_keys: str | Sequence[str] = ("rouge1", "rouge2", "rougeL", "rougeLsum"),
    *,
    as_tensor: bool | None = None,
) -> dict[str, Any]:
    """Return a dict with the ROUGE scores of one batch. For the settings, see `ROUGEScore`.

    >>> rouge_score("a cat sat", "a cat", rouge_keys="rouge1", as_tensor=False)
    {'rouge1_fmeasure': 0.8, 'rouge1_precision': 0.666..., 'rouge1_recall': 1.0}

    Raises:
        ValueError: a setting is unknown, the numbers of predictions and targets differ, or a
            prediction has no references.
        TypeError: a text is not a str.
    """
    metric = ROUGEScore(
        use_stemmer, normalizer, tokenizer, accumulate, rouge_keys, as_tensor=as_tensor
    )
    scores: dict[str, Any] = metric(preds, target)
    return scores
