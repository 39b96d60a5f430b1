"""The flags that set what only TER has."""

from __future__ import annotations

from truebleu.cli.flag import ANY_METRIC, Flag

__all__ = ["TER_FLAGS"]

TER_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--ter-normalized",
        commands=ANY_METRIC,
        category="ter",
        sets="normalized",
        help="decode entities, and part punctuation from words",
    ),
    Flag(
        "--ter-no-punct",
        commands=ANY_METRIC,
        category="ter",
        sets="no_punct",
        help="delete punctuation marks",
    ),
    Flag(
        "--ter-asian-support",
        commands=ANY_METRIC,
        category="ter",
        sets="asian_support",
        help="with --ter-normalized, part Chinese and Japanese characters; with --ter-no-punct, "
        "delete Chinese and Japanese punctuation as well",
    ),
    Flag(
        "--ter-case-sensitive",
        commands=ANY_METRIC,
        category="ter",
        sets="case_sensitive",
        help="leave the case as it is; TER ignores it otherwise",
    ),
)
