"""The report's table of systems: scores, confidence intervals, differences and components."""

from __future__ import annotations

from collections.abc import Sequence

from truebleu.display.cells import Axis, bars, figure_bar, whisker
from truebleu.display.html import Html, element, scrolling, system_name, table
from truebleu.display.numbers import Figures, p_value
from truebleu.metrics.base.score import best_first
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.report.data import ReportData
from truebleu.report.extra_metrics import extra_caption, extra_cells, extra_heads
from truebleu.significance.results import Pair, SystemScore
from truebleu.wording import count, percent

SEGMENTS = "The last column shows the distribution of segment scores from 0 to perfect."


def leaderboard(data: ReportData) -> Html:
    """Return the table of systems, with the best score first."""
    figures = Figures(data.metric.scale)
    ends = [end for system in data.systems for end in (*system.interval, system.value)]
    axis = Axis(min(ends), max(ends))
    pairs = {} if data.comparison is None else _against_baseline(data)
    rows = [
        element("tr", *_cells(data, index, axis, figures, pairs), data_system=index)
        for index in _order(data)
    ]
    html = table(_head(data), rows, *_caption(data), class_="ov-leaderboard")
    return scrolling("Scores of all systems", html)


def _order(data: ReportData) -> list[int]:
    values = [system.value for system in data.systems]
    return best_first(values, higher_is_better=data.systems[0].score.higher_is_better)


def _against_baseline(data: ReportData) -> dict[str, Pair]:
    pairs = () if data.comparison is None else data.comparison.against_baseline()
    return {pair.second: pair for pair in pairs}


def _caption(data: ReportData) -> list[str]:
    level, arrow = _level(data), extra_caption(data.others)
    if data.comparison is None:
        return [
            f"The score with its {level} confidence interval and its components. {SEGMENTS}{arrow}"
        ]
    tests = count(len(data.systems) - 1, "test")
    tail = (
        f" (the baseline), with Holm-adjusted p-values ({tests}). Systems in one cluster do "
        f"not differ significantly{_by_bleu(data)}. {SEGMENTS}{arrow}"
    )
    before = f"Scores with {level} confidence intervals. Differences are relative to "
    return [before, system_name(data.systems[0].name), tail]


def _by_bleu(data: ReportData) -> str:
    """Return " in BLEU" for a report on several metrics; "" for a report on one metric.

    These words say that the clusters of systems depend on BLEU.
    """
    return f" in {data.metric.name}" if data.others else ""


def _level(data: ReportData) -> str:
    return percent(data.confidence)


def _head(data: ReportData) -> Html:
    several = data.comparison is not None
    orders = range(1, data.metric.max_ngram_order + 1)
    names = [
        *([("cluster", "Cluster", "")] if several else []),
        ("name", "System", "ov-text"),
        ("value", "BLEU", ""),
        ("interval", f"{_level(data)} CI", "ov-chart"),
        *(
            [
                ("difference", "Diff", ""),
                ("p", "p adj.", ""),
            ]
            if several
            else []
        ),
        *extra_heads(data.others),
        ("brevity", "BP", ""),
        ("ratio", "hyp/ref ratio", ""),
        ("length", "hyp_len", ""),
        ("reference", "ref_len", ""),
        *((f"p{order}", f"P{order}", "") for order in orders),
        ("segments", "Segments", "ov-chart"),
    ]
    cells = [
        element("th", label, scope="col", data_key=key, class_=kind or None)
        for key, label, kind in names
    ]
    return element("tr", *cells)


def _cells(
    data: ReportData, index: int, axis: Axis, figures: Figures, pairs: dict[str, Pair]
) -> list[Html]:
    system: SystemScore = data.systems[index]
    score: BLEUScore = system.score  # type: ignore[assignment]  # the main metric is BLEU
    cells = [] if data.comparison is None else [_number(system.cluster, str(system.cluster))]
    cells += [
        element("th", system_name(system.name), scope="row", class_="ov-text"),
        _number(system.value, figures.score(system.value), class_="ov-score"),
        element(
            "td",
            whisker(axis, system.value, system.interval, baseline=_baseline(data)),
            element("span", figures.interval(system.interval), class_="ov-ends"),
            class_="ov-chart",
        ),
    ]
    if data.comparison is not None:
        cells += _difference(pairs.get(system.name), figures)
    cells += extra_cells(data.others, index)
    return [*cells, *_parts(score, figures), _segments(data, index, figures)]


def _baseline(data: ReportData) -> float | None:
    """Return the score of the baseline; None for a report on one system."""
    return data.systems[0].value if len(data.systems) > 1 else None


def _difference(pair: Pair | None, figures: Figures) -> list[Html]:
    """Return two table cells: a system's difference from the baseline, and its p-value.

    `pair` is the pair of baseline and system, or None for the baseline.
    """
    if pair is None:
        return [element("td", "baseline", class_="ov-faint"), element("td")]
    side = "ov-plus" if pair.difference > 0 else "ov-minus" if pair.difference < 0 else None
    number = element("span", figures.signed(pair.difference), class_=side)
    ends = element("span", figures.interval(pair.interval, sign=True), class_="ov-ends")
    return [
        element("td", number, " ", ends, data_value=repr(pair.difference)),
        _number(pair.p_adjusted, p_value(pair.p_adjusted)),
    ]


def _parts(score: BLEUScore, figures: Figures) -> Sequence[Html]:
    length = round(score.effective_reference_length, 3)
    return [
        _number(score.brevity_penalty, f"{score.brevity_penalty:.3f}"),
        _number(score.length_ratio, f"{score.length_ratio:.3f}"),
        _number(score.hypothesis_length, f"{score.hypothesis_length:,}"),
        _number(length, f"{length:,}"),
        *(
            element(
                "td",
                figures.precision(precision),
                figure_bar(precision / figures.scale),
                class_="ov-precision",
                data_value=repr(precision),
            )
            for order, precision in enumerate(score.precisions, 1)
        ),
    ]


def _segments(data: ReportData, index: int, figures: Figures) -> Html:
    scores = data.segment_scores[index]
    low, middle, high = scores.quartiles
    description = (
        f"half of the segments score {figures.plain(low)} to {figures.plain(high)}, median "
        f"{figures.plain(middle)}"
    )
    drawn = bars(
        [count / max(scores.counts) for count in scores.counts], middle / data.metric.scale
    )
    return element(
        "td",
        drawn,
        element("span", description, class_="sr-only"),
        class_="ov-chart",
        title=description,
        data_value=repr(middle),
    )


def _number(value: float, text: str, class_: str | None = None) -> Html:
    return element("td", text, class_=class_, data_value=repr(value))
