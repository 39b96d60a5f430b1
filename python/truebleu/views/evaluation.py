"""Evaluations of many metrics as tables."""

from __future__ import annotations

from truebleu.views.scores import Style
from truebleu.views.table import Table, as_latex, as_markdown, as_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

__all__ = ["correlation_lines", "disagreement_lines", "evaluation_lines"]

FORMS = {"text": as_text, "markdown": as_markdown, "latex": as_latex}

NAMES = {
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall": "Kendall",
    "accuracy": "accuracy",
    "soft_accuracy": "soft accuracy",
}


def evaluation_lines(result: Any, form: str) -> Iterable[str]:
    """A row for each system, a column for each metric; the signatures below."""
    style = Style()
    columns = ["system", *(one.name for one in result.metrics)]
    notes = [
        (f"signature, {one.name}", style.signature(one.scores[0].signature))
        for one in result.metrics
    ]
    rows = []
    for place, name in enumerate(result.systems):
        scores = (one.scores[place] for one in result.metrics)
        rows.append([name, *(style.for_people(score.value, score) for score in scores)])
    if result.aggregate is not None:
        columns.append(result.aggregate.kind)
        places = 2 if result.aggregate.kind == "ranked" else 4
        for row, value in zip(rows, result.aggregated, strict=True):
            row.append(f"{value:.{places}f}")
        signature = str(result.aggregate.signature(len(result.systems)))
        notes.append((f"signature, {result.aggregate.kind}", signature))
    return FORMS[form](Table(columns, rows, left=frozenset({0}), notes=notes))


def correlation_lines(found: Sequence[Any], form: str) -> Iterable[str]:
    """A row for each metric, a column for each coefficient with its interval."""
    names = list(found[0].coefficients)
    columns = ["metric", *(NAMES[name] for name in names)]
    rows = [[one.metric, *(_cell(*one.coefficients[name]) for name in names)] for one in found]
    notes = [("agreement with", f"{found[0].column}, by {found[0].by}")]
    notes += [(f"tie, {one.metric}", f"{one.tie:.4g}") for one in found if one.tie is not None]
    return FORMS[form](Table(columns, rows, left=frozenset({0}), notes=notes))


def disagreement_lines(high: str, low: str, found: Sequence[Any], form: str) -> Iterable[str]:
    """A row for each segment that one metric finds better than the other."""
    columns = ["system", "segment", high, low, f"{high} above", f"{low} above"]
    rows = [
        [
            one.system,
            str(one.segment),
            f"{one.first:.4g}",
            f"{one.second:.4g}",
            f"{one.first_rank:.0%}",
            f"{one.second_rank:.0%}",
        ]
        for one in found
    ]
    notes = [("above", "the share of all segments that are no better")]
    return FORMS[form](Table(columns, rows, left=frozenset({0}), notes=notes))


def _cell(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None:
        return "-"
    if interval is None:
        return f"{value:.3f}"
    return f"{value:.3f} [{interval[0]:.3f}, {interval[1]:.3f}]"
