"""Why two scores differ, in words and a table: what brevity and each precision add or take."""

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
"""The share of a difference from which on a sentence names a part of it."""
NAMED = 3


def why(data: ReportData) -> Html | None:
    """Why the second system differs from the first, and in a table all others; None for one."""
    if len(data.systems) < 2:
        return None
    first, second = data.systems[:2]
    figures = Figures(data.metric.scale)
    parts = parts_of(first, second)
    return element(
        "section",
        element("h2", "Difference by component", id="why"),
        element("p", *words(first.name, second.name, parts, figures), class_="ov-words"),
        # The page draws the steps here, and the style hides the place until it does.
        scrolling("The difference as steps", element("figure", class_="ov-waterfall")),
        _table(data.systems, figures),
        class_="ov-why",
        aria_labelledby="why",
    )


def parts_of(first: SystemScore, second: SystemScore) -> tuple[DifferenceFactor, ...]:
    """The points that each factor adds to the second score less the first."""
    return difference(second.score, first.score).factors  # type: ignore[arg-type]  # BLEU alone


def words(
    first: str, second: str, parts: Sequence[DifferenceFactor], figures: Figures
) -> list[str]:
    """The difference in a sentence, as text and elements."""
    gap = sum(part.points for part in parts)
    zero = figures.signed(0.0)
    one, other = (system_name(name) for name in (first, second))
    if all(figures.signed(part.points + 0.0) in {zero, figures.signed(-0.0)} for part in parts):
        return [other, " and ", one, " have the same score, and so have all parts of it."]
    ranked = sorted(parts, key=lambda part: -abs(part.points))
    telling = [part for part in ranked if abs(part.points) >= TELLING * abs(gap)][: 2 * NAMED]
    won = [_told(part, figures) for part in telling if part.points > 0][:NAMED]
    lost = [_told(part, figures) for part in telling if part.points < 0][:NAMED]
    tails = [f"it wins {_listed(won)}"] if won else []
    tails += [f"it loses {_listed(lost)}"] if lost else []
    if gap < 0:
        tails.reverse()
    head = f" is {figures.score(abs(gap))} {'above' if gap > 0 else 'below'} "
    return [other, head, one, f": {'; '.join(tails)}."]


def _told(part: DifferenceFactor, figures: Figures) -> str:
    what = f"{part.name} precision" if part.order else part.name
    return f"{figures.score(abs(part.points))} by {what}"


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


# The table


def _table(systems: Sequence[SystemScore], figures: Figures) -> Html:
    """The points of every system's factors, against the first."""
    first, *others = systems
    found = [(other, parts_of(first, other)) for other in others]
    names = list(dict.fromkeys(part.name for _, parts in found for part in parts))
    heads = ["System", *names, "difference"]
    kinds = ["ov-text", *[None] * (len(heads) - 1)]
    cells = zip(heads, kinds, strict=True)
    head = element("tr", *(element("th", text, scope="col", class_=kind) for text, kind in cells))
    rows = [_row(other, first, parts, names, figures) for other, parts in found]
    made = table(
        head,
        rows,
        "Points that each part adds to the score of ",
        system_name(first.name),
        "; they add up to the difference.",
    )
    return scrolling("The parts of the differences", made)


def _row(
    other: SystemScore,
    first: SystemScore,
    parts: Sequence[DifferenceFactor],
    names: Sequence[str],
    figures: Figures,
) -> Html:
    points = {part.name: part.points for part in parts}
    cells = [points.get(name, 0.0) for name in names]
    return element(
        "tr",
        element("th", system_name(other.name), scope="row", class_="ov-text"),
        *(element("td", figures.signed(value + 0.0)) for value in cells),
        element("td", figures.signed(other.value - first.value), class_="ov-score"),
    )
