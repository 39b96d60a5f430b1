"""The report's section "Difference by component": how BP and precisions explain a difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu.display.html import Html, element, scrolling, system_name, table
from truebleu.display.numbers import Figures
from truebleu.metrics.decomposition import DifferenceFactor, difference
from truebleu.report.data import ReportData

if TYPE_CHECKING:
    from truebleu.significance.results import SystemScore

TELLING = 0.05
"""Minimum share of the difference for a component to be named in the sentence."""
NAMED = 3


def difference_section(data: ReportData) -> Html | None:
    """Return the section "Difference by component"; None for a report on one system.

    A sentence and a chart explain the difference between the first two systems. A table has the
    components of the difference between the first system and each other system.
    """
    if len(data.systems) < 2:
        return None
    first, second = data.systems[:2]
    figures = Figures(data.metric.scale)
    parts = parts_of(first, second)
    return element(
        "section",
        element("h2", "Difference by component", id="why"),
        element("p", *words(first.name, second.name, parts, figures), class_="ov-words"),
        # The script draws the waterfall chart here; the style hides the element until then.
        scrolling("Waterfall chart of the difference", element("figure", class_="ov-waterfall")),
        _table(data.systems, figures),
        class_="ov-why",
        aria_labelledby="why",
    )


def parts_of(first: SystemScore, second: SystemScore) -> tuple[DifferenceFactor, ...]:
    """Return the components of a BLEU difference, with the points that each component adds.

    The difference is the score of `second` minus the score of `first`.
    """
    return difference(second.score, first.score).factors  # type: ignore[arg-type]  # BLEU alone


def words(
    first: str, second: str, parts: Sequence[DifferenceFactor], figures: Figures
) -> list[str]:
    """Return a sentence that explains a BLEU difference by its components.

    The sentence is a list of texts and HTML elements. `first` and `second` are the names of two
    systems. The difference is the score of the second system minus the score of the first system.
    `parts` are its components.
    """
    gap = sum(part.points for part in parts)
    a, b = (system_name(name) for name in (first, second))
    if {figures.signed(part.points) for part in parts} <= {figures.signed(0.0)}:
        return [b, " and ", a, " have the same score and equal components."]
    ranked = sorted(parts, key=lambda part: -abs(part.points))
    large = [part for part in ranked if abs(part.points) >= TELLING * abs(gap)][: 2 * NAMED]
    gains = [_describe(part, figures) for part in large if part.points > 0][:NAMED]
    losses = [_describe(part, figures) for part in large if part.points < 0][:NAMED]
    tails = [f"it gains {_join(gains)}"] if gains else []
    tails += [f"it loses {_join(losses)}"] if losses else []
    if gap < 0:
        tails.reverse()
    head = f" is {figures.score(abs(gap))} {'above' if gap > 0 else 'below'} "
    return [b, head, a, f": {'; '.join(tails)}."]


def _describe(part: DifferenceFactor, figures: Figures) -> str:
    component = f"{part.name} precision" if part.order else part.name
    return f"{figures.score(abs(part.points))} by {component}"


def _join(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


# The table


def _table(systems: Sequence[SystemScore], figures: Figures) -> Html:
    first, *others = systems
    parts_by_system = [(system, parts_of(first, system)) for system in others]
    names = list(dict.fromkeys(part.name for _, parts in parts_by_system for part in parts))
    heads = ["System", *names, "difference"]
    kinds = ["ov-text", *[None] * (len(heads) - 1)]
    cells = zip(heads, kinds, strict=True)
    head = element("tr", *(element("th", text, scope="col", class_=kind) for text, kind in cells))
    rows = [_row(system, first, parts, names, figures) for system, parts in parts_by_system]
    html = table(
        head,
        rows,
        "Points that each component adds to the score of ",
        system_name(first.name),
        ". They sum to the difference.",
    )
    return scrolling("Components of the differences", html)


def _row(
    system: SystemScore,
    first: SystemScore,
    parts: Sequence[DifferenceFactor],
    names: Sequence[str],
    figures: Figures,
) -> Html:
    points = {part.name: part.points for part in parts}
    cells = [points.get(name, 0.0) for name in names]
    return element(
        "tr",
        element("th", system_name(system.name), scope="row", class_="ov-text"),
        *(element("td", figures.signed(value)) for value in cells),
        element("td", figures.signed(system.value - first.value), class_="ov-score"),
    )
