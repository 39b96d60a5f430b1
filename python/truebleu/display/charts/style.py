"""What all pictures share: colours, fonts, axes and headings.

Every colour has a contrast of three at least on white, and a shape, a dash or a word beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from truebleu.display.charts.records import lines
from truebleu.errors import ConfigurationError, allowed
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
LINE = 75  # characters of a heading
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


def figure(
    panel: Any,
    title: str | list[str],
    note: str | list[str],
    signature: object,
    said: str | list[str],
    *,
    width: int,
    height: int,
) -> alt.VConcatChart:
    """One panel with its heading, over the signature; `said` is what it shows, in words."""
    rows = [headed(panel, title, note, width, height)]
    return footed(rows, str(signature), f"{in_line(title)}: {in_line(said)}")


def in_line(text: str | list[str]) -> str:
    """Pieces of text in one line."""
    return text if isinstance(text, str) else " ".join(text)


def data_of(records: Sequence[dict[str, Any]]) -> alt.Chart:
    """A chart of these records, which has no marks yet."""
    import altair as alt

    return alt.Chart(alt.InlineData(values=list(records)))


def headed(
    panel: LayerT, text: str | list[str], note: str | list[str], width: int, height: int
) -> LayerT:
    """A panel with a heading and a line under it; lists are pieces, see `folded`."""
    import altair as alt

    title = alt.TitleParams(
        text=folded(text),
        subtitle=folded(note),
        anchor="start",
        frame="group",
        fontSize=11,
        subtitleFontSize=10,
    )
    made: LayerT = panel.properties(title=title, width=width, height=height)
    return made


def folded(text: str | list[str]) -> str | list[str]:
    """Pieces in one line where it is short, else below each other: names can be long."""
    line = in_line(text)
    return text if len(line) > LINE else line


def value_axis(
    field: str, *, zero: bool, title: str | None = None, room: int = 14, whole: bool = False
) -> alt.X:
    """An axis of numbers, with room at its ends for what marks them; `whole` numbers only."""
    import altair as alt

    axis = alt.Axis(grid=False, tickCount=5, title=title, domainColor=FAINT, tickColor=FAINT)
    if whole:
        axis.tickMinStep = 1
        axis.format = ",d"
    return alt.X(field, scale=alt.Scale(zero=zero, padding=room), axis=axis)


def most_systems(
    entries: Sequence[EntryT], wanted: Iterable[str] | None
) -> tuple[list[EntryT], str]:
    """The systems of these names, or as many as can be told apart, with a word on those left out.

    Raises `ConfigurationError` for names that there are not, and for too many of them.
    """
    if wanted is None:
        chosen = list(entries[: len(SYSTEMS)])
        left_out = len(entries) - len(chosen)
        return (
            chosen,
            f"; the first {len(chosen)} of {count(len(entries), 'system')}" if left_out else "",
        )
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    if not 1 <= len(set(names)) == len(names) <= len(SYSTEMS):
        raise ConfigurationError(
            f"systems: hand over 1 to {len(SYSTEMS)} different names; more cannot be told apart"
        )
    by_name = {entry.name: entry for entry in entries}
    for name in names:
        if name not in by_name:
            raise ConfigurationError(allowed("system", name, by_name))
    return [by_name[name] for name in names], ""


def lines_of_systems(
    records: Sequence[dict[str, Any]], systems: list[str], order: list[str], title: str
) -> alt.LayerChart:
    """A line for each system through its values, by words on the axis below.

    Records have `x`, `system`, `value`, and `low` and `high` where there are intervals. Systems
    differ in colour, shape and dash, and stand a little beside each other.
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
    if spread:  # beside each other, so that no interval hides another
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
    """The systems below the picture, in as many columns as their names leave room for."""
    import altair as alt

    return alt.Legend(
        title=None,
        orient="bottom",
        columns=max(1, min(3, LINE // max(map(len, systems)))),
        symbolDash=[1, 0],
        symbolStrokeWidth=0,
    )
