"""Pictures of scores: precision by order, what a score or a difference is made of, checkpoints."""

from __future__ import annotations

import re

from truebleu.charts.entries import entries_of, pair_of, shown, signed
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
from truebleu.comparison import Comparison
from truebleu.decomposition import breakdown, difference
from truebleu.errors import ConfigurationError
from truebleu.scores import BLEUScore, Score
from truebleu.views.chart_records import percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import altair as alt

    from truebleu.charts.entries import Entry

__all__ = ["checkpoints", "precisions", "waterfall"]

WIDTH, HEIGHT = 420, 240
STEP = 30  # pixels from one factor to the next


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


def waterfall(
    value: Any, *, metric: str | int | None = None, pair: Iterable[str] | None = None
) -> alt.VConcatChart:
    """From one score to another, or from a perfect one: the points of brevity and each order."""
    entries = entries_of(value, metric)
    if len(entries) == 1 and pair is None:
        return _lost(entries[0])
    first, second = pair_of(entries, pair)
    made = difference(_bleu(second.score), _bleu(first.score))
    points = [(factor.name, factor.points) for factor in made.factors]
    gap = signed(made.points, first.score)
    title = [f"From {first.label}", f"to {second.label}:", f"{gap} {first.score.metric}"]
    ends = (first.label, first.score.value), (second.label, second.score.value)
    return _steps(ends, points, title, first.score)


def checkpoints(
    value: Any, *, metric: str | int | None = None, steps: Sequence[float] | None = None
) -> alt.VConcatChart:
    """Scores in the course of a training run, with intervals where there are any.

    `steps` are where the scores stand; the numbers in their names when None, if each has one.
    """
    import altair as alt

    entries = entries_of(value, metric)
    found, axis = _steps_of(entries, steps)
    records: list[dict[str, Any]] = []
    for step, entry in sorted(zip(found, entries, strict=True), key=lambda both: both[0]):
        record: dict[str, Any] = {"step": step, "value": entry.value, "name": entry.label}
        if entry.interval is not None:
            record |= {"low": entry.interval[0], "high": entry.interval[1]}
        records.append(record)
    score = entries[0].score
    best = (max if score.higher_is_better else min)(records, key=lambda one: one["value"])
    upright = alt.Axis(
        title=score.metric, grid=True, gridColor="#EEEEEE", tickCount=5, domain=False, ticks=False
    )
    y = alt.Y("value:Q", axis=upright, scale=alt.Scale(zero=False, padding=14))
    whole = all(step.is_integer() for step in found)
    x = value_axis("step:Q", zero=False, title=axis, whole=whole)
    base = data_of(records).encode(x=x, tooltip=[alt.Tooltip(f"{name}:N") for name in records[0]])
    layers: list[Any] = []
    if all(entry.interval is not None for entry in entries):
        band = base.mark_area(color="#BFDAF2", opacity=1)
        layers.append(band.encode(y=alt.Y("low:Q", axis=upright), y2="high:Q"))
    layers.append(base.mark_line(color=BLUE, strokeWidth=2).encode(y=y))
    layers.append(base.mark_point(filled=True, opacity=1, size=45, color=BLUE).encode(y=y))
    marked = data_of([{**best, "text": f"best: {shown(best['value'], score)}"}]).encode(x=x, y=y)
    layers.append(marked.mark_point(size=160, color=INK, strokeWidth=1.5))
    layers.append(marked.mark_text(dy=-15, fontSize=10, color=INK).encode(text="text:N"))
    level = f", {percent(value.settings)} intervals" if isinstance(value, Comparison) else ""
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


def _bleu(score: Score) -> BLEUScore:
    if not isinstance(score, BLEUScore):
        raise ConfigurationError(
            f"a waterfall takes BLEU apart, and this is {score.metric}: draw it of BLEU"
        )
    return score


def _lost(entry: Entry) -> alt.VConcatChart:
    score = _bleu(entry.score)
    made = breakdown(score)
    points = [(factor.name, -factor.points) for factor in made.factors]
    title = [f"{score.metric}: the {shown(made.lost, score)} points that are lost"]
    ends = ("perfect", float(score.scale)), (entry.label, score.value)
    return _steps(ends, points, title, score)


def _steps(
    ends: tuple[tuple[str, float], tuple[str, float]],
    points: list[tuple[str, float]],
    title: list[str],
    score: Score,
) -> alt.VConcatChart:
    """From one number to another in steps that add up; each begins where the last one ends."""
    import altair as alt

    records: list[dict[str, Any]] = []
    at = ends[0][1]
    for name, part in points:
        side = "gain" if part > 0 else "loss" if part < 0 else "none"
        mark = {"gain": "▲", "loss": "▼", "none": "○"}[side]
        records.append(
            {
                "factor": name,
                "start": at,
                "end": at + part,
                "points": part,
                "side": side,
                "text": f"{mark} {signed(part, score)}",
                "at": max(at, at + part),
            }
        )
        at += part
    order = [ends[0][0], *(name for name, _ in points), ends[1][0]]
    axis = alt.Axis(title=None, ticks=False, domain=False, grid=True, gridColor="#EEEEEE",
                    labelLimit=330, labelPadding=8)  # fmt: skip
    y = alt.Y("factor:N", sort=order, axis=axis)
    colour = alt.Color(
        "side:N",
        legend=None,
        scale=alt.Scale(domain=["gain", "loss", "none"], range=[BLUE, ORANGE, FAINT]),
    )
    base = data_of(records).encode(
        y=y, tooltip=[alt.Tooltip(f"{name}:N") for name in ("factor", "points")]
    )
    x = value_axis("start:Q", zero=False, title=score.metric, room=50)
    bars = base.mark_bar(height={"band": 0.55}).encode(x=x, x2="end:Q", color=colour)
    texts = base.mark_text(align="left", dx=6, fontSize=10, color=INK).encode(
        x=value_axis("at:Q", zero=False), text="text:N"
    )
    whole = data_of([{"factor": name, "at": at, "text": shown(at, score)} for name, at in ends])
    whole = whole.encode(x=value_axis("at:Q", zero=False), y=y)
    point = whole.mark_point(filled=True, opacity=1, size=70, shape="diamond", color=INK)
    number = whole.mark_text(align="left", dx=8, fontSize=10, fontWeight="bold", color=INK)
    panel = alt.LayerChart(layer=[bars, texts, point, number.encode(text="text:N")])
    note = "points in the proportion of the logarithms: they add up exactly"
    said = "; ".join(f"{name} {signed(part, score)}" for name, part in points)
    headed_panel = headed(panel, title, note, WIDTH, STEP * len(order))
    return footed([headed_panel], str(score.signature), f"{' '.join(title)}: {said}")


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
