"""Small pictures as SVG, which need no script and take their colours from the page's style."""

from __future__ import annotations

from truebleu.report.elements import Html, element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Axis", "bar", "bars", "hatching", "picture", "whisker"]

WIDTH, HEIGHT = 150, 20
EDGE = 6
BAR = 40
STEP = 4
"""Pixels of one bar of several."""


class Axis:
    """From values to pixels of a picture that is `width` wide."""

    def __init__(self, low: float, high: float, width: float = WIDTH, edge: float = EDGE) -> None:
        self.low = low
        self.high = high
        self._start = edge
        self._room = width - 2 * edge

    def at(self, value: float) -> float:
        """The place of a value; the middle where all values are the same."""
        gap = self.high - self.low
        share = (value - self.low) / gap if gap else 0.5
        return round(self._start + share * self._room, 2)


def picture(width: float, height: float, said: str | None, *parts: Html, **more: object) -> Html:
    """A picture with a name for those who do not see it; None: the text beside it says all."""
    known: dict[str, object] = (
        {"role": "img", "aria_label": said} if said else {"aria_hidden": "true"}
    )
    return element(
        "svg", *parts, viewBox=f"0 0 {width:g} {height:g}", width=f"{width:g}",
        height=f"{height:g}", **known, **more,
    )  # fmt: skip


def whisker(axis: Axis, value: float, interval: Sequence[float], *, baseline: float | None) -> Html:
    """A score as a dot on its interval; a dashed line shows where the baseline stands."""
    middle = HEIGHT / 2
    low, high = (axis.at(end) for end in interval)
    place = None if baseline is None else axis.at(baseline)
    parts = [
        *([] if place is None else [_line(place, 0, place, HEIGHT, "ov-whisker-baseline")]),
        _line(low, middle, high, middle, "ov-whisker-line"),
        *(_line(end, middle - 4, end, middle + 4, "ov-whisker-line") for end in (low, high)),
        element("circle", cx=axis.at(value), cy=middle, r=4, class_="ov-whisker-dot"),
    ]
    return picture(WIDTH, HEIGHT, None, *parts, class_="ov-whisker")


def bar(share: float) -> Html:
    """A share of 1 as a bar below its number."""
    length = round(BAR * min(1.0, max(0.0, share)), 2)
    return picture(
        BAR, 5, None,
        element("rect", width=BAR, height=5, class_="ov-bar-room"),
        element("rect", width=length, height=5, class_="ov-bar-fill"),
        class_="ov-bar",
    )  # fmt: skip


def bars(heights: Sequence[float], marked: float) -> Html:
    """Bars beside each other, each a share of 1 high, and a mark at a share of the width."""
    width = STEP * len(heights)
    drawn = [
        element(
            "rect", x=place * STEP, y=round(HEIGHT * (1 - height), 2), width=STEP - 1,
            height=round(HEIGHT * height, 2), class_="ov-bars-bar",
        )
        for place, height in enumerate(heights)
        if height
    ]  # fmt: skip
    at = round(width * marked, 2)
    drawn.append(_line(0, HEIGHT, width, HEIGHT, "ov-bars-floor"))
    drawn.append(_line(at, HEIGHT, at, HEIGHT + 4, "ov-bars-mark"))
    return picture(width, HEIGHT + 5, None, *drawn, class_="ov-bars")


def hatching(name: str, path: str) -> Html:
    """Lines to fill an area with, so that it can be told without colour."""
    line = element("path", d=path, class_=f"ov-hatch-line ov-{name}")
    pattern = element(
        "pattern", line, id=f"pattern-{name}", width=6, height=6, patternUnits="userSpaceOnUse"
    )
    return element("defs", pattern)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Html:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)
