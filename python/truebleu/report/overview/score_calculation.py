"""The report's section "Score calculation": the BLEU formula with each system's numbers."""

from __future__ import annotations

from math import exp

from truebleu.display.html import Html, element, joined, scrolling, system_name, table
from truebleu.display.numbers import Figures
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.decomposition import Factor, breakdown
from truebleu.report.data import ReportData
from truebleu.wording import count

OPEN = 1
"""Number of systems whose calculation is expanded at first."""


def score_calculation(data: ReportData) -> Html:
    """Return the section "Score calculation", which explains the BLEU score of each system.

    The explanation of the first system is expanded.
    """
    heading = element("h2", "Score calculation", id="making")
    about = element(
        "p",
        "BLEU is the brevity penalty times the geometric mean of the n-gram precisions: the shares "
        "of the system's n-grams that match a reference.",
        class_="ov-about",
    )
    parts = [
        _system(system.name, system.score, opened=index < OPEN)  # type: ignore[arg-type]  # BLEU
        for index, system in enumerate(data.systems)
    ]
    return element("section", heading, about, *parts, class_="ov-making", aria_labelledby="making")


def _system(name: str, score: BLEUScore, *, opened: bool) -> Html:
    figures = Figures(score.scale)
    summary = element(
        "summary",
        system_name(name),
        " ",
        element("span", figures.score(score.value), class_="ov-score"),
    )
    analysis = breakdown(score)
    return element(
        "details",
        summary,
        element("p", *_formula(score, analysis.factors, figures), class_="ov-formula"),
        element("p", analysis.reason),
        _table(analysis.factors, figures),
        open=opened,
    )


def _formula(score: BLEUScore, factors: tuple[Factor, ...], figures: Figures) -> list[str]:
    orders = [factor for factor in factors if factor.order and factor.weight]
    same = len({factor.weight for factor in orders}) == 1
    brevity = f"{figures.score(score.value)} = {score.scale} × {score.brevity_penalty:.4f}"
    if not score.value or not orders:
        return [f"{brevity} × 0"]
    logs = [_logarithm(factor, score.scale, same=same) for factor in orders if factor.value]
    inside = " + ".join(logs)
    mean = f"({inside}) / {len(logs)}" if same else inside
    others = [factor for factor in factors if not factor.order and factor.name != "brevity"]
    tail = [f" × {exp(factor.logarithm or 0.0):.4f} ({factor.name})" for factor in others]
    return [f"{brevity} × exp({mean})", *tail]


def _logarithm(factor: Factor, scale: int, *, same: bool) -> str:
    weight = "" if same else f"{factor.weight:.4g} × "
    share = factor.value / scale
    return f"{weight}ln {share:.4f}" if share >= 0.00005 else f"{weight}ln {share:.1e}"


def _table(factors: tuple[Factor, ...], figures: Figures) -> Html:
    heads = ("factor", "value", "matched", "of", "points lost")
    kinds = ("ov-text", *[None] * (len(heads) - 1))
    cells = zip(heads, kinds, strict=True)
    head = element("tr", *(element("th", text, scope="col", class_=kind) for text, kind in cells))
    rows = [element("tr", *_cells(factor, figures)) for factor in factors]
    return scrolling("Components of the score", table(head, rows))


def _cells(factor: Factor, figures: Figures) -> list[Html]:
    labels = {"brevity": "brevity penalty"}
    left_out = " (left out)" if factor.order and not factor.weight else ""
    return [
        element(
            "th", f"{labels.get(factor.name, factor.name)}{left_out}", scope="row", class_="ov-text"
        ),
        *_counts(factor, figures),
        element("td", figures.plain(factor.points)),
    ]


def _counts(factor: Factor, figures: Figures) -> list[Html]:
    """Return three table cells for a component of BLEU: its value, its matches and its total."""
    if factor.order:
        smoothed = element("abbr", " s", title="smoothed; not matched / of")
        value = joined(figures.precision(factor.value), smoothed if factor.smoothed else None)
        return [
            element("td", part)
            for part in (value, _format_count(factor.count), _format_count(factor.total))
        ]
    if factor.name == "brevity":
        tokens = count(round(factor.count), "token", grouped=True)
        counts = tokens, f"{_format_count(factor.total)} in references"
        return [element("td", part) for part in (f"{factor.value:.4f}", *counts)]
    return [element("td")] * 3


def _format_count(number: float) -> str:
    """Format a count.

    The count can be a mean reference length, which is shown with up to three decimals.
    """
    return f"{round(number, 3):,}".removesuffix(".0")
