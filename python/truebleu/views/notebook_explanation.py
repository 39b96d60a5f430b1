"""What a notebook shows of an explanation: the reason, what was lost where, and the advice."""

from __future__ import annotations

from truebleu.hygiene.excerpts import visible
from truebleu.report.elements import Html, element
from truebleu.views.bars import bar
from truebleu.views.explained_tables import factor_table
from truebleu.views.markup import name_of, note, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from truebleu.explanation.values import Explanation

__all__ = ["explanation_html"]


def explanation_html(explanation: Explanation) -> Html:
    """The begin of the page that `str()` gives; the rest is long, and there."""
    factors = factor_table(explanation)
    lost = explanation.breakdown.lost
    rows = [
        [*cells, bar(part.points / lost if lost else 0.0, f"{cells[0]} of what is lost")]
        for cells, part in zip(factors.rows, explanation.breakdown.factors, strict=True)
    ]
    where = "" if explanation.segment is None else f", segment {explanation.segment}"
    return element(
        "div",
        element("p", name_of(explanation.name), visible(f"{where}: {explanation.reason}")),
        table(
            "points lost", [*factors.columns, "drawn"], rows, factors.left | {len(factors.columns)}
        ),
        *[element("p", visible(advice.text)) for advice in explanation.advice],
        note("signature", str(explanation.score.signature)),
        element("p", "print() shows n-grams, segments and other settings, too"),
    )
