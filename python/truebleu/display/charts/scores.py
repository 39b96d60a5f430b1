"""Charts of scores: precision by n-gram order, scores of checkpoints, and waterfall charts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.display.charts.entries import Entry, entries_of, pair_of, shown, signed
from truebleu.display.charts.style import (
    BLUE,
    FAINT,
    INK,
    ORANGE,
    data_of,
    figure,
    lines_of_systems,
    most_systems,
    value_axis,
)
from truebleu.display.numbers import in_percent
from truebleu.errors import ConfigurationError, inspected
from truebleu.inputs.arguments import as_number
from truebleu.inputs.sequences import as_list
from truebleu.metrics.base.score import Score
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.chrf import CHRFScore
from truebleu.metrics.decomposition import breakdown, difference
from truebleu.significance.results import Comparison
from truebleu.wording import count

End = tuple[str, float]

if TYPE_CHECKING:
    import altair as alt


WIDTH, HEIGHT = 420, 240


def precisions(
    value: Any, *, metric: str | int | None = None, systems: Iterable[str] | None = None
) -> alt.VConcatChart:
    """Draw the precision of each n-gram order as a line chart, with one line per score.

    `value` is a comparison, a BLEU or chrF score, or a mapping of names to scores. `systems` are
    the names of the systems to draw. None draws the first six systems.
    """
    entries, left_out = most_systems(entries_of(value, metric), systems)
    records: list[dict[str, Any]] = []
    for entry in entries:
        score = entry.score
        if not isinstance(score, (BLEUScore, CHRFScore)):
            raise ConfigurationError(
                f"chart 'precisions' requires BLEU or chrF, got {entry.score.metric}."
            )
        records += [
            {"x": order, "system": entry.label, "value": part}
            for order, part in zip(_orders(score), score.precisions, strict=True)
        ]
    order = list(dict.fromkeys(record["x"] for record in records))
    labels = [entry.label for entry in entries]
    axis = "precision" if entries[0].score.scale == 1 else "precision in %"
    panel = lines_of_systems(records, labels, order, axis)
    if len(entries) == 1:
        panel = panel + _numbers(records, order)
    title = f"{entries[0].score.metric}: precision by order{left_out}"
    note = "as used in the score, after smoothing"
    description = "; ".join(
        f"{record['system']}, {record['x']}: {record['value']:.2f}" for record in records
    )
    signature = entries[0].score.signature
    return figure(panel, title, note, signature, description, width=WIDTH, height=HEIGHT)


def checkpoints(
    value: Any, *, metric: str | int | None = None, steps: Sequence[float] | None = None
) -> alt.VConcatChart:
    """Draw the scores of a training run's checkpoints as a line.

    `value` is a comparison, or a mapping of checkpoint names to scores. For a comparison,
    confidence intervals are drawn. `steps` are the positions of the scores on the horizontal axis.
    If `steps` is None, numbers in the names are used. If these numbers are not distinct, scores are
    numbered from 1.
    """
    import altair as alt

    entries = entries_of(value, metric)
    values, axis = _steps_of(entries, steps)
    integers = all(step.is_integer() for step in values)
    x = value_axis("step:Q", zero=False, title=axis, integers=integers)
    pairs = sorted(zip(values, entries, strict=True), key=lambda both: both[0])
    records = [_record(step, entry) for step, entry in pairs]
    score = entries[0].score
    layers = _course(records, x, score)
    level = f", {in_percent(value.settings)} intervals" if isinstance(value, Comparison) else ""
    title = f"{score.metric} of {count(len(entries), 'checkpoint')}{level}"
    note = f"{'higher' if score.higher_is_better else 'lower'} is better"
    description = "; ".join(
        f"{record['name']}: {shown(record['value'], score)}" for record in records
    )
    panel = alt.LayerChart(layer=layers)
    return figure(panel, title, note, score.signature, description, width=WIDTH, height=HEIGHT)


# Parts of the charts of precisions and checkpoints


def _orders(score: BLEUScore | CHRFScore) -> list[str]:
    count = len(score.precisions)
    if isinstance(score, BLEUScore):
        return [f"{order}-gram" for order in range(1, count + 1)]
    words = score.word_order
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
    best = (max if score.higher_is_better else min)(records, key=lambda record: record["value"])
    marked = data_of([{**best, "text": f"best: {shown(best['value'], score)}"}]).encode(x=x, y=y)
    layers.append(marked.mark_point(size=160, color=INK, strokeWidth=1.5))
    layers.append(marked.mark_text(dy=-15, fontSize=10, color=INK).encode(text="text:N"))
    return layers


def _steps_of(entries: Sequence[Entry], steps: Sequence[float] | None) -> tuple[list[float], str]:
    if steps is not None:
        parsed = [as_number(step) for step in as_list(steps, "steps")]
        values = [number for number in parsed if number is not None]
        if len(values) < len(parsed):
            raise ConfigurationError(
                f"steps={inspected(steps)} is invalid. Pass one finite number per score."
            )
        if len(values) != len(entries):
            raise ConfigurationError(
                f"got {count(len(entries), 'score')} and {count(len(values), 'step')}. "
                "Pass one step per score."
            )
        return values, "step"
    numbers = [re.findall(r"\d+", entry.name) for entry in entries]
    same = {len(found) for found in numbers}
    if len(same) == 1 and same != {0}:
        columns = [[int(text) for text in column] for column in zip(*numbers, strict=True)]
        distinct = [column for column in columns if len(set(column)) == len(column)]
        if distinct:
            return [float(step) for step in distinct[-1]], "checkpoint"
    return [float(i) for i in range(1, len(entries) + 1)], "checkpoint, in order"


# Waterfall charts: a score, or a difference of scores, by factor (brevity penalty and precisions)


STEP = 30  # pixels from one factor to the next
PADDING = 50  # pixels for the number after the last bar
COLORS = {"gain": BLUE, "loss": ORANGE, "none": FAINT}
MARKS = {"gain": "▲", "loss": "▼", "none": "○"}
NOTE = "points in proportion to the logarithms of the factors; they add up exactly"


def waterfall(
    value: Any, *, metric: str | int | None = None, pair: Iterable[str] | None = None
) -> alt.VConcatChart:
    """Draw the contributions of the brevity penalty and each n-gram precision to a BLEU score.

    For one score, the bars lead from a perfect score to this score. For several systems, they lead
    from the score of the first system in `pair` to the score of the second system. If `pair` is
    None, the first system and the best of the other systems are drawn. Contributions are in BLEU
    points. Their sum is exactly the difference between the two scores.
    """
    entries = entries_of(value, metric)
    if len(entries) == 1 and pair is None:
        return _lost(entries[0])
    first, second = pair_of(entries, pair)
    split = difference(_bleu(second.score), _bleu(first.score))
    points = [(factor.name, factor.points) for factor in split.factors]
    gap = signed(split.points, first.score)
    title = [f"From {first.label}", f"to {second.label}:", f"{gap} {first.score.metric}"]
    ends = (first.label, first.score.value), (second.label, second.score.value)
    return _drawn(ends, points, title, first.score)


def _lost(entry: Entry) -> alt.VConcatChart:
    score = _bleu(entry.score)
    split = breakdown(score)
    points = [(factor.name, -factor.points) for factor in split.factors]
    title = [f"{score.metric}: {shown(split.lost, score)} points lost"]
    return _drawn(
        (("perfect", float(score.scale)), (entry.label, score.value)), points, title, score
    )


def _bleu(score: Score) -> BLEUScore:
    if not isinstance(score, BLEUScore):
        raise ConfigurationError(f"chart 'waterfall' requires BLEU, got {score.metric}.")
    return score


def _drawn(
    ends: tuple[End, End], points: Sequence[End], title: list[str], score: Score
) -> alt.VConcatChart:
    import altair as alt

    order = [ends[0][0], *(name for name, _ in points), ends[1][0]]
    axis = alt.Axis(
        title=None, ticks=False, domain=False, grid=True, gridColor="#EEEEEE", labelLimit=330,
        labelPadding=8,
    )  # fmt: skip
    y = alt.Y("factor:N", sort=order, axis=axis)
    layers = [*_bars(_records(ends[0][1], points, score), y, score.metric), *_ends(ends, y, score)]
    panel = alt.LayerChart(layer=layers)
    description = "; ".join(f"{name} {signed(part, score)}" for name, part in points)
    height = STEP * len(order)
    return figure(panel, title, NOTE, score.signature, description, width=WIDTH, height=height)


def _records(start: float, points: Sequence[End], score: Score) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = []
    position = start
    for name, part in points:
        side = "gain" if part > 0 else "loss" if part < 0 else "none"
        text = f"{MARKS[side]} {signed(part, score)}"
        step = {
            "factor": name,
            "start": position,
            "end": position + part,
            "at": max(position, position + part),
        }
        records.append({**step, "points": part, "side": side, "text": text})
        position += part
    return records


def _bars(records: list[dict[str, Any]], y: alt.Y, title: str) -> list[alt.Chart]:
    import altair as alt

    scale = alt.Scale(domain=list(COLORS), range=list(COLORS.values()))
    base = data_of(records).encode(
        y=y, tooltip=[alt.Tooltip(f"{name}:N") for name in ("factor", "points")]
    )
    bars = base.mark_bar(height={"band": 0.55}).encode(
        x=value_axis("start:Q", zero=False, title=title, padding=PADDING),
        x2="end:Q",
        color=alt.Color("side:N", legend=None, scale=scale),
    )
    numbers = base.mark_text(align="left", dx=6, fontSize=10, color=INK)
    return [bars, numbers.encode(x=value_axis("at:Q", zero=False), text="text:N")]


def _ends(ends: tuple[End, End], y: alt.Y, score: Score) -> list[alt.Chart]:
    """Draw two scores as dots. Bars would require an axis that starts at zero."""
    records = [{"factor": name, "at": value, "text": shown(value, score)} for name, value in ends]
    base = data_of(records).encode(x=value_axis("at:Q", zero=False), y=y)
    point = base.mark_point(filled=True, opacity=1, size=70, shape="diamond", color=INK)
    number = base.mark_text(align="left", dx=8, fontSize=10, fontWeight="bold", color=INK)
    return [point, number.encode(text="text:N")]
