"""Comparisons as pictures: scores, differences, and the p-values of all pairs, side by side.

Below them, how each difference to the baseline varies over the resamples.

Nothing rests on colour alone: findings have shapes, each cell of the matrix has its number. Altair
draws, and is loaded only here.
"""

from __future__ import annotations

import json
import os

from truebleu.errors import ConfigurationError, MissingDependency
from truebleu.io.writing import write_whole
from truebleu.views.chart_records import (
    cell_records,
    description,
    labels,
    level,
    lines,
    percent,
    system_records,
)
from truebleu.views.distribution_chart import distributions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import altair as alt

    from truebleu.comparison import Comparison, MetricComparison
    from truebleu.signature import Signature

__all__ = ["SUFFIXES", "chart", "check_plot", "plot"]

SUFFIXES = ("svg", "png", "html")

ROW = 36  # pixels from one system to the next
CELL = 46  # pixels from one column of the matrix to the next
PANEL = 230  # pixels of an axis of scores
PIXELS = 2  # of a PNG to one of the page: sharp in print

INK = "#111111"
FAINT = "#666666"
BLUE, ORANGE = "#005A8E", "#A33C00"
FONT = "Liberation Sans, Arial, Helvetica, DejaVu Sans, sans-serif"

# The bundle's own default, by hand because its types ask for it.
GLOBALS = "window.vegaEmbed = vegaEmbed;"
# Nothing may be fetched, whatever the page holds. Vega makes functions of its expressions.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'unsafe-inline'; img-src data: blob:"
)


def check_plot(path: str | os.PathLike[str]) -> str:
    """Give what to draw for a file name: one of `SUFFIXES`.

    Raises `ConfigurationError` for another suffix, and `MissingDependency` where nothing can draw.
    """
    suffix = os.path.splitext(os.fspath(path))[1].removeprefix(".").lower()  # noqa: PTH122
    if suffix not in SUFFIXES:
        has = f"the suffix {suffix!r}" if suffix else "no suffix"
        raise ConfigurationError(
            f"a plot cannot be written to {os.fspath(path)!r}, which has {has}; "
            f"allowed: {', '.join('.' + known for known in SUFFIXES)}"
        )
    try:
        import altair as alt  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError as error:
        raise MissingDependency(
            "plots need the packages altair and vl-convert-python: "
            'pip install "truebleu[viz]" installs them'
        ) from error
    return suffix


def plot(comparison: Comparison, path: str | os.PathLike[str]) -> None:
    """Draw a comparison into a file, an SVG, PNG or HTML page as its suffix says.

    The file is there whole, or as it was before. A page holds all that it needs.
    Raises what `check_plot` raises, and `InputError` when the file cannot be written.
    """
    suffix = check_plot(path)
    import vl_convert

    spec = chart(comparison).to_dict()
    if suffix == "png":
        content = vl_convert.vegalite_to_png(spec, scale=PIXELS)
    elif suffix == "svg":
        content = vl_convert.vegalite_to_svg(spec).encode()
    else:
        content = _page(spec).encode()
    write_whole(os.fspath(path), [content])


def chart(comparison: Comparison) -> alt.VConcatChart:
    """The picture as an Altair chart, two rows for each metric, to be changed or shown."""
    import altair as alt

    settings = comparison.settings
    rows: list[alt.HConcatChart | alt.FacetChart] = []
    for metric in comparison:  # side by side in one list: Altair copies what is nested
        rows += [_metric_row(metric, settings), distributions(metric, settings)]
    drawn: alt.VConcatChart = (
        alt.VConcatChart(
            vconcat=rows,
            spacing=30,
            description=description(comparison),
            padding=12,
            title=alt.TitleParams(
                text=lines(str(comparison.settings)),
                orient="bottom",
                anchor="start",
                color=FAINT,
                fontSize=10,
                fontWeight="normal",
                offset=14,
            ),
        )
        .configure(font=FONT, background="white")
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK, titleColor=INK, labelFontSize=11, titleFontSize=11, titleFontWeight=400
        )
        .configure_title(color=INK, subtitleColor=FAINT)
    )
    return drawn


def _page(spec: dict[str, Any]) -> str:
    import vl_convert

    # What could end the script is written as an escape: names of systems may hold anything.
    data = json.dumps(spec).replace("<", "\\u003c")
    drawing = f"vegaEmbed('#plot', {data}, {{mode: 'vega-lite', renderer: 'svg', actions: false}});"
    script = vl_convert.javascript_bundle(GLOBALS).replace("</script", "<\\/script")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        "<title>Comparison of systems</title>\n"
        f'<script type="module">\n{script}\n{drawing}\n</script>\n'
        '</head>\n<body>\n<div id="plot"></div>\n</body>\n</html>\n'
    )


def _metric_row(metric: MetricComparison, settings: Signature) -> alt.HConcatChart:
    import altair as alt

    records = system_records(metric, settings)
    panels = [
        _scores(records, metric, settings),
        _differences(records, metric, settings),
        _matrix(metric, settings),
    ]
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


def _chart(records: Sequence[dict[str, Any]]) -> alt.Chart:
    import altair as alt

    return alt.Chart(alt.InlineData(values=list(records)))


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


def _headed(panel: alt.LayerChart, text: str, note: str, width: int, height: int) -> alt.LayerChart:
    import altair as alt

    title = alt.TitleParams(
        text=text,
        subtitle=note,
        anchor="start",
        frame="group",
        fontSize=11,
        subtitleFontSize=10,
    )
    headed: alt.LayerChart = panel.properties(title=title, width=width, height=height)
    return headed


def _height(metric: MetricComparison) -> int:
    return ROW * len(metric.systems)


def _value_axis(field: str, *, zero: bool) -> alt.X:
    import altair as alt

    axis = alt.Axis(grid=False, tickCount=5, title=None, domainColor=FAINT, tickColor=FAINT)
    return alt.X(field, scale=alt.Scale(zero=zero, padding=14), axis=axis)


def _scores(
    records: Sequence[dict[str, Any]], metric: MetricComparison, settings: Signature
) -> alt.LayerChart:
    import altair as alt

    base = _chart(records).encode(
        y=_systems_axis(metric, labelled=True),
        tooltip=[alt.Tooltip(f"{field}:N") for field in ("name", "score", "low", "high")],
    )
    x = _value_axis("score:Q", zero=False)
    spread = base.mark_rule(strokeWidth=2, color=INK).encode(
        x=_value_axis("low:Q", zero=False), x2="high:Q"
    )
    point = base.mark_point(filled=True, opacity=1, size=60, color=INK).encode(x=x)
    text = base.mark_text(dy=-10, fontSize=10, color=INK).encode(x=x, text="text:N")
    best = "higher" if metric.systems[0].score.higher_is_better else "lower"
    note = f"with {percent(settings)} intervals; {best} is better"
    panel = alt.LayerChart(layer=[spread, point, text])
    return _headed(panel, f"{metric.metric} score", note, PANEL, _height(metric))


def _differences(
    records: Sequence[dict[str, Any]], metric: MetricComparison, settings: Signature
) -> alt.LayerChart:
    import altair as alt

    others = _chart(records[1:]).encode(
        y=_systems_axis(metric, labelled=False),
        tooltip=[
            alt.Tooltip(f"{field}:N")
            for field in ("name", "difference", "difference_low", "difference_high", "p")
        ],
    )
    findings = ["better", "worse", "open"]
    colour = alt.Color(
        "finding:N", legend=None, scale=alt.Scale(domain=findings, range=[BLUE, ORANGE, FAINT])
    )
    shapes = alt.Scale(domain=findings, range=["triangle-up", "triangle-down", "circle"])
    fill = alt.Scale(domain=findings, range=[BLUE, ORANGE, "#FFFFFF"])
    x = _value_axis("difference:Q", zero=True)
    zero = (
        _chart([{"zero": 0}])
        .mark_rule(color=INK, strokeDash=[4, 3])
        .encode(x=_value_axis("zero:Q", zero=True))
    )
    spread = others.mark_rule(strokeWidth=2).encode(
        x=_value_axis("difference_low:Q", zero=True), x2="difference_high:Q", color=colour
    )
    point = others.mark_point(opacity=1, size=75, strokeWidth=1.5).encode(
        x=x,
        color=colour,
        fill=alt.Fill("finding:N", legend=None, scale=fill),
        shape=alt.Shape("finding:N", legend=None, scale=shapes),
    )
    edge = others.mark_text(dy=-11, fontSize=10, stroke="white", strokeWidth=4)
    text = others.mark_text(dy=-11, fontSize=10, color=INK)
    texts = [layer.encode(x=x, text="difference_text:N") for layer in (edge, text)]
    panel = alt.LayerChart(layer=[zero, _baseline(records, metric), *texts, spread, point])
    note = f"▲ better, ▼ worse (Holm: p ≤ {level(settings):g}), ○ neither"
    title = f"Difference to the baseline, {percent(settings)}"
    return _headed(panel, title, note, PANEL, _height(metric))


def _baseline(records: Sequence[dict[str, Any]], metric: MetricComparison) -> alt.Chart:
    """The word that stands where the baseline has no difference, on the side with more room."""
    ends = [record[f"difference_{end}"] for record in records[1:] for end in ("low", "high")]
    right = max(ends) >= -min(ends)
    word: alt.Chart = (
        _chart([{**records[0], "zero": 0, "word": "baseline"}])
        .mark_text(
            align="left" if right else "right", dx=6 if right else -6, fontSize=10, color=FAINT
        )
        .encode(
            x=_value_axis("zero:Q", zero=True),
            y=_systems_axis(metric, labelled=False),
            text="word:N",
        )
    )
    return word


def _matrix(metric: MetricComparison, settings: Signature) -> alt.LayerChart:
    import altair as alt

    numbers = [f"({number})" for number in range(1, len(metric.systems) + 1)]
    axis = alt.Axis(orient="bottom", title=None, labelAngle=0, ticks=False, domain=False)
    base = _chart(cell_records(metric, settings)).encode(
        x=alt.X("number:N", sort=numbers, axis=axis),
        y=_systems_axis(metric, labelled=False),
        tooltip=[alt.Tooltip(f"{field}:N") for field in ("row", "column", "p")],
    )
    cells = base.mark_rect(stroke="#BBBBBB", strokeWidth=0.5).encode(
        color=alt.Color("colour:N", scale=None, legend=None)
    )
    numbers_in = [  # a number makes room for a mark above it
        base.transform_filter(f"datum.mark {has} ''")
        .mark_text(fontSize=10, dy=dy, color=INK)
        .encode(text="text:N")
        for has, dy in (("!==", 5), ("===", 0))
    ]
    mark = base.mark_text(fontSize=9, dy=-8, color=INK).encode(text="mark:N")
    panel = alt.LayerChart(layer=[cells, *numbers_in, mark])
    width = CELL * len(numbers)
    title = "p-values of all pairs (Holm)"
    note = "row ▲ better, ▼ worse than column"
    return _headed(panel, title, note, width, _height(metric))
