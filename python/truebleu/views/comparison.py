"""Comparisons of systems as text, JSON, JSON lines, TSV, Markdown and LaTeX."""

from __future__ import annotations

from truebleu.scores import decimals
from truebleu.views.table import Table, as_latex, as_markdown, as_text, as_tsv, latex_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from truebleu.comparison import Comparison, MetricComparison, Pair
    from truebleu.signature import Signature

__all__ = ["FORMATS", "rendered", "sentence", "tables"]

FORMATS = ("text", "json", "jsonl", "tsv", "markdown", "latex")
"""Those for people are text, markdown and latex; the others hold every number in full."""


def rendered(comparison: Comparison, form: str, width: int | None = None) -> Iterable[str]:
    """Give the lines of a comparison in one of `FORMATS`, without line ends.

    `width` is the number of decimals of scores for people: 2, or 4 on the scale 1, when None.
    """
    if form == "json":
        return comparison.to_json().split("\n")
    if form == "jsonl":
        return _json_lines(comparison)
    if form == "tsv":
        return as_tsv(_data_table(comparison))
    return _for_people(comparison, form, width)


def _for_people(comparison: Comparison, form: str, width: int | None) -> Iterator[str]:
    write = {"text": as_text, "markdown": as_markdown, "latex": as_latex}[form]
    for number, table in enumerate(tables(comparison, width)):
        if number:
            yield ""
        yield from write(table)
    if form == "latex":
        yield ""
        for metric in comparison:
            yield latex_text(sentence(metric, comparison.settings))


def tables(comparison: Comparison, width: int | None = None) -> Iterator[Table]:
    """Yield a table of systems for each metric, and of the p-values where there are many pairs."""
    for metric in comparison:
        yield _system_table(metric, comparison.settings, width)
        if len(metric.systems) > 2:
            yield _matrix(metric)
        if metric.sacrebleu:
            yield _sacrebleu(metric, width)


def sentence(metric: MetricComparison, settings: Signature) -> str:
    """The sentence that reports the test in a paper."""
    level = _percent(settings)
    draw = "Poisson " if settings["bootstrap"] == "poisson" else ""
    resamples = f"{int(settings['resamples']):,}"
    test = (
        f"paired approximate randomization ({int(settings['trials']):,} trials; all assignments "
        "where there were no more)"
        if settings["test"] == "ar"
        else f"a paired two-sided {draw}bootstrap test ({resamples} resamples)"
    )
    return (
        f"{metric.metric} scores ({metric.signature}) are given with {level} {draw}bootstrap "
        f"percentile intervals ({resamples} resamples of {int(settings['segments']):,} segments); "
        f"differences to {metric.systems[0].name} were tested by {test}, with Holm's correction "
        f"for {len(metric.systems) - 1} "
        f"{'test' if len(metric.systems) == 2 else 'tests'} (truebleu {_version(settings)}, "
        f"seed {settings['seed']})."
    )


def _version(settings: Signature) -> str:
    return settings["version"].removeprefix("truebleu-")


def _percent(settings: Signature) -> str:
    return f"{100 * float(settings['confidence']):g} %"


# Tables for people


def _system_table(metric: MetricComparison, settings: Signature, width: int | None) -> Table:
    level = _percent(settings)
    scale = metric.systems[0].score.scale
    places = width if width is not None else (2 if scale == 100 else 4)
    columns = ["cluster", "system", metric.metric, level, "difference", level]
    columns += ["p", "p (Holm)", "differ"]
    pairs = {pair.second: pair for pair in metric.against_baseline()}
    rows = []
    for system in metric.systems:
        score = decimals(system.score.value, places, scale)
        spread = _interval(system.interval, places, "")
        pair = pairs.get(system.name)
        rest = ["", "", "", "", ""] if pair is None else _pair_cells(pair, places)
        rows.append([str(system.cluster), system.name, score, spread, *rest])
    notes = [
        ("baseline", metric.systems[0].name),
        ("signature", str(metric.signature)),
        ("comparison", str(settings)),
    ]
    return Table(columns, rows, left=frozenset({1}), notes=notes)


def _pair_cells(pair: Pair, places: int) -> list[str]:
    return [
        f"{pair.difference:+.{places}f}",
        _interval(pair.interval, places, "+"),
        _p(pair.p_value) + (" (exact)" if pair.exact else ""),
        _p(pair.holm),
        str(pair.differing),
    ]


def _interval(interval: tuple[float, float], places: int, sign: str) -> str:
    low, high = interval
    return f"[{low:{sign}.{places}f}, {high:{sign}.{places}f}]"


def _p(value: float) -> str:
    """Four decimals, as long as they show two digits."""
    return f"{value:.4f}" if value >= 0.00095 else f"{value:.1e}"


def _matrix(metric: MetricComparison) -> Table:
    names = [system.name for system in metric.systems]
    rows = []
    for place, (name, line) in enumerate(zip(names, metric.p_matrix(), strict=True)):
        cells = ["" if place == column else _p(value) for column, value in enumerate(line)]
        rows.append([name, *cells])
    note = "p-values of all pairs, with Holm's correction for", f"{len(metric.pairs)} tests"
    return Table([metric.metric, *names], rows, left=frozenset({0}), notes=[note])


def _sacrebleu(metric: MetricComparison, width: int | None) -> Table:
    places = 2 if width is None else width
    rows = []
    for result in metric.sacrebleu:
        p = "" if result.p_value is None else f"{result.p_value:.4f}"
        spread = "" if result.ci is None else f"{result.mean:.{places}f} ± {result.ci:.{places}f}"
        rows.append([result.name, spread, p])
    note = "what sacreBLEU prints, which is not what it should be", "see the documentation"
    return Table([metric.metric, "mean ± half", "p"], rows, left=frozenset({0}), notes=[note])


# Data for programs


def _json_lines(comparison: Comparison) -> Iterator[str]:
    import json

    settings = dict(comparison.settings.items())
    for metric in comparison:
        shared: dict[str, Any] = {"metric": metric.metric}
        for system in metric.systems:
            record = {"kind": "system", **shared, **system.to_dict()}
            yield json.dumps(record, ensure_ascii=False, allow_nan=False)
        for pair in metric.pairs:
            record = {"kind": "pair", **shared, **pair.to_dict(), "settings": settings}
            yield json.dumps(record, ensure_ascii=False, allow_nan=False)


def _data_table(comparison: Comparison) -> Table:
    """One row for each metric and pair."""
    rows = []
    for metric in comparison:
        for pair in metric.pairs:
            cells = {"metric": metric.metric}
            for name in pair.names:
                part = getattr(pair, name)
                if name in {"interval", "bca"}:
                    low, high = part or ("", "")
                    cells.update({f"{name}_low": low, f"{name}_high": high})
                else:
                    cells[name] = part
            rows.append(cells)
    return Table(list(rows[0]), [[str(cell) for cell in row.values()] for row in rows])
