"""The flags that set what only chrF has."""

from __future__ import annotations

from truebleu.cli.flag import ANY_METRIC, Flag
from truebleu.cli.values import count, number

__all__ = ["CHRF_FLAGS"]

CHRF_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--chrf-char-order",
        metavar="N",
        parse=count,
        commands=ANY_METRIC,
        category="chrf",
        sets="char_order",
        default="6",
        help="the longest n-grams of characters",
    ),
    Flag(
        "--chrf-word-order",
        metavar="N",
        parse=count,
        commands=ANY_METRIC,
        category="chrf",
        sets="word_order",
        default="0, and 2 in chrf++",
        help="the longest n-grams of words",
    ),
    Flag(
        "--chrf-beta",
        metavar="X",
        parse=number,
        commands=ANY_METRIC,
        category="chrf",
        sets="beta",
        default="2",
        help="how many times recall weighs as much as precision",
    ),
    Flag(
        "--chrf-whitespace",
        commands=ANY_METRIC,
        category="chrf",
        sets="whitespace",
        help="count white space among the characters",
    ),
    Flag(
        "--chrf-eps-smoothing",
        commands=ANY_METRIC,
        category="chrf",
        sets="eps_smoothing",
        help="average the F-scores of all orders, as chrF++.py, NLTK and Moses do, in place of "
        "precisions and recalls of the orders that both texts have",
    ),
)
