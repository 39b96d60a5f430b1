"""What a figure is, and how figures become `benchmarks/RESULTS.md` and the README's table."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.texts import ROOT

RESULTS = ROOT / "benchmarks" / "RESULTS.md"
README = ROOT / "README.md"
HEAD = """# Measured

Written by `make bench`; do not edit. Every ratio is of two times taken in the same run, each the
least of several, in processor time, on one core unless said otherwise. How often each side was run
stands behind its time: "of 40" is the least of 40. Calls are repeated until they took a second in
all (those of other programs: three seconds), and at least three times. The exception is eight
systems compared, which takes sacreBLEU minutes: there it is run once, truebleu three times. *Cold*:
new `str` objects for each repetition, the peer's caches empty. *Warm*: the same `str` objects again
(the peer's caches are empty still). No hypothesis and no reference occurs twice, but in the files
and for two cores, where the text must be longer: there no pair does."""
MARKED = re.compile(r"(<!-- speed -->\n).*?(<!-- end of speed -->)", re.DOTALL)


@dataclass(frozen=True)
class Figure:
    """One measured figure beside its target."""

    section: str
    what: str
    value: float
    unit: str = "x"
    target: float | None = None
    goal: float | None = None
    less_is_better: bool = False
    detail: str = ""
    yardstick: str = ""  # the ratio to a prototype's time, "-" if unknown; empty: there is none
    headline: str = ""  # the task in the README's table, a ratio to sacreBLEU; empty: not in it

    @property
    def met(self) -> bool | None:
        """Tell whether the target is reached; None where there is none."""
        if self.target is None:
            return None
        return self.value <= self.target if self.less_is_better else self.value >= self.target

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


class Least(float):
    """A time in seconds that is the least of some runs."""

    runs: int

    def __new__(cls, seconds: float, runs: int) -> Least:  # noqa: PYI034  Self is not in Python 3.10
        made = super().__new__(cls, seconds)
        made.runs = runs
        return made


def ratio(section: str, what: str, ours: float, theirs: float, **rest: Any) -> Figure:
    """Make a figure of two times in seconds: how many times faster the first is."""
    detail = f"{told(ours)} against {told(theirs)}"
    return Figure(section, what, theirs / ours, detail=rest.pop("detail", detail), **rest)


def told(seconds: float) -> str:
    """Write a time and, where it is known, of how many runs it is the least."""
    text = time_text(seconds)
    if not isinstance(seconds, Least):
        return text
    return f"{text} (once)" if seconds.runs == 1 else f"{text} (of {seconds.runs})"


def time_text(seconds: float) -> str:
    """Write a time with three digits and a unit that suits it."""
    for factor, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")):
        if seconds >= factor:
            return f"{seconds / factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def amount(value: float, unit: str) -> str:
    digits = f"{value:.0f}" if value >= 100 else f"{value:.3g}"
    return f"{digits}x" if unit == "x" else f"{digits} {unit}"


def verdict(figure: Figure) -> str:
    if figure.met is None:
        return ""
    return "met" if figure.met else "**not met**"


def target_text(figure: Figure) -> str:
    if figure.target is None:
        return ""
    sign = "at most" if figure.less_is_better else "at least"
    goal = f" (goal {amount(figure.goal, figure.unit)})" if figure.goal is not None else ""
    return f"{sign} {amount(figure.target, figure.unit)}{goal}"


def table(figures: list[Figure]) -> str:
    """Write a table, with a column for the prototypes where any figure has one."""
    has_yardstick = any(figure.yardstick for figure in figures)
    head, rule = (" prototype |", "---|") if has_yardstick else ("", "")
    lines = [f"| what | measured | target | |{head} detail |", f"|---|---:|---|---|{rule}---|"]
    for figure in figures:
        cells = [figure.what, amount(figure.value, figure.unit), target_text(figure)]
        cells += [verdict(figure), *([figure.yardstick] if has_yardstick else []), figure.detail]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def document(figures: list[Figure], facts: dict[str, str], notes: str) -> str:
    """Write the whole of RESULTS.md."""
    parts = [
        HEAD,
        "\n".join(["| | |", "|---|---|", *(f"| {key} | {facts[key]} |" for key in facts)]),
    ]
    for section in dict.fromkeys(figure.section for figure in figures):
        chosen = [figure for figure in figures if figure.section == section]
        parts.append(f"## {section}\n\n{table(chosen)}")
    parts.append(notes)
    return "\n\n".join(parts) + "\n"


def headlines(figures: list[Figure], facts: dict[str, str]) -> str:
    """Write the README's table: the figures that have a headline, and where they come from."""
    lines = ["| task, one core | sacreBLEU 2.6 | truebleu | speedup |", "|---|---:|---:|---:|"]
    for figure in figures:
        if figure.headline:
            ours, theirs = re.sub(r" \((?:once|of \d+)\)", "", figure.detail).split(" against ")
            speedup = amount(figure.value, figure.unit)
            lines.append(f"| {figure.headline} | {theirs} | {ours} | {speedup} |")
    source = f"{facts['processor']}, WMT text, {facts['date']}; `make bench` repeats it."
    link = "[All results](benchmarks/RESULTS.md), including the speed targets that were missed."
    return "\n".join([*lines, "", f"{source} {link}"]) + "\n"


def write(figures: list[Figure], facts: dict[str, str], notes: str) -> None:
    """Write RESULTS.md, and the table in the README."""
    RESULTS.write_text(document(figures, facts, notes), encoding="utf-8")
    replace(README, headlines(figures, facts))


def replace(page: Path, content: str) -> None:
    text = page.read_text(encoding="utf-8")
    page.write_text(MARKED.sub(lambda match: match[1] + content + match[2], text), encoding="utf-8")
