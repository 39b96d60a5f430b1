"""Scores and sufficient statistics of the rows of a Spark DataFrame."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, warn_user
from truebleu.integrations.columns.cells import ColumnNames
from truebleu.integrations.spark import frames, tasks
from truebleu.io.empty import about_empty
from truebleu.metrics.base.accumulator import Accumulator, settings_of
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.signature import Signature, describe_difference
from truebleu.metrics.registry import from_signature
from truebleu.wording import count

COUNTED = "segments bigint, fewest int, most int"
STRUCT = "struct<metric:string,segments:bigint,fewest:int,most:int,row:array<bigint>>"
RESULTS = ("score", "segments", "skipped", "signature", "statistics")


def corpus_score(
    df: Any,
    *,
    hypothesis: str,
    references: str | Sequence[str],
    metric: Metric[Any] | None = None,
    by: str | Sequence[str] | None = None,
    nulls: str = "error",
    empty_reference: str | None = None,
) -> Any:
    """Return the score of all rows. With `by`, return a DataFrame with the score of each group.

    Args:
        df: Spark DataFrame (classic or Spark Connect).
        hypothesis: name of the column of hypotheses.
        references: names of reference columns, or the name of one column of lists.
        metric: any metric with additive statistics; None means `BLEU()`.
        by: names of the columns by which rows are grouped.
        nulls: meaning of a null. "error" raises an error. "empty" means an empty text. "missing"
            means no reference. "skip" is like "missing", but a row without a hypothesis or without
            any reference is left out instead of raising an error.
        empty_reference: meaning of an empty text in a column of references. "missing" means no
            reference. "empty" means a reference of length 0. None means "empty" if there is one
            column or `nulls` is "empty". Otherwise, None means "missing", and without `by`, a
            warning states how many texts are empty.

    Returns:
        Without `by`, the score that `metric.corpus_score` returns. With `by`, a lazy DataFrame. Its
        columns are the columns of `by`, followed by `score`, `segments` (number of scored rows),
        `skipped`, `signature` and `statistics` (for `rescore`). `score` is on the metric's scale,
        and null for a group without scored rows.

    Raises:
        InputError: a column is missing or is not text, or a row is invalid.
        EmptyCorpus: there are no rows.
        ConfigurationError: a setting is invalid.
        MissingDependency: PySpark is not installed, or truebleu is missing on the workers.
    """
    frames.check_frame(df)
    task = _task(df, hypothesis, references, metric, nulls, empty_reference)
    if by is not None:
        return _by_group(df, task, frames.names_of(by, "by"))
    texts = _texts(df, task)
    width = len(task.metric.layout)
    schema = f"{COUNTED}, skipped bigint, empty bigint, error string, {_sums(width)}"
    parts = texts.mapInArrow(partial(tasks.summed, task), schema)
    empty = frames.sql().sum("empty").alias("empty")
    (row,) = frames.collected(parts.agg(*_sum_columns(width), empty, _first(tasks.ERRORS)))
    frames.first_error(row[tasks.ERRORS])
    note_empty(task.columns, row["empty"])
    if row["segments"]:
        note_skipped(row["skipped"], row["segments"])
    return _score(task.metric, row)


def with_segment_scores(
    df: Any,
    *,
    hypothesis: str,
    references: str | Sequence[str],
    metric: Metric[Any] | None = None,
    output: str = "score",
    statistics: str | None = None,
    nulls: str = "error",
    empty_reference: str | None = None,
) -> Any:
    """Return the DataFrame with a new column of sentence scores (double).

    Rows keep their order and partitions. `output` is the name of the new column. `statistics` is
    the name of a second new column, the input of `rescore`; None means no second column. With
    `nulls="skip"`, both columns are null in skipped rows. The other arguments and errors are those
    of `corpus_score`. Spark computes the result lazily, so errors in rows are raised later.
    """
    frames.check_frame(df)
    task = _task(df, hypothesis, references, metric, nulls, empty_reference)
    new = {output: "score"} if statistics is None else {output: "score", statistics: "statistics"}
    if len(new) < 1 + (statistics is not None):
        raise ConfigurationError(f"output and statistics are both {output!r}. Use different names.")
    return _add_columns(df, task, list(df.columns), new)


def statistics(
    df: Any,
    *,
    hypothesis: str,
    references: str | Sequence[str],
    metric: Metric[Any] | None = None,
    output: str = "statistics",
    nulls: str = "error",
    empty_reference: str | None = None,
) -> Any:
    """Return the DataFrame with the sufficient statistics of each row in place of its texts.

    All columns except `hypothesis` and `references` are kept. The new column `output` is the input
    of `rescore`. It contains the metric's signature, the number of references, and the integers
    that `metric.layout` names. In Parquet it takes a few bytes per row. The other arguments and
    errors are those of `with_segment_scores`.
    """
    frames.check_frame(df)
    task = _task(df, hypothesis, references, metric, nulls, empty_reference)
    texts = {*task.columns.systems, *task.columns.references}
    names = [name for name in df.columns if name not in texts]
    return _add_columns(df, task, names, {output: "statistics"})


def rescore(
    df: Any,
    statistics: str = "statistics",
    *,
    by: str | Sequence[str] | None = None,
    metric: Metric[Any] | None = None,
) -> Any:
    """Return the score computed from stored statistics; it equals `corpus_score` of the texts.

    Args:
        df: DataFrame with the statistics of rows or of groups of rows.
        statistics: name of the column of statistics.
        by: names of the columns by which rows are grouped.
        metric: the metric that counted the statistics. It is required if the signature does not
            describe the metric fully (custom tokenizers, document frequencies of CIDEr). None means
            the metric that the signature describes.

    Raises:
        InputError: the column has no statistics, or statistics of different metrics or versions.
        EmptyCorpus: there are no statistics.
    """
    frames.check_frame(df)
    if frames.kind_of(df, statistics, "statistics") != STRUCT:
        raise InputError(
            f"statistics={statistics!r} is not a column of statistics. Create it with "
            "truebleu.integrations.spark.statistics."
        )
    counting_metric = _metric(df, statistics, metric)
    return _rescored(
        df, statistics, counting_metric, [] if by is None else frames.names_of(by, "by")
    )


def note_skipped(skipped: int | None, segments: int | None) -> None:
    """Warn about skipped rows, if any."""
    if skipped:
        rows = count(skipped, "row", grouped=True)
        warn_user(f"skipped {rows} with nulls (nulls='skip'), scored {segments or 0:,}.")


def note_empty(columns: ColumnNames, empty: int | None) -> None:
    """Warn about empty texts that were read as missing references, if any."""
    if empty and columns.warn_empty:
        where = f"columns {', '.join(map(repr, columns.references))}"
        warn_user(about_empty(where, empty, 'empty_reference="empty"'))


def _task(
    df: Any, hypothesis: Any, references: Any, metric: Any, nulls: Any, empty_reference: Any
) -> tasks.Task:
    if not isinstance(hypothesis, str):
        raise ConfigurationError(f"hypothesis={hypothesis!r} is not a column name. Pass one str.")
    columns = frames.text_columns(df, [hypothesis], references, nulls, empty_reference)
    return tasks.Task(frames.check_metric(metric), columns)


def _texts(df: Any, task: tasks.Task, *others: Any) -> Any:
    names = (*task.columns.systems, *task.columns.references)
    texts = [frames.pick(name).alias(f"t{i}") for i, name in enumerate(names)]
    return df.select(*texts, *others)


def _sums(width: int) -> str:
    return ", ".join(f"c{i} bigint" for i in range(width))


def _sum_columns(width: int) -> list[Any]:
    functions = frames.sql()
    counts = [getattr(functions, how)(name).alias(name) for name, how in tasks.COUNTS.items()]
    return [*counts, *(functions.sum(f"c{i}").alias(f"c{i}") for i in range(width))]


def _first(name: str) -> Any:
    return frames.sql().min(name).alias(name)


def _score(metric: Metric[Any], row: Any) -> Score:
    if not row["segments"]:
        left_out = row["skipped"]
        reason = f"all {left_out:,} were skipped (nulls='skip')" if left_out else "it is empty"
        raise EmptyCorpus(f"the DataFrame has no rows to score: {reason}.")
    accumulator = Accumulator(metric)
    sums = tuple(row[f"c{i}"] for i in range(len(metric.layout)))
    accumulator.add_summed(sums, row["segments"], row["fewest"], row["most"])
    score: Score = accumulator.compute()
    return score


def _by_group(df: Any, task: tasks.Task, by: list[str]) -> Any:
    frames.check_new(RESULTS, by)
    keys = [frames.check_key(df, name, "by").alias(f"g{i}") for i, name in enumerate(by)]
    texts = _texts(df, task, *keys)
    width = len(task.metric.layout)
    parts = texts.mapInArrow(
        partial(tasks.grouped, task, len(by)),
        _schema(texts, len(by), f"{COUNTED}, skipped bigint, {_sums(width)}"),
    )
    return _finish(parts, task.metric, by)


def _finish(parts: Any, metric: Metric[Any], by: list[str]) -> Any:
    keys = [f"g{i}" for i in range(len(by))]
    groups = parts.groupBy(*keys).agg(*_sum_columns(len(metric.layout)))
    schema = _schema(
        parts.select(*keys),
        len(by),
        f"score double, segments bigint, skipped bigint, signature string, statistics {STRUCT}",
    )
    scored = groups.mapInArrow(partial(tasks.finished, metric, len(by)), schema)
    return scored.toDF(*by, *RESULTS)


def _schema(df: Any, groups: int, others: str) -> Any:
    from pyspark.sql.types import StructField, StructType

    keys = [df.schema[f"g{i}"] for i in range(groups)]
    plain = [StructField(key.name, key.dataType) for key in keys]
    return StructType([*plain, *_fields(others)])


def _fields(ddl: str) -> list[Any]:
    from pyspark.sql.types import StructType

    schema: Any = StructType.fromDDL(ddl)
    return list(schema.fields)


def _add_columns(df: Any, task: tasks.Task, kept_names: list[str], new: dict[str, str]) -> Any:
    from dataclasses import replace

    from pyspark.sql.types import StructField, StructType

    frames.check_new(new, kept_names)
    names = list(dict.fromkeys([*kept_names, *task.columns.systems, *task.columns.references]))
    texts = (*task.columns.systems, *task.columns.references)
    columns = replace(task.columns, indices=tuple(map(names.index, texts)))
    types_by_kind = {
        field.name: field.dataType for field in _fields(f"score double, statistics {STRUCT}")
    }
    types = {name: df.schema[name].dataType for name in kept_names}
    types |= {name: types_by_kind[kind] for name, kind in new.items()}
    schema = StructType([StructField(name, kind) for name, kind in types.items()])
    indices = {name: names.index(name) for name in kept_names}
    work = partial(tasks.scored, replace(task, columns=columns), indices, new)
    # Internal names: mapInArrow resolves column names again and reads a dot as a nested field.
    plain = [frames.pick(name).alias(f"t{i}") for i, name in enumerate(names)]
    return df.select(*plain).mapInArrow(work, schema)


def _metric(df: Any, name: str, metric: Metric[Any] | None) -> Metric[Any]:
    column = frames.pick(name)
    rows = frames.collected(
        df.where(column["metric"].isNotNull()).select(column["metric"].alias("metric")).limit(1)
    )
    if not rows:
        raise EmptyCorpus(f"column {name!r} has no statistics. Pass at least one row.")
    counting_metric = metric or from_signature(rows[0]["metric"].partition("|")[2], data=True)
    check_same(f"{counting_metric.name}|{settings_of(counting_metric)}", rows[0]["metric"])
    return frames.check_metric(counting_metric)


def check_same(first: str, second: str) -> None:
    """Raise `InputError` if statistics were counted by two different metrics.

    `first` and `second` each consist of a metric's name, "|" and the metric's signature.
    """
    if first == second:
        return
    names, signatures = zip(*(text.split("|", 1) for text in (first, second)), strict=True)
    difference = f"{names[0]} and {names[1]}"
    if names[0] == names[1]:
        difference = describe_difference(
            Signature.parse(signatures[0]), Signature.parse(signatures[1])
        )
    raise InputError(f"cannot add statistics of different metrics: {difference}.")


def _rescored(df: Any, name: str, metric: Metric[Any], by: list[str]) -> Any:
    functions = frames.sql()
    column, width = frames.pick(name), len(metric.layout)
    rows = df.where(column.isNotNull())
    frames.check_new(RESULTS, by)
    keys = [frames.check_key(df, field, "by").alias(f"g{i}") for i, field in enumerate(by)]
    parts = rows.select(
        *keys,
        *(column[field].alias(field) for field in ("metric", "segments", "fewest", "most")),
        functions.lit(0).cast("bigint").alias("skipped"),
        *(functions.get(column["row"], i).alias(f"c{i}") for i in range(width)),
    )
    ends = [functions.min("metric").alias("low"), functions.max("metric").alias("high")]
    (row,) = frames.collected(parts.agg(*ends, *([] if by else _sum_columns(width))))
    check_same(row["low"], row["high"])
    return _finish(parts, metric, by) if by else _score(metric, row)
