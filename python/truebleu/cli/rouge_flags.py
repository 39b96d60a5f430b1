"""The flags that set what only ROUGE has."""

from __future__ import annotations

from truebleu.cli.flag import ANY_METRIC, Flag

__all__ = ["ROUGE_FLAGS"]


def _splitters() -> tuple[str, ...]:
    from truebleu.metrics.rouge_sentences import SPLITTERS

    return tuple(SPLITTERS)


ROUGE_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--rouge-stem",
        commands=ANY_METRIC,
        category="rouge",
        sets="stem",
        help="stem English words by Porter's algorithm, as NLTK and rouge-score do",
    ),
    Flag(
        "--rouge-sentences",
        metavar="HOW",
        choices=_splitters,
        commands=ANY_METRIC,
        category="rouge",
        sets="sentences",
        default="lines",
        help="what a sentence is to rouge-lsum: a line of a segment (which JSON lines can hold), "
        "or what NLTK's Punkt finds in an English text",
    ),
)
