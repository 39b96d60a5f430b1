"""Metrics beside the one that a report is about: their tests, and what the page needs of them.

The page scores a selection from sums, so of each segment it is given what adds: two counts whose
quotient is the score, chrF's counts, or the segment's number where the score is the mean. Of a
metric that is none of these it has the numbers of the segments alone.
"""

from __future__ import annotations

import numpy as np

from truebleu.metrics.chrf import CHRF
from truebleu.metrics.error_rates import WER
from truebleu.metrics.gleu import GLEU
from truebleu.metrics.labels import keys, labels
from truebleu.metrics.ter import TER
from truebleu.report.counting import alone, counted, joined_rows
from truebleu.scores import places_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from truebleu.comparison import MetricComparison
    from truebleu.findings import SystemScore
    from truebleu.metrics.base import Metric
    from truebleu.report.columns import Columns
    from truebleu.report.material import Material
    from truebleu.resampling.plan import Plan
    from truebleu.resampling.rows import Rows as Counts
    from truebleu.resampling.systems import Counted

    Rows = NDArray[np.int64]

__all__ = ["TAKEN", "Beside", "Other", "others_of"]

TAKEN = ("bleu", "len", "ratio", "influence", "text")
"""What the filter line already knows of a system."""


class Beside:
    """A metric that is to stand beside the page's own: its rows by system, and what it says.

    `comparison` is None where there is nothing to compare.
    """

    def __init__(
        self,
        metric: Metric[Any],
        rows: Mapping[str, Counts],
        comparison: MetricComparison | None,
    ) -> None:
        self.metric = metric
        self.rows = rows
        self.comparison = comparison


class Other:
    """A metric beside the page's own.

    `name` is what it is called, `key` what the filter line calls it. `systems` and `comparison`
    are what `compare` says; the latter is None where there is nothing to compare. `rows` and
    `values` have an array for each system.
    """

    def __init__(
        self,
        name: str,
        key: str,
        metric: Metric[Any],
        systems: Sequence[SystemScore],
        comparison: MetricComparison | None,
        rows: Sequence[Rows],
        values: Sequence[NDArray[np.float64]],
    ) -> None:
        self.name = name
        self.key = key
        self.metric = metric
        self.systems = systems
        self.comparison = comparison
        self.rows = rows
        self.values = values
        self._formula = _formula(metric, rows, values, systems)

    @property
    def scale(self) -> float:
        """What a perfect score is, or what one of a rate is."""
        return self.systems[0].score.scale

    @property
    def bounded(self) -> bool:
        """Whether no score is above the scale."""
        return self.systems[0].score.bounded

    def add_columns(self, columns: Columns, number: int) -> None:
        """Put what the page needs of each segment among the columns of the report."""
        for place, parts in enumerate(self._formula.parts):
            for column, part in enumerate(parts):
                name = f"x/{number}/{place}/{column}"
                if part.dtype == np.float64:
                    columns.add_floats(name, part)
                else:
                    columns.add_counts(name, part)

    def to_dict(self) -> dict[str, Any]:
        """What the page is told before it opens the columns."""
        signature = self.systems[0].score.signature
        pairs = () if self.comparison is None else self.comparison.against_baseline()
        return {
            "name": self.name,
            "key": self.key,
            "short": str(signature),
            "signature": str(signature.full()),
            "higher_is_better": self.metric.higher_is_better,
            "scale": self.scale,
            "bounded": self.bounded,
            "decimals": places_of(self.scale),
            "formula": self._formula.name,
            "settings": self._formula.settings,
            "columns": len(self._formula.parts[0]),
            "systems": [_named(system) for system in self.systems],
            "against_baseline": [pair.to_dict() for pair in pairs],
        }


def _named(system: SystemScore) -> dict[str, Any]:
    ready = system.to_dict()
    return {"name": ready.pop("system"), **ready}


def others_of(
    others: Sequence[Beside],
    main: Metric[Any],
    material: Material,
    plan: Plan | None,
    units: Sequence[int] | None,
) -> tuple[Other, ...]:
    """What the page needs of each; `main` is its own metric, after which equal ones are named."""
    names = labels([main, *(other.metric for other in others)])[1:]
    return tuple(
        _other(name, key, other, material, plan, units)
        for name, key, other in zip(names, keys(names, TAKEN), others, strict=True)
    )


def _other(
    name: str,
    key: str,
    given: Beside,
    material: Material,
    plan: Plan | None,
    units: Sequence[int] | None,
) -> Other:
    metric, known = given.metric, given.comparison
    systems = counted(metric, material, given.rows)
    effective = metric.uses_effective_order(sentence=True)
    values = [
        np.concatenate([np.asarray(metric.of_tokens.values(part, effective)) for part in parts])
        for parts in (system.rows[0] for system in systems)
    ]
    scores = known.systems if known else _alone(metric, material, systems, units, plan)
    return Other(name, key, metric, scores, known, list(map(joined_rows, systems)), values)


def _alone(
    metric: Metric[Any],
    material: Material,
    systems: Sequence[Counted],
    units: Sequence[int] | None,
    plan: Plan | None,
) -> tuple[SystemScore, ...]:
    pairs = zip(material.names, systems, strict=True)
    return tuple(alone(metric, name, each, material.segments, units, plan) for name, each in pairs)


# Formulas


class _Formula:
    """How the page scores sums: the formula's `name`, its `settings`, and what adds.

    `parts` has for each system arrays of one number for each segment.
    """

    def __init__(self, name: str, parts: Sequence[Sequence[NDArray[Any]]], **settings: Any) -> None:
        self.name = name
        self.parts = parts
        self.settings = settings


def _formula(
    metric: Metric[Any],
    rows: Sequence[Rows],
    values: Sequence[NDArray[np.float64]],
    systems: Sequence[SystemScore],
) -> _Formula:
    if isinstance(metric, CHRF):
        return _chrf(metric, rows)
    if isinstance(metric, (TER, GLEU, WER)):
        return _ratio(metric, rows)
    means = [float(each.mean()) for each in values]
    said = [system.value for system in systems]
    # ROUGE, METEOR, columns and whatever else is the mean of its segments' scores.
    is_mean = np.allclose(means, said, rtol=1e-9, atol=1e-9) and "segments" in metric.layout.names
    return _Formula("mean" if is_mean else "none", [[each] for each in values])


def _chrf(metric: CHRF, rows: Sequence[Rows]) -> _Formula:
    settings = {"beta": metric.beta, "eps_smoothing": metric.eps_smoothing}
    return _Formula("chrf", [list(each.T) for each in rows], **settings)


EMPTY = {TER: "one", GLEU: "zero", WER: "sum"}
"""What a score is without a denominator: one where anything is above it, nothing, or what is."""


def _ratio(metric: TER | GLEU | WER, rows: Sequence[Rows]) -> _Formula:
    """The last column is the denominator; what stands before it adds up to the numerator."""
    unit = metric.layout[len(metric.layout) - 1].parts
    if not any((each[:, -1] % unit).any() for each in rows):
        rows = [np.column_stack([each[:, :-1], each[:, -1] // unit]) for each in rows]
        unit = 1
    empty = next(said for kind, said in EMPTY.items() if isinstance(metric, kind))
    parts = [[each[:, :-1].sum(axis=1), each[:, -1]] for each in rows]
    return _Formula("ratio", parts, unit=unit, empty=empty)
