"""Charts of a comparison: scores, differences, p-values and bootstrap distributions.

No information depends on color alone. Significant and other differences have different shapes, and
each p-value is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu.display.charts.entries import metric_of
from truebleu.display.charts.records import (
    cell_records,
    description,
    distribution_records,
    labels,
    lines,
    system_records,
)
from truebleu.display.charts.style import (
    BLUE,
    FAINT,
    INK,
    ORANGE,
    PANEL,
    add_footer,
    add_title,
    data_of,
    value_axis,
)
from truebleu.display.numbers import in_percent, level
from truebleu.metrics.base.signature import Signature
from truebleu.significance.results import Comparison, MetricComparison

if TYPE_CHECKING:
    import altair as alt


ROW = 36  # pixels from one system to the next
CELL = 46  # pixels from one column of the matrix to the next


def overview(comparison: Comparison) -> alt.VConcatChart:
    """Draw the results of all metrics of a comparison.

    Each metric has three panels: scores, differences to the baseline, and p-values of all pairs.
    The bootstrap distributions of the differences are drawn below the panels.
    """
    settings = comparison.settings
    rows: list[alt.HConcatChart | alt.FacetChart] = []
    for metric in comparison:  # one flat list, because Altair would copy the charts of nested lists
        rows += [_metric_row(metric, settings), distributions(metric, settings)]
    return add_footer(rows, str(settings), description(comparison))


def intervals(comparison: Comparison, *, metric: str | int | None = None) -> alt.VConcatChart:
    """Draw the scores of one metric and the differences to the baseline, with confidence intervals.

    `metric` is the name or the index of the metric. None selects the first metric.
    """
    settings, chosen = comparison.settings, metric_of(comparison, metric)
    rows = [_metric_row(chosen, settings, matrix=False)]
    return add_footer(rows, str(settings), description([chosen]))


def _metric_row(
    metric: MetricComparison, settings: Signature, *, matrix: bool = True
) -> alt.HConcatChart:
    import altair as alt

    records = system_records(metric, settings)
    panels = [_scores(records, metric, settings), _differences(records, metric, settings)]
    if matrix:
        panels.append(_matrix(metric, settings))
    return alt.HConcatChart(
        hconcat=panels,
        spacing=24,
        title=alt.TitleParams(
            text=metric.metric,
            subtitle=lines(str(metric.signature)),
            anchor="start",
            fontSize=15,
            subtitleFontSize=10,
            offset=12,
        ),
    )


# The panels


def _systems_axis(metric: MetricComparison, *, labelled: bool) -> alt.Y:
    import altair as alt

    axis = alt.Axis(
        labels=labelled,
        labelLimit=330,
        labelPadding=8,
        ticks=False,
        domain=False,
        grid=labelled,
        gridColor="#EEEEEE",
        title=None,
    )
    return alt.Y("system:N", sort=labels(metric), axis=axis)


def _height(metric: MetricComparison) -> int:
    return ROW * len(metric.systems)


def _scores(
    records: Sequence[dict[str, Any]], metric: MetricComparison, settings: Signature
) -> alt.LayerChart:
    import altair as alt

    base = data_of(records).encode(
        y=_systems_axis(metric, labelled=True),
        tooltip=[alt.Tooltip(f"{field}:N") for field in ("name", "score", "low", "high")],
    )
    x = value_axis("score:Q", zero=False)
    spread = base.mark_rule(strokeWidth=2, color=INK).encode(
        x=value_axis("low:Q", zero=False), x2="high:Q"
    )
    point = base.mark_point(filled=True, opacity=1, size=60, color=INK).encode(x=x)
    text = base.mark_text(dy=-10, fontSize=10, color=INK).encode(x=x, text="text:N")
    best = "higher" if metric.systems[0].score.higher_is_better else "lower"
    note = f"{in_percent(settings)} confidence intervals; {best} is better"
    panel = alt.LayerChart(layer=[spread, point, text])
    return add_title(panel, f"{metric.metric} score", note, PANEL, _height(metric))


def _differences(
    records: Sequence[dict[str, Any]], metric: MetricComparison, settings: Signature
) -> alt.LayerChart:
    import altair as alt

    others = data_of(records[1:]).encode(
        y=_systems_axis(metric, labelled=False),
        tooltip=[
            alt.Tooltip(f"{field}:N")
            for field in ("name", "difference", "difference_low", "difference_high", "p")
        ],
    )
    findings = ["better", "worse", "open"]
    color = alt.Color(
        "finding:N", legend=None, scale=alt.Scale(domain=findings, range=[BLUE, ORANGE, FAINT])
    )
    shapes = alt.Scale(domain=findings, range=["triangle-up", "triangle-down", "circle"])
    fill = alt.Scale(domain=findings, range=[BLUE, ORANGE, "#FFFFFF"])
    x = value_axis("difference:Q", zero=True)
    zero = (
        data_of([{"zero": 0}])
        .mark_rule(color=INK, strokeDash=[4, 3])
        .encode(x=value_axis("zero:Q", zero=True))
    )
    spread = others.mark_rule(strokeWidth=2).encode(
        x=value_axis("difference_low:Q", zero=True), x2="difference_high:Q", color=color
    )
    point = others.mark_point(opacity=1, size=75, strokeWidth=1.5).encode(
        x=x,
        color=color,
        fill=alt.Fill("finding:N", legend=None, scale=fill),
        shape=alt.Shape("finding:N", legend=None, scale=shapes),
    )
    edge = others.mark_text(dy=-11, fontSize=10, stroke="white", strokeWidth=4)
    text = others.mark_text(dy=-11, fontSize=10, color=INK)
    texts = [layer.encode(x=x, text="difference_text:N") for layer in (edge, text)]
    panel = alt.LayerChart(layer=[zero, _baseline(records, metric), *texts, spread, point])
    note = f"▲ better, ▼ worse (p adj. ≤ {level(settings):g}), ○ not significant"
    title = f"Difference to the baseline, {in_percent(settings)} CI"
    return add_title(panel, title, note, PANEL, _height(metric))


def _baseline(records: Sequence[dict[str, Any]], metric: MetricComparison) -> alt.Chart:
    ends = [record[f"difference_{end}"] for record in records[1:] for end in ("low", "high")]
    right = max(ends) >= -min(ends)
    word: alt.Chart = (
        data_of([{**records[0], "zero": 0, "word": "baseline"}])
        .mark_text(
            align="left" if right else "right", dx=6 if right else -6, fontSize=10, color=FAINT
        )
        .encode(
            x=value_axis("zero:Q", zero=True),
            y=_systems_axis(metric, labelled=False),
            text="word:N",
        )
    )
    return word


def _matrix(metric: MetricComparison, settings: Signature) -> alt.LayerChart:
    import altair as alt

    numbers = [f"({number})" for number in range(1, len(metric.systems) + 1)]
    axis = alt.Axis(orient="bottom", title=None, labelAngle=0, ticks=False, domain=False)
    base = data_of(cell_records(metric, settings)).encode(
        x=alt.X("number:N", sort=numbers, axis=axis),
        y=_systems_axis(metric, labelled=False),
        tooltip=[alt.Tooltip(f"{field}:N") for field in ("row", "column", "p")],
    )
    cells = base.mark_rect(stroke="#BBBBBB", strokeWidth=0.5).encode(
        color=alt.Color("color:N", scale=None, legend=None)
    )
    numbers_in = [  # shifted down in cells with a triangle above the number
        base.transform_filter(f"datum.mark {has} ''")
        .mark_text(fontSize=10, dy=dy, color=INK)
        .encode(text="text:N")
        for has, dy in (("!==", 5), ("===", 0))
    ]
    mark = base.mark_text(fontSize=9, dy=-8, color=INK).encode(text="mark:N")
    panel = alt.LayerChart(layer=[cells, *numbers_in, mark])
    width = CELL * len(numbers)
    title = "Holm-adjusted p-values of all pairs"
    note = "row ▲ better, ▼ worse than column"
    return add_title(panel, title, note, width, _height(metric))


# Bootstrap distributions of the differences


WIDTH, HEIGHT = 230, 64
COLUMNS = 3
DISTRIBUTION_INK, DISTRIBUTION_FAINT = "#111111", "#666666"
DASHES, LINE = [4, 3], [1, 0]


def distributions(metric: MetricComparison, settings: Signature) -> alt.FacetChart:
    """Draw a histogram of bootstrap differences to the baseline for each other system.

    Vertical lines mark zero and the observed difference. Bars inside the confidence interval are
    darker.
    """
    import altair as alt

    records = distribution_records(metric)
    strips = list(dict.fromkeys(record["strip"] for record in records))
    base = alt.Chart(width=WIDTH, height=HEIGHT)
    layers = [_bars(base)]
    for kind, dashes in (("zero", DASHES), ("difference", LINE)):
        layers += [
            _rule(base, kind, "white", 4.5, LINE),
            _rule(base, kind, DISTRIBUTION_INK, 1.8, dashes),
        ]
    header = alt.Header(
        title=None,
        labelAnchor="start",
        labelAlign="left",
        labelExpr="split(datum.label, '\\n')",
        labelFontSize=10,
        labelColor=DISTRIBUTION_INK,
        labelLimit=WIDTH,
        labelPadding=4,
    )
    title = alt.TitleParams(
        text=f"Bootstrap distribution of the difference, {int(settings['resamples']):,} resamples",
        subtitle=f"line: observed; dark: {in_percent(settings)} CI; dashed: no difference",
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

    axis = alt.Axis(
        grid=False,
        tickCount=5,
        title=None,
        domainColor=DISTRIBUTION_FAINT,
        tickColor=DISTRIBUTION_FAINT,
    )
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
            color=alt.Color("color:N", legend=None, scale=None),
            stroke=alt.Stroke("color:N", legend=None, scale=None),
            tooltip=[alt.Tooltip(f"{field}:Q") for field in ("start", "end", "count")],
        )
    )
    return bars


def _rule(base: alt.Chart, kind: str, color: str, width: float, dashes: list[int]) -> alt.Chart:
    settings: dict[str, Any] = {"color": color, "strokeWidth": width, "strokeDash": dashes}
    rule: alt.Chart = (
        base.transform_filter(f"datum.kind === '{kind}'")
        .mark_rule(**settings)
        .encode(x=_axis("start:Q"))
    )
    return rule
