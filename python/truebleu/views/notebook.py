"""What a notebook shows of a value, by its kind: HTML without scripts, Markdown, a summary."""

from __future__ import annotations

from truebleu.comparison import Comparison, MetricComparison
from truebleu.explanation.values import Explanation
from truebleu.report.elements import element
from truebleu.scores import Score
from truebleu.views.notebook_comparison import (
    comparison_html,
    comparison_summary,
    metric_html,
    metric_markdown,
    metric_summary,
)
from truebleu.views.notebook_explanation import explanation_html
from truebleu.views.notebook_scores import score_html, score_markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

__all__ = ["chart", "html", "markdown", "plot", "summary"]


def html(value: Any) -> str:
    """A piece of a page for a score, a comparison or an explanation."""
    if isinstance(value, Comparison):
        return comparison_html(value)
    if isinstance(value, MetricComparison):
        return metric_html(value)
    if isinstance(value, Explanation):
        return explanation_html(value)
    return score_html(value) if isinstance(value, Score) else element("pre", str(value))


def markdown(value: Any) -> str:
    """The same in Markdown."""
    if isinstance(value, (Comparison, Explanation)):
        return value.to_markdown()
    return metric_markdown(value) if isinstance(value, MetricComparison) else score_markdown(value)


def summary(value: Any) -> dict[str, Any]:
    """The little that a program wants to know, ready for JSON."""
    if isinstance(value, Comparison):
        return comparison_summary(value)
    if isinstance(value, MetricComparison):
        return {"kind": "metric comparison", **metric_summary(value)}
    if isinstance(value, Explanation):
        return {"kind": "explanation", "reason": value.reason, "score": value.score.to_dict()}
    return {"kind": "score", **value.to_dict()}


def chart(value: Any, kind: str | None, **choices: Any) -> Any:
    """A picture of the value, as an Altair chart."""
    from truebleu.charts import chart as drawn

    return drawn(value, kind, **choices)


def plot(value: Any, path: str | PathLike[str], kind: str | None, **choices: Any) -> None:
    """The same picture, drawn into a file."""
    from truebleu.charts import plot as draw

    draw(value, path, kind, **choices)
