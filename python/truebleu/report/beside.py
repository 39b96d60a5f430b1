"""The columns of other metrics in the table of systems: score, difference to the baseline, p."""

from __future__ import annotations

from truebleu.report.elements import Html, element
from truebleu.report.numbers import Figures, p_value
from truebleu.scores import printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from truebleu.findings import Pair
    from truebleu.report.others import Other

__all__ = ["beside_cells", "beside_heads", "beside_words"]

LESS = "\u2193"
"""Behind the name of a metric of which less is better."""


def beside_heads(others: Sequence[Other]) -> Iterator[tuple[str, str, str]]:
    """Yield of each column its key, its label and its class."""
    for other in others:
        name = other.name if other.metric.higher_is_better else f"{other.name} {LESS}"
        yield f"value-{other.key}", name, ""
        if other.comparison is not None:
            yield f"difference-{other.key}", f"\u0394 {other.name}", ""
            yield f"p-{other.key}", "p (Holm)", ""


def beside_cells(others: Sequence[Other], place: int) -> Iterator[Html]:
    """Yield the cells of the system at this place."""
    for other in others:
        yield _score(other, place)
        if other.comparison is not None:
            yield from _difference(other, place)


def beside_words(others: Sequence[Other]) -> str:
    """What the caption says of these columns."""
    if any(not other.metric.higher_is_better for other in others):
        return f" {LESS}: less is better."
    return ""


def _figures(other: Other) -> Figures:
    return Figures(100 if other.scale == 100 else 1)


def _score(other: Other, place: int) -> Html:
    system, figures = other.systems[place], _figures(other)
    shown = printed(system.value, system.score).replace("-", "\u2212")
    ends = element("span", figures.interval(system.interval), class_="ov-ends")
    value = element("span", shown, class_="ov-score")
    return element("td", value, " ", ends, data_value=repr(system.value), class_="ov-beside")


def _difference(other: Other, place: int) -> list[Html]:
    """What parts a system from the baseline, which is the first and has nothing there."""
    if not place or other.comparison is None:
        return [element("td"), element("td")]
    pair: Pair = other.comparison.against_baseline()[place - 1]
    figures = _figures(other)
    better = pair.difference if other.metric.higher_is_better else -pair.difference
    side = "ov-plus" if better > 0 else "ov-minus" if better < 0 else None
    number = element("span", figures.signed(pair.difference), class_=side)
    ends = element("span", figures.interval(pair.interval, sign=True), class_="ov-ends")
    return [
        element("td", number, " ", ends, data_value=repr(pair.difference)),
        element("td", p_value(pair.holm), data_value=repr(pair.holm)),
    ]
