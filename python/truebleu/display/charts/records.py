"""What the pictures of a comparison show: records, one for each mark, and their words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from truebleu.display.numbers import finding, level, p_brief
from truebleu.metrics.base.score import places_of, printed
from truebleu.metrics.base.signature import Signature
from truebleu.significance.results import MetricComparison, Pair

# Lighter to darker as p falls; black on each has a contrast above 6, also printed in grey.
BLUES = ("#FFFFFF", "#BFDAF2", "#8FBCE6", "#5E9BD6")
# Of a histogram, what lies inside the interval and what does not: apart in lightness, too.
INSIDE, OUTSIDE = "#005A8E", "#9CC4E8"
LONGEST_NAME = 40
LINE = 120  # characters of a signature on a line


def system_records(metric: MetricComparison, settings: Signature) -> list[dict[str, Any]]:
    """Give a record for each system: its score and its difference to the baseline, the first."""
    places = _places(metric)
    pairs = {pair.second: pair for pair in metric.against_baseline()}
    sign = 1 if metric.systems[0].score.higher_is_better else -1
    records = []
    for label, system in zip(labels(metric), metric.systems, strict=True):
        record = {
            "system": label,
            "name": _printable(system.name),
            "score": system.value,
            "low": system.interval[0],
            "high": system.interval[1],
            "text": printed(system.value, system.score),
        }
        if pair := pairs.get(system.name):
            record |= {
                "difference": pair.difference,
                "difference_low": pair.interval[0],
                "difference_high": pair.interval[1],
                "difference_text": f"{pair.difference:+.{places}f}".replace("-", "−"),
                "p": pair.p_adjusted,
                "finding": finding(sign * pair.difference, pair.p_adjusted, settings),
            }
        records.append(record)
    return records


def _places(metric: MetricComparison) -> int:
    return places_of(metric.systems[0].score.scale)


def cell_records(metric: MetricComparison, settings: Signature) -> list[dict[str, Any]]:
    """Give a record for each cell of the matrix of p-values."""
    sign = 1 if metric.systems[0].score.higher_is_better else -1
    named = labels(metric)
    numbers = range(len(named))
    marks = {"better": "▲", "worse": "▼", "open": ""}
    records = []
    for row, values in enumerate(metric.p_matrix()):
        for column in numbers:
            p = values[column]
            ahead = metric.systems[row].value - metric.systems[column].value
            found = "self" if row == column else finding(sign * ahead, p, settings)
            records.append(
                {
                    "system": named[row],
                    "row": _printable(metric.systems[row].name),
                    "column": _printable(metric.systems[column].name),
                    "number": f"({column + 1})",
                    "p": p,
                    "text": "–" if row == column else p_brief(p, level(settings)),
                    "mark": marks.get(found, ""),
                    "colour": BLUES[0] if row == column else _shade(p, level(settings)),
                }
            )
    return records


def distribution_records(metric: MetricComparison) -> list[dict[str, Any]]:
    """Give a record for each mark of the histograms of the differences to the baseline.

    `kind` is "step" for a bar, "zero" and "difference" for the lines; `strip` is what stands over
    the histogram that it belongs to, in two lines.
    """
    places = _places(metric)
    records: list[dict[str, Any]] = []
    for label, pair in zip(labels(metric)[1:], metric.against_baseline(), strict=True):
        numbers = [pair.difference, *pair.interval]
        said, low, high = (f"{number:+.{places}f}".replace("-", "−") for number in numbers)
        strip = {"strip": f"{label}\n{said}, from {low} to {high}"}
        records += [{**strip, "kind": "step", **step} for step in _steps(pair)]
        records.append({**strip, "kind": "zero", "start": 0})
        records.append({**strip, "kind": "difference", "start": pair.difference})
    return records


def _steps(pair: Pair) -> list[dict[str, Any]]:
    """The bars of a histogram; one that the interval cuts becomes two."""
    low, high = pair.interval
    records = []
    for start, end, count in pair.histogram.steps():
        cuts = [start, *(cut for cut in (low, high) if start < cut < end), end]
        records += [
            {
                "start": left,
                "end": right,
                "count": count,
                "floor": 0,
                "colour": INSIDE if low <= (left + right) / 2 <= high else OUTSIDE,
            }
            for left, right in pairwise(cuts)
            if count
        ]
    return records


def _shade(p: float, alpha: float) -> str:
    """White where nothing was found; darker for the level, a fifth and a fiftieth of it."""
    return BLUES[sum(p <= alpha / part for part in (1, 5, 50))]


def labels(metric: MetricComparison) -> list[str]:
    """Numbered, which keeps shortened names apart and names the columns of the matrix."""
    return [f"{short(system.name)} ({n})" for n, system in enumerate(metric.systems, 1)]


def short(name: str) -> str:
    """Long names without their middle: what tells them apart is at an end more often."""
    shown = _printable(name)
    if len(shown) <= LONGEST_NAME:
        return shown
    half = (LONGEST_NAME - 1) // 2
    return f"{shown[:half]}…{shown[-half:]}"


def _printable(name: str) -> str:
    return name if name.isprintable() else name.encode("unicode_escape").decode()


def lines(signature: str) -> list[str]:
    """A signature in lines that are not too long for a picture."""
    ready = [""]
    for field in signature.split("|"):
        if ready[-1] and len(ready[-1]) + len(field) >= LINE:
            ready[-1] += "|"
            ready.append(field)
        else:
            ready[-1] += f"|{field}" if ready[-1] else field
    return ready


def description(comparison: Iterable[MetricComparison]) -> str:
    """What a screen reader says instead of the picture."""
    said = []
    for metric in comparison:
        for system in metric.systems:
            score = system.score
            value, low, high = (
                printed(number, score) for number in (system.value, *system.interval)
            )
            said.append(f"{_printable(system.name)}: {metric.metric} {value}, from {low} to {high}")
    return "; ".join(said)
