"""Charts of segments: differences of sentence scores, score density, and scores by length."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, log10
from typing import TYPE_CHECKING, Any

from truebleu.display.charts.entries import Entry, Segments, entries_of, metric_of, pair_of
from truebleu.display.charts.style import (
    BLUE,
    FAINT,
    INK,
    ORANGE,
    add_footer,
    add_title,
    data_of,
    figure,
    lines_of_systems,
    most_systems,
    value_axis,
)
from truebleu.display.numbers import in_percent
from truebleu.significance.results import Comparison, MetricComparison

if TYPE_CHECKING:
    import altair as alt
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


WIDTH, HEIGHT = 420, 220
SIDE = 300
GREY = "#8A8A8A"


def differences(
    comparison: Comparison,
    *,
    metric: str | int | None = None,
    pair: Iterable[str] | None = None,
) -> alt.VConcatChart:
    """Draw a histogram of the differences between the sentence scores of two systems.

    A difference is the second system's score minus the first system's score. `pair` has the names
    of the two systems. None selects the first system and the best of the other systems.
    """
    import altair as alt

    chosen, first, second = _two(comparison, metric, pair)
    segments = Segments(comparison, chosen, [first.name, second.name])
    apart = segments.scores(1) - segments.scores(0)
    records, same = difference_bins(apart)
    note = _ahead(int((apart > 0).sum()), int((apart < 0).sum()), same, first, second)
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
    title = [f"{second.label} -", f"{first.label},", "by segment"]
    panel = alt.LayerChart(layer=[bars, zero])
    return figure(panel, title, note, chosen.signature, note, width=WIDTH, height=HEIGHT)


def density(
    comparison: Comparison,
    *,
    metric: str | int | None = None,
    pair: Iterable[str] | None = None,
) -> alt.VConcatChart:
    """Draw the joint distribution of two systems' sentence scores, as segment counts in a grid.

    `pair` has the names of the two systems. None selects the first system and the best of the other
    systems.
    """
    import altair as alt

    chosen, first, second = _two(comparison, metric, pair)
    segments = Segments(comparison, chosen, [first.name, second.name])
    values = segments.scores(0), segments.scores(1)
    low = min(0.0, *(float(scores.min()) for scores in values))
    high = max(chosen.systems[0].score.scale, *(float(scores.max()) for scores in values))
    cells = _cells(density_bins(*values, low, high), first, second, [low, high])
    diagonal = (
        data_of([{"x": low, "y": low}, {"x": high, "y": high}])
        .mark_line(color=INK, strokeDash=[4, 3], strokeWidth=1)
        .encode(x="x:Q", y="y:Q")
    )
    above = int((values[1] > values[0]).sum())
    below = int((values[1] < values[0]).sum())
    note = _ahead(above, below, len(values[0]) - above - below, first, second)
    title = f"Sentence {chosen.metric} of two systems; dashed: equal scores"
    panel = alt.LayerChart(layer=[cells, diagonal])
    return figure(panel, title, note, chosen.signature, note, width=SIDE, height=SIDE)


def length(
    comparison: Comparison,
    *,
    metric: str | int | None = None,
    systems: Iterable[str] | None = None,
) -> alt.VConcatChart:
    """Draw corpus scores by reference length, with confidence intervals.

    Segments are grouped into buckets of similar reference length. The number of segments in each
    bucket is drawn below the scores. `systems` are the names of the systems to draw. None draws the
    first six systems.
    """
    chosen = metric_of(comparison, metric)
    entries, left_out = most_systems(entries_of(chosen), systems)
    segments = Segments(comparison, chosen, [entry.name for entry in entries])
    lengths, unit = segments.lengths()
    records: list[dict[str, Any]] = []
    strip: list[dict[str, Any]] = []
    for low, high, inside in length_bins(lengths):
        bucket = f"{low:g}" if low == high else f"{low:g}–{high:g}"
        strip.append({"x": bucket, "count": len(inside), "text": f"{len(inside):,}"})
        scores = segments.corpus_scores(inside)
        records += [
            {"x": bucket, "system": entry.label, "value": value, "low": ends[0], "high": ends[1]}
            for entry, (value, ends) in zip(entries, scores, strict=True)
        ]
    order = [str(record["x"]) for record in strip]
    level = in_percent(comparison.settings)
    title = f"{chosen.metric} by reference length, {level} intervals{left_out}"
    note = "corpus scores of the segments in each bucket"
    lines = lines_of_systems(records, [entry.label for entry in entries], order, chosen.metric)
    upper = add_title(lines, title, note, WIDTH, HEIGHT)
    lower = _strip(strip, order, f"reference length in {unit}")
    description = "; ".join(
        f"{record['system']}, {record['x']}: {record['value']:.2f}" for record in records
    )
    return add_footer([upper, lower], str(chosen.signature), f"{title}: {description}")


def _two(
    comparison: Comparison, metric: str | int | None, pair: Iterable[str] | None
) -> tuple[MetricComparison, Entry, Entry]:
    chosen = metric_of(comparison, metric)
    first, second = pair_of(entries_of(chosen), pair)
    return chosen, first, second


def _ahead(above: int, below: int, same: int, first: Entry, second: Entry) -> list[str]:
    """Return text lines with the number of segments in which each system is better.

    The second system has the higher score in `above` segments and the lower score in `below`
    segments. The scores are equal in `same` segments.
    """
    if not first.score.higher_is_better:
        above, below = below, above
    return [
        f"{second.label} is better in {above:,},",
        f"{first.label} in {below:,},",
        f"equal in {same:,}",
    ]


def _cells(
    records: list[dict[str, Any]], first: Entry, second: Entry, domain: list[float]
) -> alt.Chart:
    import altair as alt

    max_count = max(2, *(record["count"] for record in records))
    scale = alt.Scale(type="log", domain=[1, max_count], range=["#BFDAF2", "#0B2F52"])
    legend = alt.Legend(title="segments", tickCount=4, format=",d")
    cells: alt.Chart = (
        data_of(records)
        .mark_rect()
        .encode(
            x=_square_axis("first:Q", first.label, domain),
            x2="first_end:Q",
            y=_square_axis("second:Q", second.label, domain, upwards=True),
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


def _square_axis(field: str, title: str, domain: list[float], *, upwards: bool = False) -> Any:
    import altair as alt

    kind = alt.Y if upwards else alt.X
    axis = alt.Axis(title=title, grid=False, tickCount=5, domainColor=FAINT, tickColor=FAINT)
    return kind(field, axis=axis, scale=alt.Scale(domain=domain, nice=False))


def _strip(records: list[dict[str, Any]], order: list[str], title: str) -> alt.LayerChart:
    import altair as alt

    axis = alt.Axis(title=title, labelAngle=0, ticks=False, domainColor=FAINT)
    base = data_of(records).encode(
        x=alt.X("x:N", sort=order, axis=axis, scale=alt.Scale(padding=0.3))
    )
    bars = base.mark_bar(color=GREY, width={"band": 0.8}).encode(
        y=alt.Y("count:Q", axis=None, scale=alt.Scale(zero=True))
    )
    texts = base.mark_text(dy=-6, fontSize=10, color=INK).encode(y="count:Q", text="text:N")
    return add_title(alt.LayerChart(layer=[bars, texts]), "segments", "", WIDTH, 50)


# Binning: a chart contains counts, because its file must not contain the values of single segments


SIDE_STEPS = 15
"""Maximum number of histogram bins on each side of zero."""
CELLS = 30
"""Number of cells of the density chart along each axis."""
MAX_BUCKETS = 8
"""Maximum number of buckets of reference lengths."""
MIN_SEGMENTS = 5
"""Minimum mean number of segments per length bucket. Corpus scores of fewer segments are too
noisy."""


def round_step(width: float) -> float:
    """Round up to a number that is 1, 2, 2.5 or 5 times a power of ten.

    >>> round_step(3.1), round_step(0.012), round_step(10)
    (5.0, 0.02, 10.0)
    """
    power = 10.0 ** floor(log10(width))
    share = width / power
    return float(next(step for step in (1, 2, 2.5, 5, 10) if share <= step * (1 + 1e-9)) * power)


def difference_bins(values: Values) -> tuple[list[dict[str, Any]], int]:
    """Return the histogram bins of score differences, and the number of differences that are 0.

    No bin extends across zero. A difference on the edge between two bins is counted in the bin
    farther from zero.
    """
    import numpy as np

    apart = values[values != 0]
    if not len(apart):
        return [], len(values)
    step = round_step(float(np.abs(apart).max()) / SIDE_STEPS)
    places = np.where(apart > 0, np.floor(apart / step), np.ceil(apart / step) - 1)
    numbers, counts = np.unique(places.astype(int), return_counts=True)
    records = [
        {
            "start": number * step,
            "end": (number + 1) * step,
            "count": int(n_values),
            "floor": 0,
            "side": "first" if number < 0 else "second",
        }
        for number, n_values in zip(numbers.tolist(), counts.tolist(), strict=True)
    ]
    return records, len(values) - len(apart)


def density_bins(first: Values, second: Values, low: float, high: float) -> list[dict[str, Any]]:
    """Return the non-empty cells of a square grid over the scores of two systems.

    Both axes of the grid extend from `low` to `high`. All scores must be in this range. Each cell
    has its edges and the number of its segments.
    """
    import numpy as np

    edges = np.linspace(low, high, CELLS + 1)
    table, _, _ = np.histogram2d(first, second, bins=[edges, edges])
    return [
        {
            "first": float(edges[x]),
            "first_end": float(edges[x + 1]),
            "second": float(edges[y]),
            "second_end": float(edges[y + 1]),
            "count": int(table[x, y]),
        }
        for x, y in np.argwhere(table > 0).tolist()
    ]


def length_bins(lengths: Values) -> list[tuple[float, float, list[int]]]:
    """Group segments of similar lengths into buckets of roughly equal size.

    Each item of the result has the shortest length, the longest length and the segment indices of a
    bucket. Segments of equal length are in the same bucket.
    """
    import numpy as np

    n_buckets = max(1, min(MAX_BUCKETS, len(lengths) // MIN_SEGMENTS))
    cuts = np.quantile(lengths, np.arange(1, n_buckets) / n_buckets)
    places = np.searchsorted(np.unique(cuts), lengths, side="left")
    buckets = []
    for number in np.unique(places).tolist():
        chosen = np.flatnonzero(places == number)
        inside = lengths[chosen]
        buckets.append((float(inside.min()), float(inside.max()), chosen.tolist()))
    return buckets
