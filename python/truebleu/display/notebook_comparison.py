"""Comparisons in notebooks: scores and differences with charts of their confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from truebleu.display.cells import Axis, column_axis, interval
from truebleu.display.formats import TableView
from truebleu.display.html import Html, element, html_table, name_of, note
from truebleu.display.numbers import (
    finding,
    in_percent,
    interval_text,
    level,
    p_brief,
    with_minus,
)
from truebleu.display.table import Table
from truebleu.metrics.base.score import places_of, printed
from truebleu.metrics.base.signature import Signature
from truebleu.significance.options import plain_settings
from truebleu.wording import count, signed, visible

if TYPE_CHECKING:
    from truebleu.significance.results import Comparison, MetricComparison, Pair, SystemScore

MAX_BYTES = 19_000  # maximum size of the HTML, because notebooks save every output
LEVEL = 0.05  # significance level for the results of a metric without the comparison's settings
ROW_LIMITS = (40, 20, 12, 8, 5, 3, 2)
WORDS = frozenset({0, 3, 7, 9})  # left-aligned columns: names, charts and results of tests
FINDINGS = {"better": "▲ better", "worse": "▼ worse", "open": "○ open"}


def comparison_html(comparison: Comparison) -> Html:
    """Return an HTML table per metric, followed by the settings of the comparison.

    Rows are left out if the HTML would be too large, because notebooks save every output.
    """
    metrics, settings = list(comparison), comparison.settings

    def build(max_rows: int) -> Html:
        pieces = [_metric(metric, settings, max_rows) for metric in metrics[:max_rows]]
        if len(metrics) > max_rows:
            pieces.append(element("p", f"and {count(len(metrics) - max_rows, 'metric')} more"))
        return element("div", *pieces, note("comparison", str(settings)))

    return _fitting(build)


def _fitting(build: Callable[[int], Html]) -> Html:
    """Return HTML of at most `MAX_BYTES`, with as many table rows as possible.

    `build` returns the HTML for a maximum number of rows. The numbers in `ROW_LIMITS` are tried in
    turn. If all results are too large, the last one is returned.
    """
    html = build(ROW_LIMITS[0])
    for max_rows in ROW_LIMITS[1:]:
        if len(html.encode()) <= MAX_BYTES:
            return html
        html = build(max_rows)
    return html


class MetricView(TableView):
    """Output formats of the results of one metric, without the settings of the comparison."""

    formats = ("text", "json", "markdown", "latex")

    def tables(self) -> list[Table]:
        """Return a list of one table, which has one row per system, best first."""
        metric: MetricComparison = self.value
        columns, rows = _columns(metric, None), list(_rows(metric, None))
        words = [i for i, name in enumerate(columns) if not name.endswith("drawn")]
        names = [visible(system.name) for system in metric.best_first()]
        cells = [
            [name, *(row[i] for i in words[1:])] for name, row in zip(names, rows, strict=True)
        ]
        notes = [("signature", str(metric.signature))]
        return [Table([columns[i] for i in words], cells, left=frozenset({0}), notes=notes)]

    def html(self) -> Html:
        """Return the table as HTML, with charts of the confidence intervals."""
        return _fitting(lambda max_rows: _metric(self.value, None, max_rows))

    def summary(self) -> dict[str, Any]:
        """Return the scores and the differences to the baseline as JSON-serializable data."""
        return {"kind": "metric comparison", **metric_summary(self.value)}


def comparison_summary(comparison: Comparison) -> dict[str, Any]:
    """Return the settings, scores and differences of a comparison as JSON-serializable data."""
    return {
        "kind": "comparison",
        "settings": plain_settings(comparison.settings),
        "metrics": [metric_summary(metric) for metric in comparison],
    }


def metric_summary(metric: MetricComparison) -> dict[str, Any]:
    """Return the scores and differences of one metric as JSON-serializable data."""
    pairs = {pair.second: pair for pair in metric.against_baseline()}
    return {
        "metric": metric.metric,
        "signature": str(metric.signature),
        "systems": [_system(system, pairs.get(system.name)) for system in metric.systems],
    }


def _system(system: SystemScore, pair: Pair | None) -> dict[str, Any]:
    summary: dict[str, Any] = {
        "system": system.name,
        "value": system.value,
        "interval": list(system.interval),
        "cluster": system.cluster,
    }
    if pair is not None:
        summary |= {"difference": pair.difference, "p_adjusted": pair.p_adjusted}
    return summary


# The table


def _metric(metric: MetricComparison, settings: Signature | None, max_rows: int) -> Html:
    columns, rows = _columns(metric, settings), list(_rows(metric, settings))
    pieces = [html_table(_caption(metric, settings), columns, rows[:max_rows], WORDS)]
    if len(rows) > max_rows:
        pieces.append(element("p", f"and {count(len(rows) - max_rows, 'system')} more"))
    return element("div", *pieces, note("signature", str(metric.signature)))


def _columns(metric: MetricComparison, settings: Signature | None) -> list[str]:
    interval_title = "CI" if settings is None else f"{in_percent(settings)} CI"
    columns = ["system", metric.metric, interval_title, "drawn", "cluster"]
    columns += ["diff", f"diff {interval_title}", "drawn", "p adj."]
    return columns if settings is None else [*columns, "finding"]


def _caption(metric: MetricComparison, settings: Signature | None) -> str:
    order = "higher" if metric.systems[0].score.higher_is_better else "lower"
    adjusted = f"p adj.: corrected for {count(len(metric.systems) - 1, 'test')} (Holm)"
    caption = f"{metric.metric} of {len(metric.systems)} systems; {order} is better; {adjusted}"
    if settings is None:
        return caption
    segments = count(int(settings["segments"]), "segment", grouped=True)
    return f"{caption}; {segments}, {in_percent(settings)} intervals"


def _rows(metric: MetricComparison, settings: Signature | None) -> Iterator[list[str]]:
    baseline = metric.systems[0]
    pairs = metric.against_baseline()
    pair_of = {pair.second: pair for pair in pairs}
    scores = column_axis(
        [end for system in metric.systems for end in (system.value, *system.interval)]
    )
    differences = column_axis(
        [0.0, *(end for pair in pairs for end in (pair.difference, *pair.interval))]
    )
    empty = [""] * (3 if settings is None else 4)
    for system in metric.best_first():
        cells = _score(system, baseline.value, scores)
        pair = pair_of.get(system.name)
        if pair is None:
            yield [*cells, "baseline", *empty]
        else:
            cells += _difference(pair, system, differences)
            yield [*cells, *_test(pair, system, settings)]


def _score(system: SystemScore, baseline: float, axis: Axis) -> list[str]:
    value = printed(system.value, system.score)
    ends = _interval(system.interval, _places(system))
    label = f"{value}, interval {ends}"
    drawn = interval(axis, system.value, system.interval, baseline, label)
    return [name_of(system.name), value, ends, drawn, str(system.cluster)]


def _difference(pair: Pair, system: SystemScore, axis: Axis) -> list[str]:
    value = with_minus(signed(pair.difference, _places(system)))
    ends = _interval(pair.interval, _places(system), sign=True)
    label = f"difference {value}, interval {ends}"
    return [value, ends, interval(axis, pair.difference, pair.interval, 0.0, label)]


def _test(pair: Pair, system: SystemScore, settings: Signature | None) -> list[str]:
    if settings is None:
        return [p_brief(pair.p_adjusted, LEVEL)]
    sign = 1 if system.score.higher_is_better else -1
    result = finding(sign * pair.difference, pair.p_adjusted, settings)
    return [p_brief(pair.p_adjusted, level(settings)), FINDINGS[result]]


def _places(system: SystemScore) -> int:
    return places_of(system.score.scale)


def _interval(ends: tuple[float, float], places: int, *, sign: bool = False) -> str:
    return with_minus(interval_text(ends, places, sign=sign))
