"""Systems of a DataFrame compared, in one pass over the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from truebleu.errors import InputError, warn_user
from truebleu.inputs.systems import check_enough, check_systems
from truebleu.integrations.spark import frames, tasks
from truebleu.integrations.spark.parts import Part
from truebleu.integrations.spark.scoring import note_empty, note_skipped
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metrics
from truebleu.significance.options import CompareOptions
from truebleu.significance.pairs import build_metric_comparison
from truebleu.significance.results import Comparison, MetricComparison
from truebleu.significance.systems import CountedSystem

MERGERS = 8
"""Tasks that merge the partitions' parts, so that the driver does not have to hold them all."""

PARTS = (
    "metric int, segments bigint, fewest int, most int, skipped bigint, empty bigint, "
    "error string, part binary"
)


def compare(  # noqa: PLR0913  keywords, one for each option
    df: Any,
    systems: Mapping[str, str] | Sequence[str],
    references: str | Sequence[str],
    metrics: Metric[Any] | Sequence[Metric[Any]] | None = None,
    *,
    id: str,  # noqa: A002  that is what the column is called
    nulls: str = "error",
    empty_reference: str | None = None,
    seed: int = 12345,
    test: str = "ar",
    trials: int = 10_000,
    resamples: int = 1000,
    confidence: float = 0.95,
    baseline: str | None = None,
    power: float = 0.8,
    threads: int | None = None,
) -> Comparison:
    """Compare systems on the same references: all pairs, with intervals, p-values and clusters.

    Everything comes of one pass over the texts, and is what `truebleu.compare` gives with
    `bootstrap="poisson"` for the rows in the order of their numbers, to the last digit.

    Args:
        df: a DataFrame of Spark with a row for each segment.
        systems: for each system by its name the column with its hypotheses; or just the columns.
        references: the columns with the references, or the one with lists of them.
        metrics: one metric or several; BLEU with its defaults when None.
        id: a column with a whole number of its own for each row. The number decides what is drawn
            for the row; 0, 1, 2, ... gives the numbers of one machine.
        nulls: "error", "empty", "missing" or "skip"; a row that is left out is so for all systems.
        empty_reference: as for `corpus_score`.
        seed: as for `truebleu.compare`, and so are the following.
        test: "ar" or "bootstrap".
        trials: of the randomization.
        resamples: of the Poisson bootstrap.
        confidence: of the intervals.
        baseline: the system that stands first in the result; the first of `systems` when None.
        power: the share of test sets that are to show a difference.
        threads: how many threads the driver may use; workers use what Spark gives their tasks.

    Raises:
        InputError: a column is missing or of the wrong kind, a row is wrong (it says which), two
            rows have the same number, or there are fewer than two rows.
        ConfigurationError: a setting is wrong, or there are fewer than two systems.
        MissingDependency: PySpark is not installed, or truebleu is not where Spark's workers are.
    """
    frames.check_frame(df)
    options = CompareOptions(
        seed=seed,
        test=test,
        trials=trials,
        resamples=resamples,
        confidence=confidence,
        baseline=baseline,
        threads=threads,
        bootstrap="poisson",
        power=power,
    )
    named = _named(systems, baseline)
    columns = frames.text_columns(df, list(named.values()), references, nulls, empty_reference)
    todo = [tasks.Task(frames.check_metric(each), columns) for each in check_metrics(metrics)]
    ids = frames.check_id(df, id)
    texts = [frames.pick(name) for name in (*columns.systems, *columns.references)]
    named_texts = [column.alias(f"t{i}") for i, column in enumerate(texts)]
    parts = (
        df.select(*named_texts, ids.alias("id"))
        .mapInArrow(partial(tasks.compared, todo, options), PARTS)
        .repartition(MERGERS)
        .mapInArrow(partial(tasks.merged, todo, options), PARTS)
    )
    whole = _whole(frames.collected(parts), todo, options)
    note_empty(columns, whole[0].empty)
    note_skipped(whole[0].skipped, whole[0].segments)
    check_enough(whole[0].segments)
    _check_ids(df, id, whole[0])
    results = tuple(
        _found(task.metric, list(named), part, options)
        for task, part in zip(todo, whole, strict=True)
    )
    settings = options.signature(segments=whole[0].segments)
    comparison = Comparison(metrics=results, settings=settings)
    for message in comparison.warnings:
        warn_user(message)
    return comparison


def _named(systems: Any, baseline: str | None) -> dict[str, str]:
    if not hasattr(systems, "items"):
        columns = frames.names_of(systems, "systems")
        systems = dict(zip(columns, columns, strict=True))
        if len(systems) < len(columns):
            raise InputError(f"systems has a column twice: {', '.join(columns)}")
    named = check_systems(systems, baseline)
    frames.names_of(list(named.values()), "systems")
    return named


def _whole(rows: list[Any], todo: list[tasks.Task], options: CompareOptions) -> list[Part]:
    """The parts as one for each metric; the first error that a worker met is raised."""
    frames.first_error(min((row["error"] for row in rows if row["error"]), default=None))
    whole = [Part(task, options) for task in todo]
    for row in rows:
        whole[row["metric"]].merge(row.asDict())
    return whole


def _check_ids(df: Any, name: str, part: Part) -> None:
    """Refuse numbers that two rows have: what is drawn for one would be drawn for both.

    That they are 0, 1, 2, ... shows in the sums. What else they are takes a look at them, and at
    nothing but them.
    """
    numbered = part.native.numbered()
    if numbered:
        return
    functions = frames.sql()
    counted = df.groupBy(frames.pick(name)).agg(functions.count(functions.lit(1)).alias("rows"))
    twice = counted.where(functions.col("rows") > 1).orderBy(frames.pick(name)).limit(1)
    for number, rows in frames.collected(twice):
        raise InputError(
            f"id={name!r}: {rows} rows have the number {number}: every row needs one of its own, "
            "for it decides what is drawn"
        )


def _found(
    metric: Metric[Any], names: Sequence[str], part: Part, options: CompareOptions
) -> MetricComparison:
    references = part.fewest if part.fewest == part.most else "var"
    signature = metric.signature(references, part.segments)
    scores = [metric.scored(signature, tuple(row)) for row in part.native.totals()]
    systems = [CountedSystem(scores=(score,), score=score) for score in scores]
    return build_metric_comparison(metric, names, systems, (part.native, part.native), options)
