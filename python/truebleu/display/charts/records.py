"""Data that charts of comparisons draw, as one record per dot, bar or cell.

The module also shortens names for charts.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from truebleu.display.numbers import finding, level, p_brief, with_minus
from truebleu.metrics.base.score import places_of, printed
from truebleu.metrics.base.signature import Signature
from truebleu.significance.results import MetricComparison, Pair
from truebleu.wording import signed

# Smaller p-values have darker cells. On each, black text has a contrast above 6:1.
BLUES = ("#FFFFFF", "#BFDAF2", "#8FBCE6", "#5E9BD6")
# Colors of histogram bars inside and outside the interval. They also differ in grayscale.
INSIDE, OUTSIDE = "#005A8E", "#9CC4E8"
LONGEST_NAME = 40
LINE = 120  # maximum number of characters in a line of a signature


def system_records(metric: MetricComparison, settings: Signature) -> list[dict[str, Any]]:
    """Return one record per system, for the charts of scores and differences.

    Each record has the score of a system and its confidence interval. Except for the baseline, it
    also has the difference to the baseline with its confidence interval, the adjusted p-value, and
    the result of the test (see `truebleu.display.numbers.finding`). The score and the difference
    are also included as text.
    """
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
                "difference_text": with_minus(signed(pair.difference, places)),
                "p": pair.p_adjusted,
                "finding": finding(sign * pair.difference, pair.p_adjusted, settings),
            }
        records.append(record)
    return records


def _places(metric: MetricComparison) -> int:
    return places_of(metric.systems[0].score.scale)


def cell_records(metric: MetricComparison, settings: Signature) -> list[dict[str, Any]]:
    """Return one record per ordered pair of systems, for a matrix of p-values.

    The fields "row" and "column" are the names of the two systems. The field "mark" is "▲" if the
    first system is significantly better, "▼" if it is significantly worse, and "" otherwise.
    """
    sign = 1 if metric.systems[0].score.higher_is_better else -1
    named = labels(metric)
    numbers = range(len(named))
    marks = {"better": "▲", "worse": "▼", "open": ""}
    records = []
    for row, values in enumerate(metric.p_matrix()):
        for column in numbers:
            p = values[column]
            ahead = metric.systems[row].value - metric.systems[column].value
            result = "self" if row == column else finding(sign * ahead, p, settings)
            records.append(
                {
                    "system": named[row],
                    "row": _printable(metric.systems[row].name),
                    "column": _printable(metric.systems[column].name),
                    "number": f"({column + 1})",
                    "p": p,
                    "text": "–" if row == column else p_brief(p, level(settings)),
                    "mark": marks.get(result, ""),
                    "color": BLUES[0] if row == column else _shade(p, level(settings)),
                }
            )
    return records


def distribution_records(metric: MetricComparison) -> list[dict[str, Any]]:
    """Return records for histograms of each system's bootstrap differences to the baseline.

    The field "kind" is "step" for a bar, "zero" for the line at 0, and "difference" for the line at
    the observed difference. The field "strip" is the heading of the histogram.
    """
    places = _places(metric)
    records: list[dict[str, Any]] = []
    for label, pair in zip(labels(metric)[1:], metric.against_baseline(), strict=True):
        numbers = [pair.difference, *pair.interval]
        difference, low, high = (with_minus(signed(number, places)) for number in numbers)
        strip = {"strip": f"{label}\n{difference}, from {low} to {high}"}
        records += [{**strip, "kind": "step", **step} for step in _steps(pair)]
        records.append({**strip, "kind": "zero", "start": 0})
        records.append({**strip, "kind": "difference", "start": pair.difference})
    return records


def _steps(pair: Pair) -> list[dict[str, Any]]:
    """Return one record per bar of a histogram.

    A bar that contains an end of the confidence interval is split into two bars at that end.
    """
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
                "color": INSIDE if low <= (left + right) / 2 <= high else OUTSIDE,
            }
            for left, right in pairwise(cuts)
            if count
        ]
    return records


def _shade(p: float, alpha: float) -> str:
    """Return the color of a matrix cell with the p-value `p`.

    The color is white if `p` is above `alpha`, otherwise blue. A darker blue is used up to a fifth
    of `alpha`, and the darkest blue up to a fiftieth.
    """
    return BLUES[sum(p <= alpha / part for part in (1, 5, 50))]


def labels(metric: MetricComparison) -> list[str]:
    """Return a unique label for each system: its shortened name and its number."""
    return [f"{short(system.name)} ({n})" for n, system in enumerate(metric.systems, 1)]


def short(name: str) -> str:
    """Shorten a name to at most 40 characters.

    Characters are removed from the middle, because names usually differ at their ends.
    """
    text = _printable(name)
    if len(text) <= LONGEST_NAME:
        return text
    n_kept = (LONGEST_NAME - 1) // 2
    return f"{text[:n_kept]}…{text[-n_kept:]}"


def _printable(name: str) -> str:
    return name if name.isprintable() else name.encode("unicode_escape").decode()


def lines(signature: str) -> list[str]:
    """Split a signature after vertical bars into lines that fit the width of a chart."""
    lines = [""]
    for field in signature.split("|"):
        if lines[-1] and len(lines[-1]) + len(field) >= LINE:
            lines[-1] += "|"
            lines.append(field)
        else:
            lines[-1] += f"|{field}" if lines[-1] else field
    return lines


def description(comparison: Iterable[MetricComparison]) -> str:
    """Return a text for screen readers with the score and interval of each system."""
    parts = []
    for metric in comparison:
        for system in metric.systems:
            score = system.score
            value, low, high = (
                printed(number, score) for number in (system.value, *system.interval)
            )
            parts.append(
                f"{_printable(system.name)}: {metric.metric} {value}, from {low} to {high}"
            )
    return "; ".join(parts)
