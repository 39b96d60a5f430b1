"""How differences vary over the resamples, as small histograms: for `truebleu.charts`."""

from __future__ import annotations

from truebleu.views.chart_records import distribution_records, in_percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import altair as alt

    from truebleu.comparison import MetricComparison
    from truebleu.signature import Signature

__all__ = ["distributions"]

WIDTH, HEIGHT = 230, 64
COLUMNS = 3
INK, FAINT = "#111111", "#666666"
DASHES, LINE = [4, 3], [1, 0]


def distributions(metric: MetricComparison, settings: Signature) -> alt.FacetChart:
    """A histogram for each system but the baseline, with 0, the difference and its interval."""
    import altair as alt

    records = distribution_records(metric)
    strips = list(dict.fromkeys(record["strip"] for record in records))
    base = alt.Chart(width=WIDTH, height=HEIGHT)
    layers = [_bars(base)]
    for kind, dashes in (("zero", DASHES), ("difference", LINE)):
        layers += [_rule(base, kind, "white", 4.5, LINE), _rule(base, kind, INK, 1.8, dashes)]
    header = alt.Header(
        title=None,
        labelAnchor="start",
        labelAlign="left",
        labelExpr="split(datum.label, '\\n')",
        labelFontSize=10,
        labelColor=INK,
        labelLimit=WIDTH,
        labelPadding=4,
    )
    title = alt.TitleParams(
        text=f"How the difference to the baseline varies, {int(settings['resamples']):,} resamples",
        subtitle=f"line: observed; dark: {in_percent(settings)} interval; dashed: no difference",
        anchor="start",
        fontSize=11,
        subtitleFontSize=10,
        offset=8,
    )
    return alt.FacetChart(
        data=alt.InlineData(values=records),
        spec=alt.LayerChart(layer=layers),
        facet=alt.Facet("strip:N", sort=strips, header=header),
        columns=COLUMNS,
        spacing={"row": 12, "column": 24},
        resolve=alt.Resolve(scale={"x": "independent", "y": "independent"}),
        title=title,
    )


def _axis(field: str) -> alt.X:
    import altair as alt

    axis = alt.Axis(grid=False, tickCount=5, title=None, domainColor=FAINT, tickColor=FAINT)
    return alt.X(field, scale=alt.Scale(zero=False, nice=False, padding=12), axis=axis)


def _bars(base: alt.Chart) -> alt.Chart:
    import altair as alt

    bars: alt.Chart = (
        base.transform_filter("datum.kind === 'step'")
        .mark_rect(strokeWidth=0.5)
        .encode(
            x=_axis("start:Q"),
            x2="end:Q",
            y=alt.Y("count:Q", axis=None, scale=alt.Scale(zero=True)),
            y2="floor:Q",
            color=alt.Color("colour:N", legend=None, scale=None),
            stroke=alt.Stroke("colour:N", legend=None, scale=None),
            tooltip=[alt.Tooltip(f"{field}:Q") for field in ("start", "end", "count")],
        )
    )
    return bars


def _rule(base: alt.Chart, kind: str, colour: str, width: float, dashes: list[int]) -> alt.Chart:
    """A line from top to bottom; a white one under it keeps it apart from the bars."""
    settings: dict[str, Any] = {"color": colour, "strokeWidth": width, "strokeDash": dashes}
    rule: alt.Chart = (
        base.transform_filter(f"datum.kind === '{kind}'")
        .mark_rule(**settings)
        .encode(x=_axis("start:Q"))
    )
    return rule
