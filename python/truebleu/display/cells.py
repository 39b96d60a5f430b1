"""Small SVG charts for the cells of HTML tables.

Charts in notebooks have the color of the text, so they are visible in light and dark themes. Charts
in the report have the colors of its style sheet. No chart contains text. If a program removes SVG,
the cell is therefore empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from truebleu.display.html import Html, element

WIDTH, HEIGHT = 150, 16
EDGE = 6  # pixels of padding at both ends, because the mark of a value is wider than its position


class Axis:
    """Linear mapping of the values from `low` to `high` to pixel positions on an axis.

    The axis is `width` pixels long and has a margin of `edge` pixels at each end. Positions are
    rounded to `digits` decimals.
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
        self._length = width - 2 * edge
        self._digits = digits

    def at(self, value: float) -> float:
        """Return the pixel position of a value on the axis.

        If the axis has only one value, its position is the middle of the axis.
        """
        gap = self.high - self.low
        share = (value - self.low) / gap if gap else 0.5
        return round(self._start + share * self._length, self._digits)


def column_axis(values: Iterable[float]) -> Axis:
    """Return an axis that extends from the smallest to the largest of `values`.

    All charts in one column of a table use the same axis. Positions on the axis are rounded to a
    tenth of a pixel.
    """
    numbers = list(values)
    return Axis(min(numbers), max(numbers), digits=1)


def interval(axis: Axis, value: float, ends: tuple[float, float], mark: float, label: str) -> Html:
    """Return an SVG chart of a score and its confidence interval.

    The score `value` is a dot. The interval is a line from `ends[0]` to `ends[1]`. A dashed
    vertical line is drawn at the value `mark`, such as the baseline's score. `label` is the
    description for screen readers.
    """
    middle = HEIGHT / 2
    line = {"stroke": "currentColor", "stroke_width": 2}
    return picture(
        axis.width,
        HEIGHT,
        label,
        element("path", d=f"M{axis.at(mark)} 0V{HEIGHT}", stroke="currentColor", opacity=0.6,
                stroke_dasharray="3 2"),
        element("path", d=f"M{axis.at(ends[0])} {middle:g}H{axis.at(ends[1])}", **line),
        element("circle", cx=axis.at(value), cy=f"{middle:g}", r=4, fill="currentColor"),
    )  # fmt: skip


def bar(share: float, label: str, width: int = 100) -> Html:
    """Return an SVG chart of a bar in a frame.

    `share` is the fraction of the frame that the bar fills, from 0 to 1. `label` is the description
    for screen readers. `width` is the width of the chart in pixels.
    """
    frame = {"height": HEIGHT - 5, "y": 2.5, "x": 0.5}
    return picture(
        width,
        HEIGHT,
        label,
        element("rect", width=width - 1, fill="none", stroke="currentColor", opacity=0.5, **frame),
        element("rect", width=round(max(0.0, min(1.0, share)) * (width - 1), 1),
                fill="currentColor", opacity=0.75, **frame),
    )  # fmt: skip


# SVG charts of the report, with CSS classes of its style sheet


FIGURE_HEIGHT = 20
BAR = 40
STEP = 4
"""Width of a histogram bar with the gap to the next bar, in pixels."""


def picture(width: float, height: float, label: str | None, *parts: Html, **more: object) -> Html:
    """Return an SVG image of `width` times `height` pixels that contains the elements `parts`.

    `label` is the description for screen readers. Screen readers skip an image without a label.
    `more` are further attributes of the `<svg>` element.
    """
    role: dict[str, object] = (
        {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    )
    return element(
        "svg", *parts, viewBox=f"0 0 {width:g} {height:g}", width=f"{width:g}",
        height=f"{height:g}", **role, **more,
    )  # fmt: skip


def whisker(axis: Axis, value: float, interval: Sequence[float], *, baseline: float | None) -> Html:
    """Return an SVG chart of a score as a dot, with its confidence interval as a horizontal line.

    `baseline` is the score of the baseline, drawn as a vertical line. None omits this line.
    """
    middle = FIGURE_HEIGHT / 2
    low, high = (axis.at(end) for end in interval)
    baseline_x = None if baseline is None else axis.at(baseline)
    parts = [
        *(
            []
            if baseline_x is None
            else [_line(baseline_x, 0, baseline_x, FIGURE_HEIGHT, "ov-whisker-baseline")]
        ),
        _line(low, middle, high, middle, "ov-whisker-line"),
        *(_line(end, middle - 4, end, middle + 4, "ov-whisker-line") for end in (low, high)),
        element("circle", cx=axis.at(value), cy=middle, r=4, class_="ov-whisker-dot"),
    ]
    return picture(WIDTH, FIGURE_HEIGHT, None, *parts, class_="ov-whisker")


def figure_bar(share: float) -> Html:
    """Return an SVG chart of a bar in a frame.

    `share` is the fraction of the frame that the bar fills, from 0 to 1.
    """
    length = round(BAR * min(1.0, max(0.0, share)), 2)
    return picture(
        BAR, 5, None,
        element("rect", width=BAR, height=5, class_="ov-bar-room"),
        element("rect", width=length, height=5, class_="ov-bar-fill"),
        class_="ov-bar",
    )  # fmt: skip


def bars(heights: Sequence[float], mark: float) -> Html:
    """Return an SVG histogram with a tick mark below the bars.

    `heights` are the heights of the bars, as fractions of the height of the chart. `mark` is the
    position of the tick mark, from 0 (left end) to 1 (right end).
    """
    width = STEP * len(heights)
    drawn = [
        element(
            "rect", x=i * STEP, y=round(FIGURE_HEIGHT * (1 - height), 2), width=STEP - 1,
            height=round(FIGURE_HEIGHT * height, 2), class_="ov-bars-bar",
        )
        for i, height in enumerate(heights)
        if height
    ]  # fmt: skip
    mark_x = round(width * mark, 2)
    drawn.append(_line(0, FIGURE_HEIGHT, width, FIGURE_HEIGHT, "ov-bars-floor"))
    drawn.append(_line(mark_x, FIGURE_HEIGHT, mark_x, FIGURE_HEIGHT + 4, "ov-bars-mark"))
    return picture(width, FIGURE_HEIGHT + 5, None, *drawn, class_="ov-bars")


def hatching(name: str, path: str) -> Html:
    """Return the SVG definition of a hatching (a fill pattern of parallel lines).

    The definition has the id `pattern-NAME`. `path` is the SVG path of the lines. The pattern
    repeats it in squares of 6 by 6 pixels.
    """
    line = element("path", d=path, class_=f"ov-hatch-line ov-{name}")
    pattern = element(
        "pattern", line, id=f"pattern-{name}", width=6, height=6, patternUnits="userSpaceOnUse"
    )
    return element("defs", pattern)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Html:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)
