"""torchmetrics' arguments as a metric under its convention."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from truebleu.compat.torchmetrics.errors import NotInstalled
from truebleu.errors import ConfigurationError, MissingDependency, UnknownTokenizer, allowed
from truebleu.inputs.arguments import check_count
from truebleu.metrics.bleu import BLEU, LARGEST_ORDER
from truebleu.wording import count

# torchmetrics' names, and what cuts so here: it does not trim a text before it cuts it.
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
    """The metric of these arguments: BLEUScore's where `tokenize` is None, else SacreBLEUScore's.

    Raises:
        ValueError: there are other weights than orders, or no such tokenizer.
        ModuleNotFoundError: the tokenizer needs a package.
    """
    orders = check_count("n_gram", n_gram, LARGEST_ORDER)
    given = None if weights is None else _numbers(weights)
    if given is not None and len(given) != orders:
        raise ConfigurationError(
            f"{count(len(given), 'weight')} and n_gram={n_gram}: there is one weight for each order"
        )
    if tokenize is not None and tokenize not in tuple(TOKENIZERS):
        raise UnknownTokenizer(allowed("tokenize", tokenize, TOKENIZERS))
    try:
        return _metric(orders, bool(smooth), given, tokenize, bool(lowercase))
    except MissingDependency as error:
        raise NotInstalled(str(error)) from None


def _numbers(weights: Any) -> tuple[float, ...]:
    """The weights, which may be numbers of any library."""
    try:
        return tuple(map(float, weights))
    except (TypeError, ValueError):
        raise ConfigurationError(
            f"weights={weights!r}: a list of numbers belongs here, one for each order"
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
