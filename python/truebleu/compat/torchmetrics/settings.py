"""Creation of the truebleu metrics that compute the drop-in's BLEU scores."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from truebleu.compat.torchmetrics.errors import NotInstalled
from truebleu.errors import ConfigurationError, MissingDependency, UnknownTokenizer, allowed
from truebleu.inputs.arguments import check_count
from truebleu.metrics.bleu import BLEU, LARGEST_ORDER
from truebleu.wording import count

# Tokenizers of truebleu by torchmetrics' names; torchmetrics does not strip the text first.
TOKENIZERS = {
    "none": "none",
    "13a": "13a-untrimmed",
    "zh": "zh",
    "intl": "intl-untrimmed",
    "char": "char",
    "ja-mecab": "ja-mecab",
    "ko-mecab": "ko-mecab",
    "flores101": "flores101",
    "flores200": "flores200",
}


def metric_for(
    n_gram: int,
    smooth: bool,
    weights: Iterable[float] | None,
    tokenize: str | None = None,
    lowercase: bool = False,
) -> BLEU:
    """Return the truebleu metric for `SacreBLEUScore`, or for `BLEUScore` if `tokenize` is None.

    Raises:
        ValueError: the number of weights is not `n_gram`, or the tokenizer is unknown.
        ModuleNotFoundError: a package for the tokenizer is missing.
    """
    orders = check_count("n_gram", n_gram, LARGEST_ORDER)
    numbers = None if weights is None else _numbers(weights)
    if numbers is not None and len(numbers) != orders:
        raise ConfigurationError(
            f"got {count(len(numbers), 'weight')} for n_gram={n_gram}. Pass one weight per order."
        )
    if tokenize is not None and tokenize not in tuple(TOKENIZERS):
        raise UnknownTokenizer(allowed("tokenize", tokenize, TOKENIZERS))
    try:
        return _metric(orders, bool(smooth), numbers, tokenize, bool(lowercase))
    except MissingDependency as error:
        raise NotInstalled(str(error)) from None


def _numbers(weights: Any) -> tuple[float, ...]:
    """Return the weights as floats. Weights may be numbers of any library, such as tensors."""
    try:
        return tuple(map(float, weights))
    except (TypeError, ValueError):
        raise ConfigurationError(
            f"weights={weights!r} are not numbers. Pass a list with one per order."
        ) from None


@lru_cache(maxsize=64)
def _metric(
    orders: int,
    smooth: bool,
    weights: tuple[float, ...] | None,
    tokenize: str | None,
    lowercase: bool,
) -> BLEU:
    return BLEU(
        convention="torchmetrics" if tokenize is None else "torchmetrics-sacre",
        tokenizer=None if tokenize is None else TOKENIZERS[tokenize],
        lowercase="after" if lowercase else False,
        smoothing="add-k" if smooth else "none",
        max_ngram_order=orders,
        weights=weights,
    )
