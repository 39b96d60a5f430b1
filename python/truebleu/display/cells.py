"""Small pictures for the cells of a table: in the colour of the text, with no words in them.

They read in light and dark alike, and leave nothing behind where a host drops pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from truebleu.display.html import Html, element

WIDTH, HEIGHT = 150, 16
EDGE = 6  # pixels left free at both ends, for what marks a value


class Axis:
    """From numbers to pixels of a picture `width` wide, with `edge` left free at both ends.

    Places are rounded to `digits` decimals.
    """

    def __init__(
        self,
        low: float,
        high: float,
        width: float = WIDTH,
        edge: float = EDGE,
        *,
        digits: int = 2,
    ) -> None:
        self.low = low
        self.high = high
        self.width = width
        self._start = edge
        self._room = width - 2 * edge
        self._digits = digits

    def at(self, value: float) -> float:
        """Return the place of a value; the middle where all values are the same."""
        gap = self.high - self.low
        share = (value - self.low) / gap if gap else 0.5
        return round(self._start + share * self._room, self._digits)


def column_axis(values: Iterable[float]) -> Axis:
    """Return the axis that all rows of a notebook's column share, in tenths of a pixel."""
    numbers = list(values)
    return Axis(min(numbers), max(numbers), digits=1)


def interval(axis: Axis, value: float, ends: tuple[float, float], mark: float, said: str) -> Html:
    """A value with its interval; a dashed line at `mark`, which values are held against."""
    middle = HEIGHT / 2
    line = {"stroke": "currentColor", "stroke_width": 2}
    return picture(
        axis.width,
        HEIGHT,
        said,
        element("path", d=f"M{axis.at(mark)} 0V{HEIGHT}", stroke="currentColor", opacity=0.6,
                stroke_dasharray="3 2"),
        element("path", d=f"M{axis.at(ends[0])} {middle:g}H{axis.at(ends[1])}", **line),
        element("circle", cx=axis.at(value), cy=f"{middle:g}", r=4, fill="currentColor"),
    )  # fmt: skip


def bar(share: float, said: str, width: int = 100) -> Html:
    """A bar for a share of 1, in a frame that stands for all."""
    frame = {"height": HEIGHT - 5, "y": 2.5, "x": 0.5}
    return picture(
        width,
        HEIGHT,
        said,
        element("rect", width=width - 1, fill="none", stroke="currentColor", opacity=0.5, **frame),
        element("rect", width=round(max(0.0, min(1.0, share)) * (width - 1), 1),
                fill="currentColor", opacity=0.75, **frame),
    )  # fmt: skip


# Small pictures as SVG, which need no script and take their colours from the page's style


FIGURE_HEIGHT = 20
BAR = 40
STEP = 4
"""Pixels of one bar of several."""


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
    middle = FIGURE_HEIGHT / 2
    low, high = (axis.at(end) for end in interval)
    place = None if baseline is None else axis.at(baseline)
    parts = [
        *([] if place is None else [_line(place, 0, place, FIGURE_HEIGHT, "ov-whisker-baseline")]),
        _line(low, middle, high, middle, "ov-whisker-line"),
        *(_line(end, middle - 4, end, middle + 4, "ov-whisker-line") for end in (low, high)),
        element("circle", cx=axis.at(value), cy=middle, r=4, class_="ov-whisker-dot"),
    ]
    return picture(WIDTH, FIGURE_HEIGHT, None, *parts, class_="ov-whisker")


def figure_bar(share: float) -> Html:
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
            "rect", x=place * STEP, y=round(FIGURE_HEIGHT * (1 - height), 2), width=STEP - 1,
            height=round(FIGURE_HEIGHT * height, 2), class_="ov-bars-bar",
        )
        for place, height in enumerate(heights)
        if height
    ]  # fmt: skip
    at = round(width * marked, 2)
    drawn.append(_line(0, FIGURE_HEIGHT, width, FIGURE_HEIGHT, "ov-bars-floor"))
    drawn.append(_line(at, FIGURE_HEIGHT, at, FIGURE_HEIGHT + 4, "ov-bars-mark"))
    return picture(width, FIGURE_HEIGHT + 5, None, *drawn, class_="ov-bars")


def hatching(name: str, path: str) -> Html:
    """Lines to fill an area with, so that it can be told without colour."""
    line = element("path", d=path, class_=f"ov-hatch-line ov-{name}")
    pattern = element(
        "pattern", line, id=f"pattern-{name}", width=6, height=6, patternUnits="userSpaceOnUse"
    )
    return element("defs", pattern)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Html:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)
