"""Measured figures, and their tables in `benchmarks/RESULTS.md` and the README."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.texts import ROOT

RESULTS = ROOT / "benchmarks" / "RESULTS.md"
README = ROOT / "README.md"
HEAD = """# Benchmark results

Written by `make bench`; do not edit. Every ratio compares two times from the same run. A time is
the shortest of several, in processor time, on one core unless stated otherwise. The number of runs
follows the time: "of 40" means the shortest of 40. Calls are repeated for one second in total
(those of other tools: three seconds), at least three times. Exception: comparing eight systems
takes sacreBLEU minutes, so sacreBLEU runs once and truebleu three times. *Cold*: new `str` objects
for each repetition, and empty caches of the other tool. *Warm*: the same `str` objects as before
(the caches of the other tool are still empty). No hypothesis and no reference occurs twice, except
in files and in the texts for two cores, which must be longer: they repeat the pairs in a new
order."""
MARKED = re.compile(r"(<!-- speed -->\n).*?(<!-- end of speed -->)", re.DOTALL)


@dataclass(frozen=True)
class Figure:
    """One measured figure and its target."""

    section: str
    label: str
    value: float
    unit: str = "x"
    target: float | None = None
    goal: float | None = None
    lower_is_better: bool = False
    detail: str = ""
    yardstick: str = ""  # ratio to a prototype's time; "-" if not measured; empty: no prototype
    headline: str = ""  # label in the README's table of speedups over sacreBLEU; empty: not in it

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None if there is no target."""
        if self.target is None:
            return None
        return self.value <= self.target if self.lower_is_better else self.value >= self.target

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


class MinTime(float):
    """Shortest time of several runs, in seconds, with the number of runs."""

    runs: int

    def __new__(cls, seconds: float, runs: int) -> MinTime:  # noqa: PYI034  Self is not in Python 3.10
        time = super().__new__(cls, seconds)
        time.runs = runs
        return time


def ratio(section: str, label: str, ours: float, theirs: float, **options: Any) -> Figure:
    """Return the figure of a speedup: `theirs / ours`, both in seconds."""
    detail = f"{time_with_runs(ours)} against {time_with_runs(theirs)}"
    detail = options.pop("detail", detail)
    return Figure(section, label, theirs / ours, detail=detail, **options)


def time_with_runs(seconds: float) -> str:
    """Return a time as text, with the number of its runs if it is a `MinTime`."""
    text = time_text(seconds)
    if not isinstance(seconds, MinTime):
        return text
    return f"{text} (once)" if seconds.runs == 1 else f"{text} (of {seconds.runs})"


def time_text(seconds: float) -> str:
    """Return a time as text with three significant digits, in s, ms, µs or ns."""
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
    sign = "at most" if figure.lower_is_better else "at least"
    goal = f" (goal {amount(figure.goal, figure.unit)})" if figure.goal is not None else ""
    return f"{sign} {amount(figure.target, figure.unit)}{goal}"


def table(figures: list[Figure]) -> str:
    """Return a Markdown table of figures, with a column "prototype" if any figure has one."""
    has_yardstick = any(figure.yardstick for figure in figures)
    head, rule = (" prototype |", "---|") if has_yardstick else ("", "")
    lines = [f"| what | measured | target | |{head} detail |", f"|---|---:|---|---|{rule}---|"]
    for figure in figures:
        cells = [figure.label, amount(figure.value, figure.unit), target_text(figure)]
        cells += [verdict(figure), *([figure.yardstick] if has_yardstick else []), figure.detail]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def document(figures: list[Figure], facts: dict[str, str], notes: str) -> str:
    """Return the text of RESULTS.md."""
    parts = [
        HEAD,
        "\n".join(["| | |", "|---|---|", *(f"| {key} | {facts[key]} |" for key in facts)]),
    ]
    for section in dict.fromkeys(figure.section for figure in figures):
        in_section = [figure for figure in figures if figure.section == section]
        parts.append(f"## {section}\n\n{table(in_section)}")
    parts.append(notes)
    return "\n\n".join(parts) + "\n"


def headlines(figures: list[Figure], facts: dict[str, str]) -> str:
    """Return the README's table of the figures that have a headline, and its source line."""
    lines = ["| task, one core | sacreBLEU 2.6 | truebleu | speedup |", "|---|---:|---:|---:|"]
    for figure in figures:
        if figure.headline:
            ours, theirs = re.sub(r" \((?:once|of \d+)\)", "", figure.detail).split(" against ")
            speedup = amount(figure.value, figure.unit)
            lines.append(f"| {figure.headline} | {theirs} | {ours} | {speedup} |")
    source = (
        f"Measured on {facts['date']} with WMT texts (processor: {facts['processor']}). "
        "`make bench` repeats the measurements."
    )
    link = "[All results](benchmarks/RESULTS.md), including the speed targets that were missed."
    return "\n".join([*lines, "", f"{source} {link}"]) + "\n"


def write(figures: list[Figure], facts: dict[str, str], notes: str) -> None:
    """Write RESULTS.md and the README's table."""
    RESULTS.write_text(document(figures, facts, notes), encoding="utf-8")
    replace(README, headlines(figures, facts))


def replace(page: Path, content: str) -> None:
    text = page.read_text(encoding="utf-8")
    page.write_text(MARKED.sub(lambda match: match[1] + content + match[2], text), encoding="utf-8")
