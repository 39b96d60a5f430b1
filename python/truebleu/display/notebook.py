"""Scores and explanations in notebooks, as HTML without scripts."""

from __future__ import annotations

from typing import Any

from truebleu.display.cells import bar
from truebleu.display.explanation_tables import factor_table
from truebleu.display.formats import TableView
from truebleu.display.html import Html, element, html_table, name_of, note
from truebleu.display.table import Table
from truebleu.explanation.results import Explanation
from truebleu.metrics.base.score import Score, printed
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.chrf import CHRFScore
from truebleu.wording import visible

# Scores: components, components by n-gram order, signature


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
"""Labels of score components, by the name of the component. Other components are labeled with their
names."""
SHARES = ("precisions", "recalls")
"""Components that are also drawn as bars, from 0 to the scale of the score."""


class ScoreView(TableView):
    """Output formats of a score: one line of text, or tables of the score's components."""

    formats = ("text", "json", "jsonl", "markdown", "latex")

    def text(self) -> list[str]:
        """Return the line that `print(score)` writes."""
        return [str(self.value)]

    def tables(self) -> list[Table]:
        """Return a table of the score's components that are single numbers.

        If the score has components with one number per n-gram order, they are in a second table.
        The signature is a note below the last table.
        """
        score: Score = self.value
        columns, row = _parts(score)
        names, orders = _orders(score)
        short = _short_text_note(score)
        notes = [("signature", str(score.signature)), *([("note", short)] if short else [])]
        if not orders:
            return [Table(columns, [row], notes=notes)]
        of_orders = Table(names, orders, left=frozenset({0}), notes=notes)
        return [Table(columns, [row]), of_orders]

    def html(self) -> Html:
        """Return the tables of the score as HTML, with bars for precisions and recalls."""
        score: Score = self.value
        columns, row = _parts(score)
        pieces = [html_table(f"{score.metric} = {_value(score)}", columns, [row])]
        names, orders = _orders(score)
        if orders:
            drawn = [name for name in SHARES if name in _tuples(score)]
            lines = [
                [*cells, *(_bar(score, name, i) for name in drawn)]
                for i, cells in enumerate(orders)
            ]
            headings = [f"{_words(name)}, drawn" for name in drawn]
            words = frozenset({0, *range(len(names), len(names) + len(drawn))})
            pieces.append(html_table("by order", [*names, *headings], lines, words))
        short = _short_text_note(score)
        if short:
            pieces.append(element("p", f"Note: {short}"))
        return element("div", *pieces, note("signature", str(score.signature)))

    def summary(self) -> dict[str, Any]:
        """Return all components of the score as JSON-serializable data, with the item "kind"."""
        return {"kind": "score", **self.value.to_dict()}


def _short_text_note(score: Score) -> str:
    return score.short_text_note() if isinstance(score, BLEUScore) else ""


def _value(score: Score) -> str:
    return printed(score.value, score)


def _parts(score: Score) -> tuple[list[str], list[str]]:
    tuples = _tuples(score)
    names = [name for name in score.names[1:-1] if name not in tuples]
    cells = [_number(name, getattr(score, name), score) for name in names]
    return [score.metric, *map(_words, names)], [_value(score), *cells]


def _orders(score: Score) -> tuple[list[str], list[list[str]]]:
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
    if not isinstance(score, CHRFScore):
        return [f"{order}-gram" for order in range(1, count + 1)]
    words = score.word_order
    characters = count - words
    return [
        *(f"character {order}-gram" for order in range(1, characters + 1)),
        *(f"word {order}-gram" for order in range(1, words + 1)),
    ]


def _words(name: str) -> str:
    return WORDS.get(name, name.replace("_", " "))


def _number(name: str, value: Any, score: Score) -> str:
    """Return a component of a score as text.

    Integers and lengths have no decimals. Precisions and recalls have one decimal if the perfect
    score is 100. All other numbers have three decimals.
    """
    if not isinstance(value, float) or (value.is_integer() and name.endswith("length")):
        return f"{value:,.0f}"
    if name in SHARES or name in {"precision", "recall"}:
        return f"{value:.{1 if score.scale == 100 else 3}f}"
    return f"{value:.3f}"


def _bar(score: Score, name: str, order: int) -> Html:
    value = getattr(score, name)[order]
    return bar(value / score.scale, f"{_words(name)} {_number(name, value, score)}")


# Explanations: the reason, the points lost, and the advice


def explanation_html(explanation: Explanation) -> Html:
    """Return a short form of an explanation as HTML.

    It has a sentence that explains the score, the points lost by factor, and the advice.
    `str(explanation)` is the complete explanation.
    """
    factors = factor_table(explanation)
    lost = explanation.breakdown.lost
    rows = [
        [*cells, bar(part.points / lost if lost else 0.0, f"{cells[0]} of the points lost")]
        for cells, part in zip(factors.rows, explanation.breakdown.factors, strict=True)
    ]
    where = "" if explanation.segment is None else f", segment {explanation.segment}"
    return element(
        "div",
        element("p", name_of(explanation.name), visible(f"{where}: {explanation.reason}")),
        html_table(
            "points lost", [*factors.columns, "drawn"], rows, factors.left | {len(factors.columns)}
        ),
        *[element("p", visible(advice.text)) for advice in explanation.advice],
        note("signature", str(explanation.score.signature)),
        element("p", "print() also shows n-grams, segments and other settings"),
    )
