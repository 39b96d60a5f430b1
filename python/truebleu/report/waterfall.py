"""A difference of two scores as steps: what brevity and each precision add or take."""

from __future__ import annotations

from truebleu.decomposition import difference
from truebleu.report.elements import Html, element
from truebleu.report.figures import Axis, picture
from truebleu.report.numbers import Figures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebleu.decomposition import DifferenceFactor
    from truebleu.findings import SystemScore
    from truebleu.report.data import ReportData

    Step = tuple[str, float, float, str]

__all__ = ["why", "words"]

WIDTH, HEIGHT = 640, 260
TOP, BOTTOM = 26, 34
WIDEST = 64
TELLING = 0.05
"""The share of a difference from which on a sentence names a part of it."""

NAMED = 3


def why(data: ReportData) -> Html | None:
    """Why the second system differs from the first, and in a table all others; None for one."""
    if len(data.systems) < 2:
        return None
    first, second = data.systems[:2]
    figures = Figures(data.metric.scale)
    parts = parts_of(first, second)
    return element(
        "section",
        element("h2", "Where the difference comes from", id="why"),
        element("p", *words(first.name, second.name, parts, figures), class_="words"),
        element("figure", _chart(first, second, parts, figures), class_="waterfall"),
        _table(data.systems, figures),
        class_="why",
        aria_labelledby="why",
    )


def parts_of(first: SystemScore, second: SystemScore) -> tuple[DifferenceFactor, ...]:
    """The points that each factor adds to the second score less the first."""
    return difference(second.score, first.score).factors  # type: ignore[arg-type]  # BLEU alone


def words(
    first: str, second: str, parts: Sequence[DifferenceFactor], figures: Figures
) -> list[str]:
    """The difference in a sentence, as text and elements."""
    gap = sum(part.points for part in parts)
    zero = figures.signed(0.0)
    one, other = (element("bdi", name, class_="name") for name in (first, second))
    if all(figures.signed(part.points + 0.0) in {zero, figures.signed(-0.0)} for part in parts):
        return [other, " and ", one, " have the same score, and so have all parts of it."]
    ranked = sorted(parts, key=lambda part: -abs(part.points))
    telling = [part for part in ranked if abs(part.points) >= TELLING * abs(gap)][: 2 * NAMED]
    won = [_told(part, figures) for part in telling if part.points > 0][:NAMED]
    lost = [_told(part, figures) for part in telling if part.points < 0][:NAMED]
    tails = [f"it wins {_listed(won)}"] if won else []
    tails += [f"it loses {_listed(lost)}"] if lost else []
    if gap < 0:
        tails.reverse()
    head = f" is {figures.score(abs(gap))} {'above' if gap > 0 else 'below'} "
    return [other, head, one, f": {'; '.join(tails)}."]


def _told(part: DifferenceFactor, figures: Figures) -> str:
    what = f"{part.name} precision" if part.order else part.name
    return f"{figures.score(abs(part.points))} by {what}"


def _listed(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


# The picture


def _chart(
    first: SystemScore, second: SystemScore, parts: Sequence[DifferenceFactor], figures: Figures
) -> Html:
    steps = _steps(first, second, parts)
    ends = [
        end for _, low, high, kind in steps for end in ((high,) if kind == "total" else (low, high))
    ]
    room = max((max(ends) - min(ends)) * 0.25, 0.02 * max(1.0, *ends))
    low = max(0.0, min(ends) - room)
    height = HEIGHT - TOP - BOTTOM
    axis = Axis(low, max(ends) + room * 0.4, height, 0)
    drawn = [
        shape
        for place, step in enumerate(steps)
        for shape in _bar(step, place, len(steps), axis, figures)
    ]
    drawn += [_join(step[2], place, len(steps), axis) for place, step in enumerate(steps[:-1])]
    said = f"Steps from {figures.score(first.value)} to {figures.score(second.value)}"
    return picture(WIDTH, HEIGHT, said, *drawn, _floor(), class_="steps")


def _steps(
    first: SystemScore, second: SystemScore, parts: Sequence[DifferenceFactor]
) -> list[Step]:
    """Each bar: its name, where it begins and ends, and what it is."""
    at = first.value
    steps: list[Step] = [(first.name, 0.0, at, "total")]
    for part in parts:
        kind = "plus" if part.points > 0 else "minus" if part.points < 0 else "even"
        steps.append((part.name, at, at + part.points, kind))
        at += part.points
    return [*steps, (second.name, 0.0, second.value, "total")]


def _bar(step: Step, place: int, count: int, axis: Axis, figures: Figures) -> list[Html]:
    name, start, end, kind = step
    room = WIDTH / count
    middle = round((place + 0.5) * room, 2)
    width = min(WIDEST, room * 0.7)
    base = HEIGHT - BOTTOM
    high = round(base - axis.at(max(start, end)), 2)
    low = float(base) if kind == "total" else round(base - axis.at(min(start, end)), 2)
    number = figures.score(end) if kind == "total" else _marked(end - start, figures)
    x = round(middle - width / 2, 2)
    rect = element(
        "rect", x=x, y=high, width=round(width, 2), height=max(1.0, round(low - high, 2)),
        class_=f"step step-{kind}",
    )  # fmt: skip
    return [
        element("g", element("title", f"{name}: {number}"), rect),
        _text(middle, high - 7, number, "step-number"),
        _text(middle, base + 18, _short(name, room), "step-name"),
    ]


def _join(value: float, place: int, count: int, axis: Axis) -> Html:
    """A thin line from the end of a bar to the next one."""
    room = WIDTH / count
    half = min(WIDEST, room * 0.7) / 2
    y = round(HEIGHT - BOTTOM - axis.at(value), 2)
    x1, x2 = (place + 0.5) * room + half, (place + 1.5) * room - half
    return element("line", x1=round(x1, 2), y1=y, x2=round(x2, 2), y2=y, class_="step-join")


def _marked(points: float, figures: Figures) -> str:
    """Points with a sign and a mark that needs no colour."""
    mark = "▲ " if points > 0 else "▼ " if points < 0 else ""
    return f"{mark}{figures.signed(points)}"


def _short(name: str, room: float) -> str:
    most = int(room / 7)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _text(x: float, y: float, text: str, kind: str) -> Html:
    return element("text", text, x=x, y=round(y, 2), class_=kind, text_anchor="middle")


def _floor() -> Html:
    y = HEIGHT - BOTTOM
    return element("line", x1=0, y1=y, x2=WIDTH, y2=y, class_="steps-floor")


# The table


def _table(systems: Sequence[SystemScore], figures: Figures) -> Html:
    """The points of every system's factors, against the first."""
    first, *others = systems
    found = [(other, parts_of(first, other)) for other in others]
    names = list(dict.fromkeys(part.name for _, parts in found for part in parts))
    heads = ["System", *names, "difference"]
    head = element("tr", *(element("th", text, scope="col") for text in heads))
    rows = [_row(other, first, parts, names, figures) for other, parts in found]
    caption = element(
        "caption", "Points that each part adds to the score of ",
        element("bdi", first.name, class_="name"), "; they add up to the difference.",
    )  # fmt: skip
    return element(
        "div",
        element("table", caption, element("thead", head), element("tbody", *rows)),
        class_="table-scroll", tabindex="0", role="region",
        aria_label="The parts of the differences",
    )  # fmt: skip


def _row(
    other: SystemScore,
    first: SystemScore,
    parts: Sequence[DifferenceFactor],
    names: Sequence[str],
    figures: Figures,
) -> Html:
    points = {part.name: part.points for part in parts}
    cells = [points.get(name, 0.0) for name in names]
    return element(
        "tr",
        element("th", element("bdi", other.name, class_="name"), scope="row", class_="text"),
        *(element("td", figures.signed(value + 0.0)) for value in cells),
        element("td", figures.signed(other.value - first.value), class_="score"),
    )
