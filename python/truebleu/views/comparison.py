"""Comparisons of systems as text, JSON, JSON lines, TSV, Markdown and LaTeX."""

from __future__ import annotations

from truebleu.views.comparison_tables import percent, tables
from truebleu.views.table import Table, as_latex, as_markdown, as_text, as_tsv, latex_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from truebleu.comparison import Comparison, MetricComparison
    from truebleu.signature import Signature

__all__ = ["FORMATS", "rendered", "sentence"]

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


def sentence(metric: MetricComparison, settings: Signature) -> str:
    """The sentences that report the test in a paper."""
    level = percent(settings)
    draw = "Poisson " if settings["bootstrap"] == "poisson" else ""
    resamples = f"{int(settings['resamples']):,}"
    runs = " that are means over several runs" if settings.get("runs") else ""
    return (
        f"{metric.metric} scores{runs} ({metric.signature}) are given with {level} {draw}bootstrap "
        f"percentile intervals ({resamples} resamples of {int(settings['segments']):,} segments); "
        f"differences to {metric.systems[0].name} were tested by {_test(settings, draw)}, with "
        f"Holm's correction for {len(metric.systems) - 1} "
        f"{'test' if len(metric.systems) == 2 else 'tests'} (truebleu {_version(settings)}, "
        f"seed {settings['seed']})."
    )


def _test(settings: Signature, draw: str) -> str:
    if settings["test"] != "ar":
        resamples = f"{int(settings['resamples']):,}"
        return f"a paired two-sided {draw}bootstrap test ({resamples} resamples)"
    swapped = {None: "", "segments": ", all runs of a segment at once", "runs": ", run by run"}
    return (
        f"paired approximate randomization ({int(settings['trials']):,} trials"
        f"{swapped[settings.get('swap')]}; all assignments where there were no more)"
    )


def _version(settings: Signature) -> str:
    return settings["version"].removeprefix("truebleu-")


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
                if name == "histogram":
                    continue
                part = getattr(pair, name)
                if name in {"interval", "bca"}:
                    low, high = part or ("", "")
                    cells.update({f"{name}_low": low, f"{name}_high": high})
                else:
                    cells[name] = "" if part is None else part
            rows.append(cells)
    return Table(list(rows[0]), [[str(cell) for cell in row.values()] for row in rows])
