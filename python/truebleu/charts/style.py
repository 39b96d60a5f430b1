"""What all pictures share: colours, fonts, axes and headings.

Every colour has a contrast of three at least on white, and a shape, a dash or a word beside it.
"""

from __future__ import annotations

from truebleu.views.chart_records import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeVar

    import altair as alt

    LayerT = TypeVar("LayerT", alt.LayerChart, alt.Chart)

__all__ = [
    "BLUE",
    "DASHES",
    "FAINT",
    "FONT",
    "INK",
    "ORANGE",
    "PANEL",
    "SHAPES",
    "SYSTEMS",
    "configured",
    "data_of",
    "footed",
    "headed",
    "value_axis",
]

INK = "#111111"
FAINT = "#666666"
BLUE, ORANGE = "#005A8E", "#A33C00"
SYSTEMS = ("#19030D", "#291679", "#458CFE", "#D27825", "#5A5F8D", "#662C06")
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 2], [10, 4])
PANEL = 230  # pixels of an axis of scores
FONT = "Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif"


def configured(drawn: Any) -> Any:
    """The picture with the fonts and colours of all."""
    return (
        drawn.configure(font=FONT, background="white")
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK, titleColor=INK, labelFontSize=11, titleFontSize=11, titleFontWeight=400
        )
        .configure_legend(labelColor=INK, titleColor=INK, labelLimit=330)
        .configure_title(color=INK, subtitleColor=FAINT)
    )


def footed(rows: Sequence[Any], words: str, description: str) -> alt.VConcatChart:
    """Rows of panels over a line of small print; `description` is for those who cannot see."""
    import altair as alt

    drawn: alt.VConcatChart = configured(
        alt.VConcatChart(
            vconcat=list(rows),
            spacing=30,
            description=description,
            padding=12,
            title=alt.TitleParams(
                text=lines(words),
                orient="bottom",
                anchor="start",
                color=FAINT,
                fontSize=10,
                fontWeight="normal",
                offset=14,
            ),
        )
    )
    return drawn


def data_of(records: Sequence[dict[str, Any]]) -> alt.Chart:
    """A chart of these records, which has no marks yet."""
    import altair as alt

    return alt.Chart(alt.InlineData(values=list(records)))


def headed(panel: LayerT, text: str, note: str, width: int, height: int) -> LayerT:
    """A panel with a heading and a line under it."""
    import altair as alt

    title = alt.TitleParams(
        text=text,
        subtitle=note,
        anchor="start",
        frame="group",
        fontSize=11,
        subtitleFontSize=10,
    )
    made: LayerT = panel.properties(title=title, width=width, height=height)
    return made


def value_axis(field: str, *, zero: bool, title: str | None = None) -> alt.X:
    """An axis of numbers, with room at its ends for what marks them."""
    import altair as alt

    axis = alt.Axis(grid=False, tickCount=5, title=title, domainColor=FAINT, tickColor=FAINT)
    return alt.X(field, scale=alt.Scale(zero=zero, padding=14), axis=axis)
