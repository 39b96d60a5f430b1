"""Pictures of scores: precision by order, and the course of a training run."""

from __future__ import annotations

import re

from truebleu.charts.entries import entries_of, shown
from truebleu.charts.style import (
    BLUE,
    INK,
    data_of,
    footed,
    headed,
    lines_of_systems,
    most_systems,
    value_axis,
)
from truebleu.comparison import Comparison
from truebleu.errors import ConfigurationError
from truebleu.views.chart_records import in_percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import altair as alt

    from truebleu.charts.entries import Entry
    from truebleu.scores import Score

__all__ = ["checkpoints", "precisions"]

WIDTH, HEIGHT = 420, 240


def precisions(
    value: Any, *, metric: str | int | None = None, systems: Iterable[str] | None = None
) -> alt.VConcatChart:
    """The precision of each order, of one score or of several."""
    entries, left_out = most_systems(entries_of(value, metric), systems)
    records: list[dict[str, Any]] = []
    for entry in entries:
        found = getattr(entry.score, "precisions", None)
        if not found:
            raise ConfigurationError(
                f"{entry.score.metric} has no precisions by order: draw this picture of BLEU or "
                "chrF"
            )
        records += [
            {"x": order, "system": entry.label, "value": part}
            for order, part in zip(_orders(entry.score), found, strict=True)
        ]
    order = list(dict.fromkeys(record["x"] for record in records))
    labels = [entry.label for entry in entries]
    axis = "precision" if entries[0].score.scale == 1 else "precision in %"
    panel = lines_of_systems(records, labels, order, axis)
    if len(entries) == 1:
        panel = panel + _numbers(records, order)
    title = f"{entries[0].score.metric}: precision by order{left_out}"
    note = "as the score takes it, smoothed where it had to be"
    said = "; ".join(f"{one['system']}, {one['x']}: {one['value']:.2f}" for one in records)
    words = str(entries[0].score.signature)
    return footed([headed(panel, title, note, WIDTH, HEIGHT)], words, f"{title}: {said}")


def checkpoints(
    value: Any, *, metric: str | int | None = None, steps: Sequence[float] | None = None
) -> alt.VConcatChart:
    """Scores in the course of a training run, with intervals where there are any.

    `steps` are where the scores stand; the numbers in their names when None, if each has one.
    """
    import altair as alt

    entries = entries_of(value, metric)
    found, axis = _steps_of(entries, steps)
    whole = all(step.is_integer() for step in found)
    x = value_axis("step:Q", zero=False, title=axis, whole=whole)
    pairs = sorted(zip(found, entries, strict=True), key=lambda both: both[0])
    records = [_record(step, entry) for step, entry in pairs]
    score = entries[0].score
    layers = _course(records, x, score)
    level = f", {in_percent(value.settings)} intervals" if isinstance(value, Comparison) else ""
    title = f"{score.metric} of {len(entries)} checkpoints{level}"
    order = "higher" if score.higher_is_better else "lower"
    panel = headed(alt.LayerChart(layer=layers), title, f"{order} is better", WIDTH, HEIGHT)
    said = "; ".join(f"{one['name']}: {shown(one['value'], score)}" for one in records)
    return footed([panel], str(score.signature), f"{title}: {said}")


# Their parts


def _orders(score: Score) -> list[str]:
    words = getattr(score, "word_order", None)
    count = len(getattr(score, "precisions"))  # noqa: B009  which scores have
    if words is None:
        return [f"{order}-gram" for order in range(1, count + 1)]
    characters = [f"char {order}" for order in range(1, count - words + 1)]
    return characters + [f"word {order}" for order in range(1, words + 1)]


def _numbers(records: list[dict[str, Any]], order: list[str]) -> alt.Chart:
    import altair as alt

    texts = [{**record, "text": f"{record['value']:.1f}"} for record in records]
    drawn: alt.Chart = (
        data_of(texts)
        .mark_text(dy=-12, fontSize=10, color=INK)
        .encode(x=alt.X("x:N", sort=order), y="value:Q", text="text:N")
    )
    return drawn


def _record(step: float, entry: Entry) -> dict[str, Any]:
    record: dict[str, Any] = {"step": step, "value": entry.value, "name": entry.label}
    if entry.interval is not None:
        record |= {"low": entry.interval[0], "high": entry.interval[1]}
    return record


def _course(records: list[dict[str, Any]], x: alt.X, score: Score) -> list[alt.Chart]:
    """A line through the scores over the band of their intervals; the best one is marked."""
    import altair as alt

    axis = alt.Axis(
        title=score.metric, grid=True, gridColor="#EEEEEE", tickCount=5, domain=False, ticks=False
    )
    y = alt.Y("value:Q", axis=axis, scale=alt.Scale(zero=False, padding=14))
    base = data_of(records).encode(x=x, tooltip=[alt.Tooltip(f"{name}:N") for name in records[0]])
    layers = []
    if all("low" in record for record in records):
        band = base.mark_area(color="#BFDAF2", opacity=1)
        layers.append(band.encode(y=alt.Y("low:Q", axis=axis), y2="high:Q"))
    layers.append(base.mark_line(color=BLUE, strokeWidth=2).encode(y=y))
    layers.append(base.mark_point(filled=True, opacity=1, size=45, color=BLUE).encode(y=y))
    best = (max if score.higher_is_better else min)(records, key=lambda one: one["value"])
    marked = data_of([{**best, "text": f"best: {shown(best['value'], score)}"}]).encode(x=x, y=y)
    layers.append(marked.mark_point(size=160, color=INK, strokeWidth=1.5))
    layers.append(marked.mark_text(dy=-15, fontSize=10, color=INK).encode(text="text:N"))
    return layers


def _steps_of(entries: Sequence[Entry], given: Sequence[float] | None) -> tuple[list[float], str]:
    """Where each score stands, and what the axis is called."""
    if given is not None:
        steps = [float(step) for step in given]
        if len(steps) != len(entries):
            raise ConfigurationError(
                f"{len(entries)} scores, but {len(steps)} steps: give each one"
            )
        return steps, "step"
    numbers = [re.findall(r"\d+", entry.name) for entry in entries]
    same = {len(each) for each in numbers}
    if len(same) == 1 and same != {0}:
        columns = [[int(text) for text in column] for column in zip(*numbers, strict=True)]
        telling = [column for column in columns if len(set(column)) == len(column)]
        if telling:
            return [float(step) for step in telling[-1]], "checkpoint"
    return [float(place) for place in range(1, len(entries) + 1)], "checkpoint, in order"
