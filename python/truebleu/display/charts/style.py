"""Colors, fonts, axes and headings of all charts.

Every color has a contrast of at least 3:1 on white. The meaning of a color is always repeated by a
shape, a dash pattern or a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from truebleu.display.charts.records import lines
from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import find_named
from truebleu.wording import count

if TYPE_CHECKING:
    import altair as alt

    from truebleu.display.charts.entries import Entry

    EntryT = TypeVar("EntryT", bound=Entry)

    LayerT = TypeVar("LayerT", alt.LayerChart, alt.Chart)

INK = "#111111"
FAINT = "#666666"
BLUE, ORANGE = "#005A8E", "#A33C00"
SYSTEMS = ("#19030D", "#291679", "#458CFE", "#D27825", "#5A5F8D", "#662C06")
SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 2], [10, 4])
LINE = 75  # maximum number of characters in a line of a heading
PANEL = 230  # length of an axis of scores, in pixels
FONT = "Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif"


def configured(drawn: Any) -> Any:
    """Return an Altair chart with truebleu's fonts and colors."""
    return (
        drawn.configure(font=FONT, background="white")
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK, titleColor=INK, labelFontSize=11, titleFontSize=11, titleFontWeight=400
        )
        .configure_legend(labelColor=INK, titleColor=INK, labelLimit=330)
        .configure_title(color=INK, subtitleColor=FAINT)
    )


def add_footer(rows: Sequence[Any], words: str, description: str) -> alt.VConcatChart:
    """Return a chart of several panels, one below the other, with a footer.

    `words` is the text of the footer. `description` is the description of the chart for screen
    readers.
    """
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


def figure(
    panel: Any,
    title: str | list[str],
    note: str | list[str],
    signature: object,
    description: str | list[str],
    *,
    width: int,
    height: int,
) -> alt.VConcatChart:
    """Return a chart with one panel, a heading above it, and the metric's signature below it.

    `title` and `note` are the title and the subtitle in the heading. `description` is the
    description of the chart for screen readers. `width` and `height` are the size of the panel in
    pixels.
    """
    rows = [add_title(panel, title, note, width, height)]
    return add_footer(rows, str(signature), f"{in_line(title)}: {in_line(description)}")


def in_line(text: str | list[str]) -> str:
    """Return a text as one line. If the text is a list, its items are joined with spaces."""
    return text if isinstance(text, str) else " ".join(text)


def data_of(records: Sequence[dict[str, Any]]) -> alt.Chart:
    """Return an Altair chart that has these records as its data and draws nothing yet."""
    import altair as alt

    return alt.Chart(alt.InlineData(values=list(records)))


def add_title(
    panel: LayerT, text: str | list[str], note: str | list[str], width: int, height: int
) -> LayerT:
    """Add a size in pixels, a title (`text`) and a subtitle (`note`) to a panel of a chart.

    If the title or subtitle is a list, its items are joined into one line if it fits. Otherwise,
    each item is a line.
    """
    import altair as alt

    title = alt.TitleParams(
        text=join_if_short(text),
        subtitle=join_if_short(note),
        anchor="start",
        frame="group",
        fontSize=11,
        subtitleFontSize=10,
    )
    titled: LayerT = panel.properties(title=title, width=width, height=height)
    return titled


def join_if_short(text: str | list[str]) -> str | list[str]:
    """Join the items of a text into one line if it fits; otherwise return the text unchanged."""
    line = in_line(text)
    return text if len(line) > LINE else line


def value_axis(
    field: str, *, zero: bool, title: str | None = None, padding: int = 14, integers: bool = False
) -> alt.X:
    """Return a horizontal axis of numbers with `padding` pixels at both ends.

    With `zero`, the axis includes zero. With `integers`, only integers are labeled.
    """
    import altair as alt

    axis = alt.Axis(grid=False, tickCount=5, title=title, domainColor=FAINT, tickColor=FAINT)
    if integers:
        axis.tickMinStep = 1
        axis.format = ",d"
    return alt.X(field, scale=alt.Scale(zero=zero, padding=padding), axis=axis)


def most_systems(
    entries: Sequence[EntryT], systems: Iterable[str] | None
) -> tuple[list[EntryT], str]:
    """Return the systems to draw, and a note for the heading of the chart.

    `systems` are the names of the systems to draw. None selects the first six. If there are more,
    the note says so, as in "; the first 6 of 9 systems". In all other cases, the note is empty.
    Raise `ConfigurationError` if a name is unknown or repeated, or if there are no names or more
    than six names.
    """
    if systems is None:
        chosen = list(entries[: len(SYSTEMS)])
        left_out = len(entries) - len(chosen)
        return (
            chosen,
            f"; the first {len(chosen)} of {count(len(entries), 'system')}" if left_out else "",
        )
    names = [systems] if isinstance(systems, str) else list(systems)
    if not 1 <= len(set(names)) == len(names) <= len(SYSTEMS):
        raise ConfigurationError(
            f"systems={names!r} is invalid. Pass 1 to {len(SYSTEMS)} different names."
        )
    return [find_named("system", entries, name) for name in names], ""


def lines_of_systems(
    records: Sequence[dict[str, Any]], systems: list[str], order: list[str], title: str
) -> alt.LayerChart:
    """Return a line chart with one line per system. The horizontal axis has categories.

    Each record has the fields "x" (the category), "system" and "value". Records with confidence
    intervals also have the fields "low" and "high". `order` are the categories from left to right.
    `title` is the title of the vertical axis. Lines differ in color, dash pattern and the shape of
    their points. Lines with intervals are shifted horizontally, so that the intervals do not
    overlap.
    """
    import altair as alt

    spread = "low" in records[0]
    axis = alt.Axis(title=None, labelAngle=0, ticks=False, domainColor=FAINT)
    legend = None if len(systems) == 1 else _legend(systems)

    def styled(kind: Any, values: Sequence[Any], shown: Any = None) -> Any:
        scale = alt.Scale(domain=systems, range=list(values[: len(systems)]))
        return kind("system:N", scale=scale, legend=shown)

    base = data_of(records).encode(
        x=alt.X("x:N", sort=order, axis=axis, scale=alt.Scale(padding=0.3)),
        color=styled(alt.Color, SYSTEMS, legend),
        tooltip=[alt.Tooltip(f"{name}:N") for name in records[0]],
    )
    if spread:  # offset horizontally, because intervals would overlap
        base = base.encode(xOffset=alt.XOffset("system:N", sort=systems))
    upright = alt.Axis(
        title=title, grid=True, gridColor="#EEEEEE", tickCount=5, domain=False, ticks=False
    )
    y = alt.Y("value:Q", axis=upright, scale=alt.Scale(zero=False, padding=10))
    line = base.mark_line(strokeWidth=1.5)
    layers = [line.encode(y=y, strokeDash=styled(alt.StrokeDash, DASHES))]
    if spread:
        layers.append(base.mark_rule(strokeWidth=1.5).encode(y=alt.Y("low:Q"), y2="high:Q"))
    point = base.mark_point(filled=True, opacity=1, size=60)
    layers.append(point.encode(y=y, shape=styled(alt.Shape, SHAPES, legend)))
    panel: alt.LayerChart = alt.LayerChart(layer=layers)
    return panel


def _legend(systems: Sequence[str]) -> alt.Legend:
    import altair as alt

    return alt.Legend(
        title=None,
        orient="bottom",
        columns=max(1, min(3, LINE // max(map(len, systems)))),
        symbolDash=[1, 0],
        symbolStrokeWidth=0,
    )
