"""Comparisons of systems as tables for people."""

from __future__ import annotations

from truebleu.scores import places_of, printed
from truebleu.views.chart_records import in_percent
from truebleu.views.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebleu.comparison import Comparison, MetricComparison
    from truebleu.findings import Pair, SystemScore
    from truebleu.signature import Signature

__all__ = ["tables"]


def tables(comparison: Comparison, width: int | None = None) -> Iterator[Table]:
    """Yield for each metric a table of systems, of what their differences mean, of p-values."""
    for number, metric in enumerate(comparison):
        yield _system_table(metric, comparison.settings, width)
        yield _meaning(metric, comparison.settings, width, explained=number == 0)
        if len(metric.systems) > 2:
            yield _matrix(metric)
        if metric.sacrebleu:
            yield _sacrebleu(metric, width)


def _system_table(metric: MetricComparison, settings: Signature, width: int | None) -> Table:
    level = in_percent(settings)
    places = _places(metric, width)
    several = settings.get("runs") is not None
    spread = ["runs", "s_sel", "s_opt"] if several else []
    columns = ["cluster", "system", metric.metric, level, *spread, "difference", level]
    columns += ["p", "p (Holm)", "differ"]
    pairs = {pair.second: pair for pair in metric.against_baseline()}
    rows = []
    for system in metric.systems:
        cells = [str(system.cluster), system.name, printed(system.value, system.score, places)]
        cells.append(_interval(system.interval, places, ""))
        cells += _run_cells(system, places) if several else []
        pair = pairs.get(system.name)
        rows.append([*cells, *([""] * 5 if pair is None else _pair_cells(pair, places))])
    notes = [("baseline", metric.systems[0].name)]
    notes += _notes_on_runs(metric) if several else []
    notes += [("weights", metric.weights_note)] if metric.weights_note else []
    notes += [("signature", str(metric.signature)), ("comparison", str(settings))]
    return Table(columns, rows, left=frozenset({1}), notes=notes)


def _places(metric: MetricComparison, width: int | None) -> int:
    """How many decimals scores have: those asked for, or two of 100."""
    return places_of(metric.systems[0].score.scale) if width is None else width


def _run_cells(system: SystemScore, places: int) -> list[str]:
    numbers = (system.s_sel, system.s_opt)
    shown = ["-" if number is None else f"{number:.{places}f}" for number in numbers]
    return [str(len(system.runs)), *shown]


def _notes_on_runs(metric: MetricComparison) -> list[tuple[str, str]]:
    alone = any(system.s_opt is None for system in metric.systems)
    undefined = " (-: there is one run, which cannot say)" if alone else ""
    return [
        ("s_sel", "standard deviation over other test sets, the mean of the runs'"),
        ("s_opt", f"standard deviation over the runs{undefined}"),
    ]


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


def _meaning(
    metric: MetricComparison, settings: Signature, width: int | None, *, explained: bool
) -> Table:
    """What the differences to the baseline mean: could they be found, do people see them."""
    places = _places(metric, width)
    known = not metric.agreement_note
    columns = [metric.metric, "difference", "detectable", "needed", *(["agree"] if known else [])]
    rows = []
    for pair in metric.against_baseline():
        cells = [pair.second, f"{pair.difference:+.{places}f}", f"{pair.detectable:.{places}f}"]
        cells.append("-" if pair.needed is None else f"{pair.needed:,}")
        if pair.agreement is not None:
            cells.append(f"{100 * pair.agreement:.0f} %")
        rows.append(cells)
    notes = _notes_on_power(settings) if explained else []
    if not known:
        notes.append(("agree", f"not known: {metric.agreement_note} (Kocmi et al. 2024)"))
    elif explained:
        said = (
            "about so many of such differences agree with human judgment, fewer of unrelated "
            "systems; 50 % is chance"
        )
        notes.append(("agree", f"{said} (Kocmi et al. 2024)"))
    return Table(columns, rows, left=frozenset({0}), notes=notes)


def _notes_on_power(settings: Signature) -> list[tuple[str, str]]:
    power = 100 * float(settings.get("power") or 0.8)
    level = 1 - float(settings["confidence"])
    units = "documents" if settings.get("documents") else "segments"
    shows = f"the smallest difference that such a test set shows with a power of {power:g} %"
    return [
        ("detectable", f"{shows} (two-sided, level {level:.4g})"),
        ("needed", f"how many {units} would show the difference that there is"),
    ]


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
