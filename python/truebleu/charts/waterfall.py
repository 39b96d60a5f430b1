"""What a score or a difference is made of: steps that add up, each from where the last one ends."""

from __future__ import annotations

from truebleu.charts.entries import Entry, entries_of, pair_of, shown, signed
from truebleu.charts.style import (
    BLUE,
    FAINT,
    INK,
    ORANGE,
    data_of,
    footed,
    headed,
    value_axis,
)
from truebleu.decomposition import breakdown, difference
from truebleu.errors import ConfigurationError
from truebleu.scores import BLEUScore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import altair as alt

    from truebleu.scores import Score

    End = tuple[str, float]

__all__ = ["waterfall"]

WIDTH = 420
STEP = 30  # pixels from one factor to the next
ROOM = 50  # pixels for the number behind the last one
COLOURS = {"gain": BLUE, "loss": ORANGE, "none": FAINT}
MARKS = {"gain": "▲", "loss": "▼", "none": "○"}
NOTE = "points in the proportion of the logarithms: they add up exactly"


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
    return _drawn(ends, points, title, first.score)


def _lost(entry: Entry) -> alt.VConcatChart:
    score = _bleu(entry.score)
    made = breakdown(score)
    points = [(factor.name, -factor.points) for factor in made.factors]
    title = [f"{score.metric}: the {shown(made.lost, score)} points that are lost"]
    return _drawn(
        (("perfect", float(score.scale)), (entry.label, score.value)), points, title, score
    )


def _bleu(score: Score) -> BLEUScore:
    if not isinstance(score, BLEUScore):
        raise ConfigurationError(
            f"a waterfall takes BLEU apart, and this is {score.metric}: draw it of BLEU"
        )
    return score


def _drawn(
    ends: tuple[End, End], points: Sequence[End], title: list[str], score: Score
) -> alt.VConcatChart:
    """The steps between two numbers, below each other."""
    import altair as alt

    order = [ends[0][0], *(name for name, _ in points), ends[1][0]]
    axis = alt.Axis(
        title=None, ticks=False, domain=False, grid=True, gridColor="#EEEEEE", labelLimit=330,
        labelPadding=8,
    )  # fmt: skip
    y = alt.Y("factor:N", sort=order, axis=axis)
    layers = [*_bars(_records(ends[0][1], points, score), y, score.metric), *_ends(ends, y, score)]
    panel = headed(alt.LayerChart(layer=layers), title, NOTE, WIDTH, STEP * len(order))
    said = "; ".join(f"{name} {signed(part, score)}" for name, part in points)
    return footed([panel], str(score.signature), f"{' '.join(title)}: {said}")


def _records(start: float, points: Sequence[End], score: Score) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = []
    at = start
    for name, part in points:
        side = "gain" if part > 0 else "loss" if part < 0 else "none"
        text = f"{MARKS[side]} {signed(part, score)}"
        step = {"factor": name, "start": at, "end": at + part, "at": max(at, at + part)}
        records.append({**step, "points": part, "side": side, "text": text})
        at += part
    return records


def _bars(records: list[dict[str, Any]], y: alt.Y, title: str) -> list[alt.Chart]:
    import altair as alt

    scale = alt.Scale(domain=list(COLOURS), range=list(COLOURS.values()))
    base = data_of(records).encode(
        y=y, tooltip=[alt.Tooltip(f"{name}:N") for name in ("factor", "points")]
    )
    bars = base.mark_bar(height={"band": 0.55}).encode(
        x=value_axis("start:Q", zero=False, title=title, room=ROOM),
        x2="end:Q",
        color=alt.Color("side:N", legend=None, scale=scale),
    )
    numbers = base.mark_text(align="left", dx=6, fontSize=10, color=INK)
    return [bars, numbers.encode(x=value_axis("at:Q", zero=False), text="text:N")]


def _ends(ends: tuple[End, End], y: alt.Y, score: Score) -> list[alt.Chart]:
    """The two scores: points, for bars would begin at zero."""
    records = [{"factor": name, "at": at, "text": shown(at, score)} for name, at in ends]
    base = data_of(records).encode(x=value_axis("at:Q", zero=False), y=y)
    point = base.mark_point(filled=True, opacity=1, size=70, shape="diamond", color=INK)
    number = base.mark_text(align="left", dx=8, fontSize=10, fontWeight="bold", color=INK)
    return [point, number.encode(text="text:N")]
