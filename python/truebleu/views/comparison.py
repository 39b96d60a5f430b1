"""Comparisons of systems as text, JSON, JSON lines, TSV, Markdown and LaTeX."""

from __future__ import annotations

from truebleu.comparison import plain_settings
from truebleu.views.chart_records import in_percent
from truebleu.views.comparison_tables import tables
from truebleu.views.latex import latex_code, latex_text
from truebleu.views.table import Table, as_latex, as_markdown, as_text, as_tsv

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
            yield _latex_sentence(metric, comparison.settings)


def sentence(metric: MetricComparison, settings: Signature) -> str:
    """The sentences that report the test in a paper."""
    before, after = _around_the_signature(metric, settings)
    return f"{before}{metric.signature}{after}"


def _latex_sentence(metric: MetricComparison, settings: Signature) -> str:
    before, after = _around_the_signature(metric, settings)
    return latex_text(before) + latex_code(str(metric.signature)) + latex_text(after)


def _around_the_signature(metric: MetricComparison, settings: Signature) -> tuple[str, str]:
    level = in_percent(settings)
    draw = "Poisson " if settings["bootstrap"] == "poisson" else ""
    resamples = f"{int(settings['resamples']):,}"
    weights = ", by the weights of the whole test set" if metric.weights_note else ""
    runs = " that are means over several runs" if settings.get("runs") else ""
    return f"{metric.metric} scores{runs} (", (
        f") are given with {level} {draw}bootstrap "
        f"percentile intervals ({resamples} resamples of {_drawn(settings)}{weights}); "
        f"differences to {metric.systems[0].name} were tested by {_test(settings, draw)}, with "
        f"Holm's correction for {len(metric.systems) - 1} "
        f"{'test' if len(metric.systems) == 2 else 'tests'} (truebleu {_version(settings)}, "
        f"seed {settings['seed']})."
    )


def _drawn(settings: Signature) -> str:
    """What a resample is made of."""
    segments = f"{int(settings['segments']):,} segments"
    documents = settings.get("documents")
    return f"{int(documents):,} whole documents, {segments}" if documents else segments


def _test(settings: Signature, draw: str) -> str:
    if settings["test"] != "ar":
        resamples = f"{int(settings['resamples']):,}"
        return f"a paired two-sided {draw}bootstrap test ({resamples} resamples)"
    swapped = {None: "", "segments": ", all runs of a segment at once", "runs": ", run by run"}
    whole = ", whole documents at once" if settings.get("documents") else ""
    return (
        f"paired approximate randomization ({int(settings['trials']):,} trials"
        f"{swapped[settings.get('swap')]}{whole}; all assignments where there were no more)"
    )


def _version(settings: Signature) -> str:
    return settings["version"].removeprefix("truebleu-")


# Data for programs


def _json_lines(comparison: Comparison) -> Iterator[str]:
    import json

    settings = plain_settings(comparison.settings)
    for metric in comparison:
        shared: dict[str, Any] = {"metric": metric.metric}
        records: list[dict[str, Any]] = [
            *({"kind": "system", **shared, **system.to_dict()} for system in metric.systems),
            *(
                {"kind": "pair", **shared, **pair.to_dict(), "settings": settings}
                for pair in metric.pairs
            ),
            *({"kind": "sacrebleu", **shared, **result.to_dict()} for result in metric.sacrebleu),
        ]
        for record in records:
            yield json.dumps(record, ensure_ascii=False, allow_nan=False)


COLUMNS = (
    "kind", "metric", "system", "run", "value", "first", "second", "difference",
    "interval_low", "interval_high", "bca_low", "bca_high", "cluster", "s_sel", "s_opt",
    "p_value", "holm", "holm_against_baseline", "reached", "trials", "exact", "differing",
    "standard_error", "detectable", "needed", "agreement", "mean", "ci", "signature", "comparison",
)  # fmt: skip
"""Those of the TSV: the same for every comparison, so that tables can be put below each other."""


def _data_table(comparison: Comparison) -> Table:
    """A row for each metric and system, run, pair, and result of sacreBLEU; `kind` says which."""
    rows = []
    for metric in comparison:
        shared = {
            "metric": metric.metric,
            "signature": metric.signature,
            "comparison": comparison.settings,
        }
        for record in _data_records(metric):
            row = {**shared, **record}
            cells = [row.get(name) for name in COLUMNS]
            rows.append(["" if cell is None else str(cell) for cell in cells])
    return Table(list(COLUMNS), rows)


def _data_records(metric: MetricComparison) -> Iterator[dict[str, Any]]:
    for system in metric.systems:
        yield {"kind": "system", **_with_ends(system.to_dict())}
    for system in metric.systems:
        if len(system.runs) > 1:
            for number, run in enumerate(system.runs, start=1):
                yield {"kind": "run", "system": system.name, "run": number, "value": run.value}
    tests = {(pair.first, pair.second): pair.holm for pair in metric.against_baseline()}
    for pair in metric.pairs:
        holm = tests.get((pair.first, pair.second))
        yield {"kind": "pair", "holm_against_baseline": holm, **_with_ends(pair.to_dict())}
    for result in metric.sacrebleu:
        yield {"kind": "sacrebleu", "system": result.name, **result.to_dict()}


def _with_ends(record: dict[str, Any]) -> dict[str, Any]:
    """The record with a column for each end of its intervals."""
    for name in ("interval", "bca"):
        record[f"{name}_low"], record[f"{name}_high"] = record[name] or (None, None)
    return record
