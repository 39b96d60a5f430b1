"""Small pictures for the cells of a table: in the colour of the text, with no words in them.

They read in light and dark alike, and leave nothing behind where a host drops pictures.
"""

from __future__ import annotations

from truebleu.report.elements import Html, element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Axis", "bar", "interval"]

WIDTH, HEIGHT = 150, 16
EDGE = 6  # pixels left free at both ends, for what marks a value


class Axis:
    """From numbers to pixels, the same for all rows of a column."""

    def __init__(self, values: Iterable[float], width: int = WIDTH) -> None:
        found = list(values)
        self.low, self.high, self.width = min(found), max(found), width

    def __call__(self, value: float) -> float:
        """The place of a value, in tenths of a pixel; the middle where all values are the same."""
        room = self.high - self.low
        share = (value - self.low) / room if room else 0.5
        return round(EDGE + share * (self.width - 2 * EDGE), 1)


def interval(axis: Axis, value: float, ends: tuple[float, float], mark: float, said: str) -> Html:
    """A value with its interval; a dashed line at `mark`, which values are held against."""
    middle = HEIGHT / 2
    line = {"stroke": "currentColor", "stroke_width": 2}
    return _picture(
        axis.width,
        said,
        element("path", d=f"M{axis(mark)} 0V{HEIGHT}", stroke="currentColor", opacity=0.6,
                stroke_dasharray="3 2"),
        element("path", d=f"M{axis(ends[0])} {middle:g}H{axis(ends[1])}", **line),
        element("circle", cx=axis(value), cy=f"{middle:g}", r=4, fill="currentColor"),
    )  # fmt: skip


def bar(share: float, said: str, width: int = 100) -> Html:
    """A bar for a share of 1, in a frame that stands for all."""
    frame = {"height": HEIGHT - 5, "y": 2.5, "x": 0.5}
    return _picture(
        width,
        said,
        element("rect", width=width - 1, fill="none", stroke="currentColor", opacity=0.5, **frame),
        element("rect", width=round(max(0.0, min(1.0, share)) * (width - 1), 1),
                fill="currentColor", opacity=0.75, **frame),
    )  # fmt: skip


def _picture(width: int, said: str, *children: Html) -> Html:
    box = f"0 0 {width} {HEIGHT}"
    return element(
        "svg", *children, role="img", aria_label=said, width=width, height=HEIGHT, viewBox=box
    )
