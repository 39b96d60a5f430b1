"""What a notebook shows of a score: its parts, its orders, its signature."""

from __future__ import annotations

from truebleu.report.elements import Html, element
from truebleu.scores import printed
from truebleu.views.bars import bar
from truebleu.views.markup import note, table
from truebleu.views.table import Table, as_markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu.scores import Score

__all__ = ["score_html", "score_markdown"]

WORDS = {
    "matches": "matched",
    "totals": "n-grams",
    "precisions": "precision",
    "recalls": "recall",
    "hypothesis_ngrams": "in hypotheses",
    "reference_ngrams": "in references",
    "effective_reference_length": "reference length",
    "ngrams": "n-grams",
}
"""Parts whose name is not what people read."""

SHARES = ("precisions", "recalls")
"""Parts that are drawn, too: from nothing to the scale of the score."""


def score_html(score: Score) -> Html:
    """The score with its parts, a table of its orders if it has any, and the signature."""
    columns, row = _parts(score)
    pieces = [table(f"{score.metric} = {_value(score)}", columns, [row])]
    names, orders = _orders(score)
    if orders:
        drawn = [name for name in SHARES if name in _tuples(score)]
        lines = [
            [*cells, *(_bar(score, name, place) for name in drawn)]
            for place, cells in enumerate(orders)
        ]
        pictures = [f"{_words(name)}, drawn" for name in drawn]
        words = frozenset({0, *range(len(names), len(names) + len(drawn))})
        pieces.append(table("by order", [*names, *pictures], lines, words))
    return element("div", *pieces, note("signature", str(score.signature)))


def score_markdown(score: Score) -> str:
    """The same in Markdown."""
    columns, row = _parts(score)
    names, orders = _orders(score)
    tables = [Table(columns, [row])]
    if orders:
        tables.append(Table(names, orders, left=frozenset({0})))
    tables[-1].notes = [("signature", str(score.signature))]
    return "\n\n".join("\n".join(as_markdown(each)) for each in tables)


def _value(score: Score) -> str:
    return printed(score.value, score)


def _parts(score: Score) -> tuple[list[str], list[str]]:
    """Names and values of what is one number."""
    tuples = _tuples(score)
    names = [name for name in score.names[1:-1] if name not in tuples]
    cells = [_number(name, getattr(score, name), score) for name in names]
    return [score.metric, *map(_words, names)], [_value(score), *cells]


def _orders(score: Score) -> tuple[list[str], list[list[str]]]:
    """Names and rows of what is one number for each order."""
    names = _tuples(score)
    if not names:
        return [], []
    parts = [[_number(name, item, score) for item in getattr(score, name)] for name in names]
    labels = _labels(score, len(parts[0]))
    rows = [[label, *cells] for label, *cells in zip(labels, *parts, strict=True)]
    return ["order", *map(_words, names)], rows


def _tuples(score: Score) -> list[str]:
    return [name for name in score.names if isinstance(getattr(score, name), tuple)]


def _labels(score: Score, count: int) -> list[str]:
    words = getattr(score, "word_order", None)
    if words is None:
        return [f"{order}-gram" for order in range(1, count + 1)]
    characters = count - words
    return [
        *(f"character {order}-gram" for order in range(1, characters + 1)),
        *(f"word {order}-gram" for order in range(1, words + 1)),
    ]


def _words(name: str) -> str:
    return WORDS.get(name, name.replace("_", " "))


def _number(name: str, value: Any, score: Score) -> str:
    """Counts as they are; a number with decimals with as many as tell something."""
    if not isinstance(value, float) or (value.is_integer() and "length" in name):
        return f"{value:,.0f}"
    if name in SHARES or name in {"precision", "recall"}:
        return f"{value:.{1 if score.scale == 100 else 3}f}"
    return f"{value:.3f}"


def _bar(score: Score, name: str, place: int) -> Html:
    value = getattr(score, name)[place]
    return bar(value / score.scale, f"{_words(name)} {_number(name, value, score)}")
