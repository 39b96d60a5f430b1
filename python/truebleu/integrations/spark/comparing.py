"""Comparison of systems in a Spark DataFrame, in one pass over the texts."""

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
"""Number of tasks that merge the sums of partitions, which limits the memory use of the driver."""

PARTS = (
    "metric int, segments bigint, fewest int, most int, skipped bigint, empty bigint, "
    "error string, part binary"
)


def compare(  # noqa: PLR0913  one keyword per option
    df: Any,
    systems: Mapping[str, str] | Sequence[str],
    references: str | Sequence[str],
    metrics: Metric[Any] | Sequence[Metric[Any]] | None = None,
    *,
    id: str,  # noqa: A002  the usual name of the column
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
    """Return the comparison of all pairs of systems: intervals, differences, p-values and clusters.

    The texts are read once. If the ids of the rows are 0, 1, 2, ..., the result equals that of
    `truebleu.compare` with `bootstrap="poisson"` for the rows in the order of their ids.

    Args:
        df: Spark DataFrame with a row for each segment.
        systems: names of the hypothesis columns, as a dict from system name to column name, or a
            list.
        references: names of reference columns, or the name of one column of lists.
        metrics: one or several metrics; None means `BLEU()`.
        id: name of a column with a unique integer for each row. The id determines the random
            numbers of the row.
        nulls: "error", "empty", "missing" or "skip", as in `corpus_score`. "skip" skips a row for
            all systems.
        empty_reference: as in `corpus_score`.
        seed: seed of the random numbers, as in `truebleu.compare`.
        test: "ar" (approximate randomization) or "bootstrap".
        trials: number of trials of the randomization.
        resamples: number of resamples of the Poisson bootstrap.
        confidence: confidence level of the intervals.
        baseline: name of the system that other systems are compared with. It comes first in the
            result. None means the first system.
        power: statistical power used for the minimum detectable difference.
        threads: maximum number of threads on the driver. Workers use the processors that Spark
            assigns.

    Raises:
        InputError: a column is missing or has the wrong type, a row is invalid, an id occurs twice,
            or there are fewer than two rows.
        ConfigurationError: a setting is invalid, or there are fewer than two systems.
        MissingDependency: PySpark is not installed, or truebleu is missing on the workers.
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
    column_by_system = _columns_by_system(systems, baseline)
    columns = frames.text_columns(
        df, list(column_by_system.values()), references, nulls, empty_reference
    )
    todo = [tasks.Task(frames.check_metric(metric), columns) for metric in check_metrics(metrics)]
    ids = frames.check_id(df, id)
    texts = [frames.pick(name) for name in (*columns.systems, *columns.references)]
    named_texts = [column.alias(f"t{i}") for i, column in enumerate(texts)]
    parts = (
        df.select(*named_texts, ids.alias("id"))
        .mapInArrow(partial(tasks.compared, todo, options), PARTS)
        .repartition(MERGERS)
        .mapInArrow(partial(tasks.merged, todo, options), PARTS)
    )
    merged = _merge_parts(frames.collected(parts), todo, options)
    note_empty(columns, merged[0].empty)
    note_skipped(merged[0].skipped, merged[0].segments)
    check_enough(merged[0].segments)
    _check_ids(df, id, merged[0])
    results = tuple(
        _build_comparison(task.metric, list(column_by_system), part, options)
        for task, part in zip(todo, merged, strict=True)
    )
    settings = options.signature(segments=merged[0].segments)
    comparison = Comparison(metrics=results, settings=settings)
    for message in comparison.warnings:
        warn_user(message)
    return comparison


def _columns_by_system(systems: Any, baseline: str | None) -> dict[str, str]:
    if not hasattr(systems, "items"):
        columns = frames.names_of(systems, "systems")
        systems = dict(zip(columns, columns, strict=True))
        if len(systems) < len(columns):
            raise InputError(
                f"systems has duplicate columns: {', '.join(columns)}. Pass a dict by name."
            )
    column_by_system = check_systems(systems, baseline)
    frames.names_of(list(column_by_system.values()), "systems")
    return column_by_system


def _merge_parts(rows: list[Any], todo: list[tasks.Task], options: CompareOptions) -> list[Part]:
    frames.first_error(min((row["error"] for row in rows if row["error"]), default=None))
    parts = [Part(task, options) for task in todo]
    for row in rows:
        parts[row["metric"]].merge(row.asDict())
    return parts


def _check_ids(df: Any, name: str, part: Part) -> None:
    numbered = part.native.numbered()
    if numbered:
        return
    functions = frames.sql()
    rows_by_id = df.groupBy(frames.pick(name)).agg(functions.count(functions.lit(1)).alias("rows"))
    duplicates = rows_by_id.where(functions.col("rows") > 1).orderBy(frames.pick(name)).limit(1)
    for number, rows in frames.collected(duplicates):
        raise InputError(
            f"id={name!r}: {rows} rows have the id {number}. Use a column of unique integers, "
            "since they determine the random draws."
        )


def _build_comparison(
    metric: Metric[Any], names: Sequence[str], part: Part, options: CompareOptions
) -> MetricComparison:
    references = part.min_references if part.min_references == part.max_references else "var"
    signature = metric.signature(references, part.segments)
    scores = [metric.scored(signature, tuple(row)) for row in part.native.totals()]
    systems = [CountedSystem(scores=(score,), score=score) for score in scores]
    return build_metric_comparison(metric, names, systems, (part.native, part.native), options)
