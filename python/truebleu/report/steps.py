"""The picture of a difference: bars that step from one score to the other."""

from __future__ import annotations

from itertools import pairwise

from truebleu.report.elements import Html, element
from truebleu.report.figures import Axis, picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebleu.decomposition import DifferenceFactor
    from truebleu.findings import SystemScore
    from truebleu.report.numbers import Figures

__all__ = ["steps_chart"]

WIDTH, HEIGHT = 760, 260
TOP, BOTTOM = 26, 34
WIDEST = 64
END_ROOM = 150
"""Pixels for each of the two scores, whose names are longer than those of their parts."""

LETTER = 7
"""Pixels of a letter, about."""


class _Step:
    """A bar from one value to another, around `middle` in a column of `room` pixels."""

    def __init__(
        self, name: str, start: float, end: float, kind: str, middle: float, room: float
    ) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.kind = kind
        self.middle = middle
        self.half = min(WIDEST, room * 0.7) / 2
        self.letters = int(room / LETTER)


def steps_chart(
    first: SystemScore,
    second: SystemScore,
    parts: Sequence[DifferenceFactor],
    figures: Figures,
) -> Html:
    """The first score, what each part adds or takes, the second score."""
    steps = _steps(first, second, parts)
    axis = _axis(steps)
    drawn = [shape for step in steps for shape in _bar(step, axis, figures)]
    drawn += [_join(one, other, axis) for one, other in pairwise(steps)]
    base = HEIGHT - BOTTOM
    drawn.append(element("line", x1=0, y1=base, x2=WIDTH, y2=base, class_="ov-steps-floor"))
    said = f"Steps from {figures.score(first.value)} to {figures.score(second.value)}"
    return picture(WIDTH, HEIGHT, said, *drawn, class_="ov-steps")


def _steps(
    first: SystemScore, second: SystemScore, parts: Sequence[DifferenceFactor]
) -> list[_Step]:
    """The bars, each beginning where the one before it ends."""
    at = first.value
    room = (WIDTH - 2 * END_ROOM) / len(parts)
    half = END_ROOM / 2
    steps = [_Step(first.name, 0.0, at, "total", half, END_ROOM)]
    for place, part in enumerate(parts):
        kind = "plus" if part.points > 0 else "minus" if part.points < 0 else "even"
        middle = END_ROOM + (place + 0.5) * room
        steps.append(_Step(part.name, at, at + part.points, kind, middle, room))
        at += part.points
    return [*steps, _Step(second.name, 0.0, second.value, "total", WIDTH - half, END_ROOM)]


def _axis(steps: Sequence[_Step]) -> Axis:
    """From below the lowest step to above the highest: the bars of the scores are cut there."""
    ends = [step.end for step in steps]
    room = max((max(ends) - min(ends)) * 0.25, 0.02 * max(1.0, *ends))
    return Axis(max(0.0, min(ends) - room), max(ends) + room * 0.4, HEIGHT - TOP - BOTTOM, 0)


def _height(axis: Axis, value: float) -> float:
    return round(HEIGHT - BOTTOM - axis.at(value), 2)


def _bar(step: _Step, axis: Axis, figures: Figures) -> list[Html]:
    total = step.kind == "total"
    base = HEIGHT - BOTTOM
    top = _height(axis, max(step.start, step.end))
    low = base if total else _height(axis, min(step.start, step.end))
    number = figures.score(step.end) if total else _marked(step.end - step.start, figures)
    rect = element(
        "rect", x=round(step.middle - step.half, 2), y=top, width=round(2 * step.half, 2),
        height=max(1.0, round(low - top, 2)), class_=f"ov-step-{step.kind}",
    )  # fmt: skip
    return [
        element("g", element("title", f"{step.name}: {number}"), rect),
        _text(step.middle, top - 7, number, "ov-step-number"),
        _text(step.middle, base + 18, _short(step.name, step.letters), "ov-step-name"),
    ]


def _join(step: _Step, following: _Step, axis: Axis) -> Html:
    """A thin line from the end of a bar to the next one."""
    y = _height(axis, step.end)
    x1, x2 = step.middle + step.half, following.middle - following.half
    return element("line", x1=round(x1, 2), y1=y, x2=round(x2, 2), y2=y, class_="ov-step-join")


def _marked(points: float, figures: Figures) -> str:
    """Points with a sign and a mark that needs no colour."""
    mark = "▲ " if points > 0 else "▼ " if points < 0 else ""
    return f"{mark}{figures.signed(points)}"


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _text(x: float, y: float, text: str, kind: str) -> Html:
    return element("text", text, x=round(x, 2), y=round(y, 2), class_=kind, text_anchor="middle")
