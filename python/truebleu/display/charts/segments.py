"""Pictures of segments: differences, one system against another, scores by length."""

from __future__ import annotations

from truebleu.charts.bins import density_bins, difference_bins, length_bins
from truebleu.charts.entries import Entry, entries_of, metric_of, pair_of
from truebleu.charts.given import Segments
from truebleu.charts.style import (
    BLUE,
    FAINT,
    INK,
    ORANGE,
    data_of,
    footed,
    headed,
    lines_of_systems,
    most_systems,
    value_axis,
)
from truebleu.views.chart_records import in_percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import altair as alt

    from truebleu.comparison import Comparison, MetricComparison

__all__ = ["density", "differences", "length"]

WIDTH, HEIGHT = 420, 220
SIDE = 300
GREY = "#8A8A8A"


def differences(
    comparison: Comparison,
    *,
    metric: str | int | None = None,
    pair: Iterable[str] | None = None,
) -> alt.VConcatChart:
    """How much better or worse single segments are: a histogram of differences of their scores."""
    import altair as alt

    chosen, first, second = _two(comparison, metric, pair)
    segments = Segments(comparison, chosen, [first.name, second.name])
    apart = segments.scores(1) - segments.scores(0)
    records, same = difference_bins(apart)
    said = _ahead(int((apart > 0).sum()), int((apart < 0).sum()), same, first, second)
    domain = ["first", "second"]
    higher = chosen.systems[0].score.higher_is_better
    colours = [ORANGE, BLUE] if higher else [BLUE, ORANGE]
    bars = (
        data_of(records)
        .mark_rect(stroke="white", strokeWidth=1)
        .encode(
            x=value_axis("start:Q", zero=True, title=f"difference in sentence {chosen.metric}"),
            x2="end:Q",
            y=_count_axis("count:Q"),
            y2="floor:Q",
            color=alt.Color("side:N", legend=None, scale=alt.Scale(domain=domain, range=colours)),
            tooltip=[alt.Tooltip(f"{field}:Q") for field in ("start", "end", "count")],
        )
    )
    zero = (
        data_of([{"zero": 0}])
        .mark_rule(color=INK, strokeDash=[4, 3], strokeWidth=1.5)
        .encode(x=value_axis("zero:Q", zero=True))
    )
    title = [f"{second.label} less {first.label},", "segment by segment"]
    panel = headed(alt.LayerChart(layer=[bars, zero]), title, said, WIDTH, HEIGHT)
    return footed([panel], str(chosen.signature), _words(title, said))


def density(
    comparison: Comparison,
    *,
    metric: str | int | None = None,
    pair: Iterable[str] | None = None,
) -> alt.VConcatChart:
    """The sentence scores of two systems against each other; how many, in cells."""
    import altair as alt

    chosen, first, second = _two(comparison, metric, pair)
    segments = Segments(comparison, chosen, [first.name, second.name])
    values = segments.scores(0), segments.scores(1)
    scale = chosen.systems[0].score.scale
    top = max(scale, *(float(each.max()) for each in values))
    cells = _cells(density_bins(*values, scale), first, second, top)
    diagonal = (
        data_of([{"x": 0, "y": 0}, {"x": top, "y": top}])
        .mark_line(color=INK, strokeDash=[4, 3], strokeWidth=1)
        .encode(x="x:Q", y="y:Q")
    )
    above = int((values[1] > values[0]).sum())
    below = int((values[1] < values[0]).sum())
    said = _ahead(above, below, len(values[0]) - above - below, first, second)
    title = f"Sentence {chosen.metric} of two systems; dashed: the same score"
    panel = headed(alt.LayerChart(layer=[cells, diagonal]), title, said, SIDE, SIDE)
    return footed([panel], str(chosen.signature), _words(title, said))


def length(
    comparison: Comparison,
    *,
    metric: str | int | None = None,
    systems: Iterable[str] | None = None,
) -> alt.VConcatChart:
    """Corpus scores of segments of a length, with intervals; below, how many there are."""
    chosen = metric_of(comparison, metric)
    entries, left_out = most_systems(entries_of(chosen), systems)
    segments = Segments(comparison, chosen, [entry.name for entry in entries])
    lengths, unit = segments.lengths()
    records: list[dict[str, Any]] = []
    strip: list[dict[str, Any]] = []
    for low, high, inside in length_bins(lengths):
        bucket = f"{low:g}" if low == high else f"{low:g}–{high:g}"
        strip.append({"x": bucket, "count": len(inside), "text": f"{len(inside):,}"})
        found = segments.corpus_scores(inside)
        records += [
            {"x": bucket, "system": entry.label, "value": value, "low": ends[0], "high": ends[1]}
            for entry, (value, ends) in zip(entries, found, strict=True)
        ]
    order = [str(record["x"]) for record in strip]
    level = in_percent(comparison.settings)
    title = f"{chosen.metric} by length of the reference, {level} intervals{left_out}"
    note = "corpus scores of the segments in each bucket"
    lines = lines_of_systems(records, [entry.label for entry in entries], order, chosen.metric)
    upper = headed(lines, title, note, WIDTH, HEIGHT)
    lower = _strip(strip, order, f"length of the reference in {unit}")
    said = "; ".join(
        f"{record['system']}, {record['x']}: {record['value']:.2f}" for record in records
    )
    return footed([upper, lower], str(chosen.signature), _words(title, said))


def _words(*parts: str | list[str]) -> str:
    """What is said of a picture to those who cannot see it."""
    return ": ".join(part if isinstance(part, str) else " ".join(part) for part in parts)


def _two(
    comparison: Comparison, metric: str | int | None, pair: Iterable[str] | None
) -> tuple[MetricComparison, Entry, Entry]:
    chosen = metric_of(comparison, metric)
    first, second = pair_of(entries_of(chosen), pair)
    return chosen, first, second


def _ahead(above: int, below: int, same: int, first: Entry, second: Entry) -> list[str]:
    """Which system has the better segments, in words."""
    if not first.score.higher_is_better:
        above, below = below, above
    return [
        f"{second.label} is better in {above:,},",
        f"{first.label} in {below:,},",
        f"both the same in {same:,}",
    ]


def _cells(records: list[dict[str, Any]], first: Entry, second: Entry, top: float) -> alt.Chart:
    """The darker, the more segments: by lightness, which prints in grey."""
    import altair as alt

    most = max(2, *(record["count"] for record in records))
    scale = alt.Scale(type="log", domain=[1, most], range=["#BFDAF2", "#0B2F52"])
    legend = alt.Legend(title="segments", tickCount=4, format=",d")
    cells: alt.Chart = (
        data_of(records)
        .mark_rect()
        .encode(
            x=_square_axis("first:Q", first.label, top),
            x2="first_end:Q",
            y=_square_axis("second:Q", second.label, top, upwards=True),
            y2="second_end:Q",
            color=alt.Color("count:Q", scale=scale, legend=legend),
            tooltip=[alt.Tooltip(f"{field}:Q") for field in ("first", "second", "count")],
        )
    )
    return cells


def _count_axis(field: str) -> alt.Y:
    import altair as alt

    axis = alt.Axis(
        title="segments", grid=True, gridColor="#EEEEEE", tickMinStep=1, domain=False, ticks=False
    )
    return alt.Y(field, axis=axis, scale=alt.Scale(zero=True))


def _square_axis(field: str, title: str, top: float, *, upwards: bool = False) -> Any:
    import altair as alt

    kind = alt.Y if upwards else alt.X
    axis = alt.Axis(title=title, grid=False, tickCount=5, domainColor=FAINT, tickColor=FAINT)
    return kind(field, axis=axis, scale=alt.Scale(domain=[0, top], nice=False))


def _strip(records: list[dict[str, Any]], order: list[str], title: str) -> alt.LayerChart:
    """How many segments each bucket has."""
    import altair as alt

    axis = alt.Axis(title=title, labelAngle=0, ticks=False, domainColor=FAINT)
    base = data_of(records).encode(
        x=alt.X("x:N", sort=order, axis=axis, scale=alt.Scale(padding=0.3))
    )
    bars = base.mark_bar(color=GREY, width={"band": 0.8}).encode(
        y=alt.Y("count:Q", axis=None, scale=alt.Scale(zero=True))
    )
    texts = base.mark_text(dy=-6, fontSize=10, color=INK).encode(y="count:Q", text="text:N")
    return headed(alt.LayerChart(layer=[bars, texts]), "segments", "", WIDTH, 50)
