"""The rows of every system, and how sure a score is where there is nothing to compare it with."""

from __future__ import annotations

import numpy as np

from truebleu.findings import SystemScore
from truebleu.references import References
from truebleu.resampling.runs import each_run
from truebleu.resampling.systems import count_rows, scored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from truebleu.metrics.base import Metric
    from truebleu.metrics.bleu import BLEU
    from truebleu.report.material import Material
    from truebleu.resampling.plan import Plan
    from truebleu.resampling.rows import Rows as Counts
    from truebleu.resampling.systems import Counted

    Rows = NDArray[np.int64]

__all__ = ["alone", "counted", "first_lengths", "influences", "joined_rows", "rows_of"]


def rows_of(metric: Metric[Any], material: Material, threads: int) -> dict[str, Counts]:
    """The rows of each system."""
    batches = {name: [batch] for name, batch in material.batches.items()}
    return {name: rows[0] for name, rows in count_rows(metric, batches, threads).items()}


def counted(metric: Metric[Any], material: Material, rows: Mapping[str, Counts]) -> list[Counted]:
    """The rows and the score of each system, in the order of the material."""
    return scored(metric, {name: [rows[name]] for name in material.names}, material.segments)


def joined_rows(system: Counted) -> Rows:
    """The rows of a system in one array of shape (segments, columns)."""
    parts = [np.asarray(part) for part in system.rows[0]]
    return np.concatenate(parts).astype(np.int64, copy=False)


def first_lengths(metric: BLEU, material: Material, rows: Rows) -> NDArray[np.int64]:
    """Tokens of the first reference of each segment, 0 where it is missing; of shape (segments,).

    `rows` are those of a system: with one reference it has the length.
    """
    stream = material.references[0]
    if len(material.references) == 1 and None not in stream:
        column = metric.layout.index("reference_length")
        found: NDArray[np.int64] = rows[:, column] // metric.layout[column].parts
        return found
    nothing: list[str] | str = [] if material.tokens else ""
    texts = [nothing if cell is None else cell for cell in stream]
    lengths = metric.statistics(texts, References.streams([texts]))
    return lengths[:, metric.layout.index("hypothesis_length")]


def alone(
    metric: Metric[Any],
    name: str,
    system: Counted,
    segments: int,
    units: Sequence[int] | None,
    plan: Plan | None,
) -> SystemScore:
    """A system without another: its interval is that of a comparison with the same plan.

    With a single segment there is nothing to draw from: the interval is the score itself.
    """
    from truebleu.resampling.spread import Spread

    score = system.score
    if segments < 2 or plan is None:
        return SystemScore(name, score, (score.value, score.value), None, 1, (score,), None, None)
    spread = Spread(each_run(metric, [system], units), [system], plan)
    interval, bca = spread.of_system(0)
    return SystemScore(name, score, interval, bca, 1, (score,), spread.selection(0), None)


def influences(metric: BLEU, systems: Sequence[Counted], threads: int) -> NDArray[np.float64]:
    """How much a segment moves the corpus: of each the largest change that leaving it out makes.

    Of the difference to the first system where there are several, else of the score; in points,
    without sign, in an array of shape (segments,).
    """
    native = each_run(metric, systems, None)
    without = np.asarray(native.leave_out("multinomial", threads))
    change = without - np.array([[system.value for system in systems]])
    if len(systems) > 1:
        change = change[:, 1:] - change[:, :1]
    found: NDArray[np.float64] = np.nan_to_num(np.abs(change)).max(axis=1)
    return found
