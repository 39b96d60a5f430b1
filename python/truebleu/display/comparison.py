"""Comparisons of systems as text, JSON, JSON Lines, TSV, Markdown and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from truebleu.display.formats import TableView
from truebleu.display.html import Html
from truebleu.display.notebook_comparison import comparison_html, comparison_summary
from truebleu.display.numbers import in_percent, interval_text, level, p_brief, p_value
from truebleu.display.table import Table, as_markdown, escaped, latex_code, latex_row, latex_text
from truebleu.inputs.arguments import check_choice
from truebleu.metrics.base.score import places_of, printed
from truebleu.metrics.base.signature import Signature
from truebleu.significance.options import CompareOptions, plain_settings
from truebleu.wording import count, signed, visible

if TYPE_CHECKING:
    from truebleu.significance.results import Comparison, MetricComparison, Pair, SystemScore

FORMATS = ("text", "json", "jsonl", "tsv", "markdown", "latex")
"""Output formats of a comparison. text, markdown and latex are human-readable; the others are
machine-readable, in full precision."""
DATA = frozenset({"json", "jsonl", "tsv"})
"""Machine-readable formats. They have the full names of the systems, in input order."""


SORTS = ("score", "input")
"""Orders of systems in human-readable tables: "score" is best first, "input" is the input order."""


BETTER, WORSE = r"$^\dagger$", r"$^\ddagger$"


class ComparisonView(TableView):
    """Output formats of a comparison.

    Args:
        comparison: the comparison.
        width: the number of decimals of scores in human-readable tables. None: 2, or 4 for scores
            from 0 to 1.
        sort: the order of systems in human-readable tables, one of `SORTS`. Machine-readable
            formats keep the input order.
        explain_columns: whether notes explain the columns "MDD", "n required" and "human agr.".
        intervals: whether the LaTeX table of several metrics has confidence intervals.
        tabular: whether to omit the `table` environment around the LaTeX `tabular`.
        gate: whether the Markdown begins with the list of systems that are significantly worse than
            the baseline.
    """

    formats = FORMATS

    def __init__(
        self,
        comparison: Comparison,
        *,
        width: int | None = None,
        sort: str = "score",
        explain_columns: bool = False,
        intervals: bool = False,
        tabular: bool = False,
        gate: bool = False,
    ) -> None:
        super().__init__(comparison)
        self.width = width
        self.sort = sort
        self.explain_columns = explain_columns
        self.intervals = intervals
        self.tabular = tabular
        self.gate = gate

    def markdown(self) -> Iterator[str]:
        """Yield the lines of Markdown tables.

        With `gate`, the verdict and the tables of scores come first. All tables follow in a
        collapsed section.
        """
        if not self.gate:
            yield from super().markdown()
            return
        yield from verdict(self.value).split("\n")
        for metric in self.value:
            systems = in_order(metric, self.sort)
            table = _system_table(metric, systems, self.value.settings, self.width)
            yield ""
            yield from as_markdown(replace(table, notes=()))
        yield from ("", "<details><summary>Tests, power and signatures</summary>", "")
        yield from super().markdown()
        yield from ("", "</details>")

    def tables(self) -> Iterator[Table]:
        """Yield the tables that the human-readable formats write, for each metric."""
        return tables(self.value, self.width, self.sort, explain_columns=self.explain_columns)

    def latex(self) -> Iterator[str]:
        """Yield the lines of one LaTeX table of all metrics."""
        return latex_lines(
            self.value, self.width, sort=self.sort, intervals=self.intervals, tabular=self.tabular
        )

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield JSON-serializable records of all metrics.

        Each metric has one record per system, per pair of systems, and per result of sacreBLEU's
        test. A system with several training runs also has one record per run.
        """
        return _json_records(self.value)

    def data_table(self) -> Table:
        """Return the table of the TSV format, with the columns `COLUMNS`.

        Each metric has one row per system, per pair of systems, and per result of sacreBLEU's test.
        A system with several training runs also has one row per run.
        """
        return _data_table(self.value)

    def html(self) -> Html:
        """Return an HTML table per metric, with charts of the confidence intervals."""
        return comparison_html(self.value)

    def summary(self) -> dict[str, Any]:
        """Return the scores and the differences to the baseline as JSON-serializable data."""
        return comparison_summary(self.value)


# The verdict of a quality gate


def regressions(comparison: Comparison) -> list[str]:
    """Return one phrase for each system that is significantly worse than the baseline by a metric.

    A system is significantly worse if its score is worse and the Holm-adjusted p-value is not above
    the significance level.
    """
    alpha = level(comparison.settings)
    phrases = []
    for metric in comparison:
        for pair in metric.worse_than_baseline(alpha):
            difference = signed(pair.difference, places_for(metric, None))
            phrases.append(
                f"{pair.second} is significantly worse than {pair.first} by {metric.metric}: "
                f"{difference}, p adj. {p_value(pair.p_adjusted)}"
            )
    return phrases


def verdict(comparison: Comparison) -> str:
    """Return a Markdown list of the systems that are significantly worse than the baseline.

    If there are none, return a line that says so.
    """
    phrases = regressions(comparison)
    if phrases:
        return "\n".join(["**Regression**", "", *(f"- {escaped(phrase)}" for phrase in phrases)])
    metrics = ", ".join(metric.metric for metric in comparison)
    baseline = comparison[0].systems[0].name
    text = f"no system is significantly worse than {baseline} by {metrics}"
    return f"**No regression**: {escaped(text)} (level {level(comparison.settings):.4g})"


# Human-readable tables


def in_order(metric: MetricComparison, sort: str) -> tuple[SystemScore, ...]:
    """Return the systems of a comparison in the order `sort`, one of `SORTS`.

    Raise `ConfigurationError` for another order.
    """
    check_choice("sort", sort, SORTS)
    return metric.best_first() if sort == "score" else metric.systems


def baseline_mark(name: str, baseline: str) -> str:
    """Return " (baseline)" if the system `name` is the baseline, otherwise an empty text.

    If the name of the baseline is "baseline", the text is always empty.
    """
    return " (baseline)" if name == baseline != "baseline" else ""


def tables(
    comparison: Comparison,
    width: int | None = None,
    sort: str = "score",
    *,
    explain_columns: bool = False,
) -> Iterator[Table]:
    """Yield the tables of each metric: scores, differences to the baseline, and p-values of pairs.

    For two systems, there is no table of p-values. The results of sacreBLEU's test, if any, are in
    another table. For `width`, `sort` and `explain_columns`, see `ComparisonView`.
    """
    for metric in comparison:
        systems = in_order(metric, sort)
        yield _system_table(metric, systems, comparison.settings, width)
        yield _difference_table(
            metric, systems, comparison.settings, width, explain_columns=explain_columns
        )
        # The notes on columns are equal for all metrics.
        explain_columns = False
        if len(metric.systems) > 2:
            yield _p_value_matrix(metric, systems)
        if metric.sacrebleu:
            yield _sacrebleu_table(metric, systems, width)


def _system_table(
    metric: MetricComparison,
    systems: Sequence[SystemScore],
    settings: Signature,
    width: int | None,
) -> Table:
    interval = f"{in_percent(settings)} CI"
    places = places_for(metric, width)
    has_runs = settings.get("runs") is not None
    columns = ["cluster", "system", metric.metric, interval]
    columns += ["runs", "s_sel", "s_opt"] if has_runs else []
    columns += ["diff", f"diff {interval}", "p", "p adj.", "n differing"]
    pair_by_system = {pair.second: pair for pair in metric.against_baseline()}
    baseline = metric.systems[0].name
    rows = []
    for system in systems:
        cells = [
            str(system.cluster),
            system.name + baseline_mark(system.name, baseline),
            printed(system.value, system.score, places),
            interval_text(system.interval, places),
        ]
        cells += _run_cells(system, places) if has_runs else []
        pair = pair_by_system.get(system.name)
        rows.append([*cells, *([""] * 5 if pair is None else _pair_cells(pair, places))])
    notes = _notes_on_p_values(metric)
    notes += _notes_on_runs(metric) if has_runs else []
    notes += [("weights", metric.weights_note)] if metric.weights_note else []
    notes += _notes_on_missing(metric, settings)
    notes += [("signature", str(metric.signature)), ("comparison", str(settings))]
    return Table(columns, rows, left=frozenset({1}), notes=notes)


def _notes_on_missing(metric: MetricComparison, settings: Signature) -> list[tuple[str, str]]:
    rated, segments = getattr(metric.systems[0].score, "segments", None), settings.get("segments")
    if metric.signature.get("column") is None or rated is None or segments is None:
        return []
    missing = int(segments) - rated
    text = f"{missing} of {segments} segments without all ratings, left out"
    return [(f"{metric.metric} missing", text)] if missing else []


def _notes_on_p_values(metric: MetricComparison) -> list[tuple[str, str]]:
    n_tests = len(metric.systems) - 1
    tests = count(n_tests, "test")
    if n_tests == 1:
        adjusted = (
            f"the p-value to report, corrected for the number of tests; with {tests}, equal to p"
        )
        return [("p adj.", adjusted)]
    adjusted = f"the p-value to report, corrected for the {tests} against the baseline (Holm)"
    return [("p", "p-value of one test, not corrected"), ("p adj.", adjusted)]


def places_for(metric: MetricComparison, width: int | None) -> int:
    """Return the number of decimals of scores: `width` or, if it is None, the metric's default."""
    return places_of(metric.systems[0].score.scale) if width is None else width


def _run_cells(system: SystemScore, places: int) -> list[str]:
    deviations = (system.s_sel, system.s_opt)
    return [str(len(system.runs)), *(_number(deviation, places) for deviation in deviations)]


def _number(value: float | None, places: int) -> str:
    return "-" if value is None else f"{value:.{places}f}"


def _notes_on_runs(metric: MetricComparison) -> list[tuple[str, str]]:
    is_undefined = any(system.s_opt is None for system in metric.systems)
    undefined = " (-: undefined for one run)" if is_undefined else ""
    return [
        ("s_sel", "standard deviation over bootstrap resamples, averaged over the runs"),
        ("s_opt", f"standard deviation across training runs{undefined}"),
    ]


def _pair_cells(pair: Pair, places: int) -> list[str]:
    return [
        signed(pair.difference, places),
        interval_text(pair.interval, places, sign=True),
        p_value(pair.p_value) + (" (exact)" if pair.exact else ""),
        p_value(pair.p_adjusted),
        str(pair.n_differing),
    ]


def _difference_table(
    metric: MetricComparison,
    systems: Sequence[SystemScore],
    settings: Signature,
    width: int | None,
    *,
    explain_columns: bool,
) -> Table:
    """Return a table with one row per system other than the baseline.

    The columns are the difference to the baseline, the minimum detectable difference, and the
    required number of segments or documents. If the human agreement can be estimated, it is another
    column.
    """
    places = places_for(metric, width)
    has_agreement = not metric.human_agreement_note
    columns = [metric.metric, "diff", "MDD", "n required"]
    columns += ["human agr."] if has_agreement else []
    pair_by_system = {pair.second: pair for pair in metric.against_baseline()}
    rows = []
    names = [system.name for system in systems if system.name in pair_by_system]
    for pair in map(pair_by_system.__getitem__, names):
        cells = [pair.second, signed(pair.difference, places)]
        cells.append(_number(pair.min_detectable_difference, places))
        cells.append("-" if pair.n_required is None else f"{pair.n_required:,}")
        if pair.human_agreement is not None:
            cells.append(f"{100 * pair.human_agreement:.0f}%")
        rows.append(cells)
    notes = _notes_on_power(settings) if explain_columns else []
    if any(pair.min_detectable_difference is None for pair in pair_by_system.values()):
        notes.append(_note_on_undefined_mdd(settings))
    if not has_agreement:
        notes.append(("human agr.", f"unknown, {metric.human_agreement_note} (Kocmi et al. 2024)"))
    elif explain_columns:
        notes.append(("human agr.", AGREEMENT_NOTE))
    return Table(columns, rows, left=frozenset({0}), notes=notes)


AGREEMENT_NOTE = (
    "estimated share of differences of this size that agree with human judgment, for related "
    "systems; 50% is chance (Kocmi et al. 2024)"
)


def _units(settings: Signature) -> str:
    return "documents" if settings.get("documents") else "segments"


def _notes_on_power(settings: Signature) -> list[tuple[str, str]]:
    power = 100 * CompareOptions.from_signature(settings).power
    test = f"(two-sided test, level {level(settings):.4g})"
    return [
        ("MDD", f"minimum detectable difference of this test set with {power:g}% power {test}"),
        ("n required", f"{_units(settings)} required to detect the observed difference"),
    ]


def _note_on_undefined_mdd(settings: Signature) -> tuple[str, str]:
    from truebleu.significance.power import fewest_units  # late: it needs NumPy

    alpha = level(settings)
    n_units = f"fewer than {fewest_units(alpha)} {_units(settings)}"
    return "MDD is -", f"{n_units} differ, so no p-value can reach {alpha:g}"


def _p_value_matrix(metric: MetricComparison, systems: Sequence[SystemScore]) -> Table:
    names = [system.name for system in systems]
    index_by_name = {system.name: i for i, system in enumerate(metric.systems)}
    matrix = metric.p_matrix()
    rows = []
    for row in names:
        p_values = [matrix[index_by_name[row]][index_by_name[name]] for name in names]
        cells = ["" if row == name else p_value(p) for name, p in zip(names, p_values, strict=True)]
        rows.append([row, *cells])
    meaning = (
        f"p-values corrected for {count(len(metric.pairs), 'test')} (Holm); report these only for "
        "pairs without the baseline or for a ranking. The clusters use them"
    )
    notes = [("p adj. of all pairs", meaning)]
    return Table([metric.metric, *names], rows, left=frozenset({0}), notes=notes)


def _sacrebleu_table(
    metric: MetricComparison, systems: Sequence[SystemScore], width: int | None
) -> Table:
    places = 2 if width is None else width
    rows = []
    result_by_name = {result.name: result for result in metric.sacrebleu}
    for system in systems:
        result = result_by_name[system.name]
        p = "" if result.p_value is None else f"{result.p_value:.4f}"
        spread = "" if result.ci is None else f"{result.mean:.{places}f} ± {result.ci:.{places}f}"
        rows.append([result.name, spread, p])
    note = ("values that sacreBLEU prints", "its tests differ from these, see the documentation")
    return Table([metric.metric, "mean ± half", "p"], rows, left=frozenset({0}), notes=[note])


# The sentence that describes a significance test in a paper


def sentence(metric: MetricComparison, settings: Signature) -> str:
    """Return a sentence for a paper that describes the significance test and all its settings."""
    level = in_percent(settings)
    draw = "Poisson " if settings["bootstrap"] == "poisson" else ""
    resamples = f"{int(settings['resamples']):,}"
    weights = ", by the weights of the whole test set" if metric.weights_note else ""
    runs = " that are means over several runs" if settings.get("runs") else ""
    return (
        f"{metric.metric} scores{runs} ({metric.signature}) are given with {level} {draw}bootstrap "
        f"percentile intervals ({resamples} resamples of {_drawn(settings)}{weights}); "
        f"differences to {metric.systems[0].name} were tested by {_test(settings, draw)}, with "
        f"Holm's correction for {count(len(metric.systems) - 1, 'test')} "
        f"(truebleu {_version(settings)}, seed {settings['seed']})."
    )


def _drawn(settings: Signature) -> str:
    segments = count(int(settings["segments"]), "segment", grouped=True)
    documents = settings.get("documents")
    return f"{int(documents):,} whole documents, {segments}" if documents else segments


def _test(settings: Signature, draw: str) -> str:
    if settings["test"] != "ar":
        resamples = f"{int(settings['resamples']):,}"
        return f"a paired two-sided {draw}bootstrap test ({resamples} resamples)"
    swapped = {None: "", "segments": ", all runs of a segment at once", "runs": ", run by run"}
    documents = ", whole documents at once" if settings.get("documents") else ""
    return (
        f"paired approximate randomization ({int(settings['trials']):,} trials"
        f"{swapped[settings.get('swap')]}{documents}; exact where there are fewer permutations)"
    )


def _version(settings: Signature) -> str:
    return settings["version"].removeprefix("truebleu-")


# Machine-readable data


def _json_records(comparison: Comparison) -> Iterator[dict[str, Any]]:
    settings = plain_settings(comparison.settings)
    for metric in comparison:
        for record in _records(metric):
            kind = record.pop("kind")
            of_pair = {"settings": settings} if kind == "pair" else {}
            yield {"kind": kind, "metric": metric.metric, **record, **of_pair}


def _records(metric: MetricComparison) -> Iterator[dict[str, Any]]:
    for system in metric.systems:
        yield {"kind": "system", **system.to_dict()}
    for system in metric.systems:
        if len(system.runs) > 1:
            for number, run in enumerate(system.runs, start=1):
                yield {"kind": "run", "system": system.name, "run": number, "value": run.value}
    p_by_pair = {(pair.first, pair.second): pair.p_adjusted for pair in metric.against_baseline()}
    for pair in metric.pairs:
        p = p_by_pair.get((pair.first, pair.second))
        yield {"kind": "pair", **pair.to_dict(), "p_adjusted_against_baseline": p}
    for result in metric.sacrebleu:
        yield {"kind": "sacrebleu", "system": result.name, **result.to_dict()}


COLUMNS = (
    "kind", "metric", "system", "run", "value", "first", "second", "difference",
    "interval_low", "interval_high", "bca_low", "bca_high", "cluster", "s_sel", "s_opt",
    "p_value", "p_adjusted", "p_adjusted_against_baseline", "n_extreme", "trials", "exact",
    "n_differing", "standard_error", "min_detectable_difference", "n_required", "human_agreement",
    "mean", "ci", "signature", "comparison",
)  # fmt: skip
"""Columns of the TSV table. They are equal for all comparisons, so tables can be concatenated."""


def _data_table(comparison: Comparison) -> Table:
    rows = []
    for metric in comparison:
        shared = {
            "metric": metric.metric,
            "signature": metric.signature,
            "comparison": comparison.settings,
        }
        for record in _records(metric):
            row = {**shared, **_with_ends(record)}
            cells = [row.get(name) for name in COLUMNS]
            rows.append(["" if cell is None else str(cell) for cell in cells])
    return Table(list(COLUMNS), rows)


def _with_ends(record: dict[str, Any]) -> dict[str, Any]:
    """Add the two ends of each confidence interval as fields to a record, and return the record."""
    for name in ("interval", "bca"):
        record[f"{name}_low"], record[f"{name}_high"] = record.get(name) or (None, None)
    return record


# One LaTeX table for a paper, which requires the package booktabs


def latex_lines(
    comparison: Comparison,
    width: int | None = None,
    *,
    sort: str = "score",
    intervals: bool = False,
    tabular: bool = False,
) -> Iterator[str]:
    """Yield the lines of a LaTeX table of all metrics, after comments that describe the tests.

    Systems are sorted by the first metric in the order `sort`, one of `SORTS`. `intervals` adds
    confidence intervals to a table of several metrics. A table of one metric always has them.
    `tabular` omits the `table` environment, with its caption and label.
    """
    metrics, settings = list(comparison), comparison.settings
    columns = [_Columns(metric, settings, width) for metric in metrics]
    order = [system.name for system in in_order(metrics[0], sort)]
    yield from _comments(comparison, columns)
    inner = _tabular(columns, order, intervals=intervals or len(metrics) == 1)
    if tabular:
        yield from inner
        return
    yield r"\begin{table}[t]"
    yield r"\centering"
    yield from inner
    yield rf"\caption{{{_caption(comparison, intervals=intervals or len(metrics) == 1)}}}"
    yield rf"\label{{tab:{_label(metrics)}}}"
    yield r"\end{table}"


class _Columns:
    """Columns of one metric in a LaTeX table. The methods take the name of a system."""

    def __init__(self, metric: MetricComparison, settings: Signature, width: int | None) -> None:
        self.metric = metric
        self.places = places_for(metric, width)
        self.level = level(settings)
        self.interval = _tex_level(settings)
        self.baseline = metric.systems[0].name
        self.systems = {system.name: system for system in metric.systems}
        self.pairs = {pair.second: pair for pair in metric.against_baseline()}
        arrow = r"$\uparrow$" if metric.higher_is_better else r"$\downarrow$"
        self.title = f"{latex_text(metric.metric)} {arrow}"

    def score(self, name: str) -> str:
        """Return the score of a system as LaTeX.

        The score is bold if the system is in the best cluster. It has a dagger if it differs
        significantly from the baseline's score.
        """
        system = self.systems[name]
        value = latex_text(printed(system.value, system.score, self.places))
        value = rf"\textbf{{{value}}}" if system.cluster == 1 else value
        return value + self._mark(self.pairs.get(name))

    def _mark(self, pair: Pair | None) -> str:
        if pair is None or pair.p_adjusted > self.level or not pair.difference:
            return ""
        return BETTER if (pair.difference > 0) == self.metric.higher_is_better else WORSE

    def score_interval(self, name: str) -> str:
        return interval_text(self.systems[name].interval, self.places)

    def difference(self, name: str) -> list[str]:
        """Return the difference to the baseline, its confidence interval and its p-value as LaTeX.

        For the baseline, all three texts are empty.
        """
        pair = self.pairs.get(name)
        if pair is None:
            return ["", "", ""]
        return [
            f"${signed(pair.difference, self.places)}$",
            f"${interval_text(pair.interval, self.places, sign=True)}$",
            f"${p_brief(pair.p_adjusted, self.level)}$",
        ]


def _tabular(
    columns: Sequence[_Columns], order: Sequence[str], *, intervals: bool
) -> Iterator[str]:
    alone = len(columns) == 1
    heads, kinds = ["System"], "l"
    for column in columns:
        heads.append(column.title)
        kinds += "r"
        if intervals:
            heads.append(rf"{column.interval} CI")
            kinds += "c"
    if alone:
        heads += [r"$\Delta$", rf"{columns[0].interval} CI of $\Delta$", r"$p$ (adj.)"]
        kinds += "rcr"
    yield rf"\begin{{tabular}}{{{kinds}}}"
    yield r"\toprule"
    yield latex_row(heads)
    yield r"\midrule"
    for name in order:
        cells = [latex_text(name) + baseline_mark(name, columns[0].baseline)]
        for column in columns:
            cells.append(column.score(name))
            if intervals:
                cells.append(column.score_interval(name))
        yield latex_row([*cells, *(columns[0].difference(name) if alone else [])])
    yield r"\bottomrule"
    yield r"\end{tabular}"


# Comments above the table


def _comments(comparison: Comparison, columns: Sequence[_Columns]) -> Iterator[str]:
    settings = comparison.settings
    version = settings["version"].replace("-", " ", 1)
    yield rf"% {version}, seed {settings['seed']}; requires \usepackage{{booktabs}}"
    for warning in comparison.warnings:
        yield _comment(f"warning: {warning}")
    for column in columns:
        for text in _facts(column):
            yield _comment(text if len(columns) == 1 else f"{column.metric.metric}: {text}")
    yield _comment(f"comparison: {settings}")


def _comment(text: str) -> str:
    return f"% {visible(text)}"


def _facts(column: _Columns) -> Iterator[str]:
    metric = column.metric
    pairs = list(column.pairs.values())

    def listed(values: Sequence[str]) -> str:
        named = zip(pairs, values, strict=True)
        return ", ".join(f"{pair.second} {value}" for pair, value in named)

    adjusted = listed([p_value(pair.p_adjusted) for pair in pairs])
    yield f"adjusted p vs {column.baseline} ({_tests(len(pairs))}): {adjusted}"
    if len(metric.pairs) > 1:
        p_values = [
            f"{pair.first}-{pair.second} {p_value(pair.p_adjusted)}" for pair in metric.pairs
        ]
        yield f"adjusted p, all pairs ({_tests(len(metric.pairs))}): {', '.join(p_values)}"
    mdd = [_number(pair.min_detectable_difference, column.places) for pair in pairs]
    yield f"MDD vs {column.baseline}: {listed(mdd)}"
    if not metric.human_agreement_note:
        shares = [f"{100 * (pair.human_agreement or 0):.0f}%" for pair in pairs]
        yield f"human agreement (Kocmi et al. 2024): {listed(shares)}"
    for result in metric.sacrebleu:
        if result.p_value is not None:
            yield f"sacreBLEU's p of {result.name}: {result.p_value:.4f}"


def _tests(number: int) -> str:
    return count(number, "test", grouped=True)


# Caption and label


def _caption(comparison: Comparison, *, intervals: bool) -> str:
    metrics, settings = list(comparison), comparison.settings
    names = latex_text(_listed([metric.metric for metric in metrics]))
    spread = ""
    if intervals:
        draw = "Poisson bootstrap" if settings["bootstrap"] == "poisson" else "bootstrap"
        spread = (
            f" with {_tex_level(settings)} {draw} confidence intervals ({_resamples(settings)})"
        )
    runs = " Scores are means over several runs." if settings.get("runs") else ""
    weights = next((metric.weights_note for metric in metrics if metric.weights_note), "")
    weighed = f" Weights of n-grams are {latex_text(weights)}." if weights else ""
    pairs, tests = len(metrics[0].pairs), len(metrics[0].systems) - 1
    per_metric = " per metric" if len(metrics) > 1 else ""
    correction = f" (Holm over all {pairs:,} pairs)" if pairs > 1 else ""
    return (
        f"{names} on {_tex_units(settings)}{spread}.{runs}{weighed} Bold: best system and all "
        f"systems of its cluster, not significantly worse{correction}. "
        r"$\dagger$/$\ddagger$: significantly better/worse than the baseline "
        rf"({_tex_test(settings)}, Holm-adjusted $p\le {level(settings):g}$, "
        f"{_tests(tests)}{per_metric}). "
        f"{latex_text(settings['version'].replace('-', ' ', 1))}, {_signatures(metrics)}."
    )


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _tex_units(settings: Signature) -> str:
    segments = count(int(settings["segments"]), "segment", grouped=True)
    documents = settings.get("documents")
    if not documents:
        return segments
    return f"{segments} ({count(int(documents), 'whole document', grouped=True)})"


def _tex_test(settings: Signature) -> str:
    if settings["test"] != "ar":
        draw = "Poisson " if settings["bootstrap"] == "poisson" else ""
        return f"paired {draw}bootstrap, {_resamples(settings)}"
    trials = count(int(settings["trials"]), "trial", grouped=True)
    return f"paired approximate randomization, {trials}"


def _resamples(settings: Signature) -> str:
    return count(int(settings["resamples"]), "resample", grouped=True)


def _signatures(metrics: Sequence[MetricComparison]) -> str:
    if len(metrics) == 1:
        return f"signature {latex_code(str(metrics[0].signature))}"
    signatures = [
        f"{latex_text(metric.metric)} {latex_code(str(metric.signature))}" for metric in metrics
    ]
    return f"signatures: {'; '.join(signatures)}"


def _tex_level(settings: Signature) -> str:
    return rf"{100 * float(settings['confidence']):.12g}\%"


def _label(metrics: Sequence[MetricComparison]) -> str:
    names = [re.sub(r"[^a-z0-9]+", "", metric.metric.lower()) for metric in metrics]
    return "-".join(name or "metric" for name in names)
