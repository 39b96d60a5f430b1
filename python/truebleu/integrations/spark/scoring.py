"""Scores and statistics of a DataFrame."""

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
from truebleu.metrics.base.signature import Signature, apart
from truebleu.metrics.registry import from_signature

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
    """The score of all rows; or with `by` a DataFrame with that of each group.

    Args:
        df: a DataFrame of Spark, classic or of Spark Connect.
        hypothesis: the column with the hypotheses.
        references: the columns with the references, or the one with lists of them.
        metric: any metric whose rows add; BLEU with its defaults when None.
        by: the columns that say which rows are scored together.
        nulls: "error", "empty", "missing" or "skip".
        empty_reference: what an empty text in a column of references is: "missing" or "empty", a
            reference of length 0. With None it is "missing" if there are several columns, and a
            warning gives the number where the score is computed at once (without `by`).

    Returns:
        Without `by` the score, as `metric.corpus_score` gives it. With it a DataFrame that is
        computed when it is asked for: the columns of `by`, `score` (in the metric's scale; null
        for a group of which every row was left out), `segments` (how many rows were scored),
        `skipped`, `signature` and `statistics`, which `rescore` adds.

    Raises:
        InputError: a column is missing or holds no text, or a row is wrong; it says which.
        EmptyCorpus: there are no rows.
        ConfigurationError: a setting is wrong.
        MissingDependency: PySpark is not installed, or truebleu is not where Spark's workers are.
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
    (row,) = frames.collected(parts.agg(*_added(width), empty, _first(tasks.ERRORS)))
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
    """The DataFrame with one more column: the sentence score of every row, a double.

    Rows stay where they are, in their order. `output` is the name of the new column; `statistics`
    that of another one for what `rescore` adds, none by default. With `nulls="skip"` both are null
    in rows that have nothing to score. The other arguments and what is raised are those of
    `corpus_score`; as Spark computes it later, what is wrong with a row is raised then, by Spark.
    """
    frames.check_frame(df)
    task = _task(df, hypothesis, references, metric, nulls, empty_reference)
    new = {output: "score"} if statistics is None else {output: "score", statistics: "statistics"}
    if len(new) < 1 + (statistics is not None):
        raise ConfigurationError(f"output and statistics are both {output!r}: name them apart")
    return _with(df, task, list(df.columns), new)


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
    """The DataFrame with the statistics of every row in the place of its texts.

    All columns but those of the texts are kept. The new one, `output`, has what `rescore` needs
    to add and to score rows: the metric's signature, the number of references, and the integers
    that `metric.layout` names. Written as Parquet it takes some bytes for each row. The other
    arguments and what is raised are those of `with_segment_scores`.
    """
    frames.check_frame(df)
    task = _task(df, hypothesis, references, metric, nulls, empty_reference)
    texts = {*task.columns.systems, *task.columns.references}
    kept = [name for name in df.columns if name not in texts]
    return _with(df, task, kept, {output: "statistics"})


def rescore(
    df: Any,
    statistics: str = "statistics",
    *,
    by: str | Sequence[str] | None = None,
    metric: Metric[Any] | None = None,
) -> Any:
    """The score of stored statistics: as `corpus_score` gives it, without the texts.

    Args:
        df: a DataFrame with statistics, of rows or of groups of rows.
        statistics: the column that has them.
        by: the columns that say which rows are scored together.
        metric: the one that counted, where its signature is not enough (its tokenizer is a
            function of yours); else it is made of the signature.

    Raises:
        InputError: they are no statistics, or of several metrics, or of another version.
        EmptyCorpus: there are none.
    """
    frames.check_frame(df)
    if frames.kind_of(df, statistics, "statistics") != STRUCT:
        raise InputError(
            f"statistics={statistics!r}: this column holds no statistics; they are what "
            "truebleu.integrations.spark.statistics makes"
        )
    found = _metric(df, statistics, metric)
    return _rescored(df, statistics, found, [] if by is None else frames.names_of(by, "by"))


def note_skipped(skipped: int | None, segments: int | None) -> None:
    """Tell a user that rows were left out, as they wished."""
    if skipped:
        rows = "row was" if skipped == 1 else "rows were"
        warn_user(f"{skipped:,} {rows} left out (nulls='skip'), {segments or 0:,} scored")


def note_empty(columns: ColumnNames, empty: int | None) -> None:
    """Warn of empty cells that were read as missing references."""
    if empty and columns.warn_empty:
        where = f"columns {', '.join(map(repr, columns.references))}"
        warn_user(about_empty(where, empty, 'empty_reference="empty"'))


def _task(
    df: Any, hypothesis: Any, references: Any, metric: Any, nulls: Any, empty_reference: Any
) -> tasks.Task:
    if not isinstance(hypothesis, str):
        raise ConfigurationError(f"hypothesis={hypothesis!r}: hand over the name of a column")
    columns = frames.text_columns(df, [hypothesis], references, nulls, empty_reference)
    return tasks.Task(frames.check_metric(metric), columns)


def _texts(df: Any, task: tasks.Task, *others: Any) -> Any:
    """The columns of text under names of ours, and some others."""
    names = (*task.columns.systems, *task.columns.references)
    texts = [frames.pick(name).alias(f"t{i}") for i, name in enumerate(names)]
    return df.select(*texts, *others)


def _sums(width: int) -> str:
    return ", ".join(f"c{i} bigint" for i in range(width))


def _added(width: int) -> list[Any]:
    """How Spark adds rows of sums."""
    functions = frames.sql()
    counts = [getattr(functions, how)(name).alias(name) for name, how in tasks.COUNTS.items()]
    return [*counts, *(functions.sum(f"c{i}").alias(f"c{i}") for i in range(width))]


def _first(name: str) -> Any:
    return frames.sql().min(name).alias(name)


def _score(metric: Metric[Any], row: Any) -> Score:
    if not row["segments"]:
        left_out = row["skipped"]
        said = f"all {left_out:,} were left out (nulls='skip')" if left_out else "there are none"
        raise EmptyCorpus(f"the DataFrame has no rows to score: {said}")
    whole = Accumulator(metric)
    sums = tuple(row[f"c{i}"] for i in range(len(metric.layout)))
    whole.take(sums, row["segments"], row["fewest"], row["most"])
    score: Score = whole.compute()
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
    """The scores of groups, of the rows of their parts."""
    keys = [f"g{i}" for i in range(len(by))]
    whole = parts.groupBy(*keys).agg(*_added(len(metric.layout)))
    schema = _schema(
        parts.select(*keys),
        len(by),
        f"score double, segments bigint, skipped bigint, signature string, statistics {STRUCT}",
    )
    scored = whole.mapInArrow(partial(tasks.finished, metric, len(by)), schema)
    return scored.toDF(*by, *RESULTS)


def _schema(df: Any, groups: int, others: str) -> Any:
    """The columns g0, g1, ... of a frame, and others."""
    from pyspark.sql.types import StructField, StructType

    keys = [df.schema[f"g{i}"] for i in range(groups)]
    plain = [StructField(key.name, key.dataType) for key in keys]
    return StructType([*plain, *_fields(others)])


def _fields(ddl: str) -> list[Any]:
    from pyspark.sql.types import StructType

    made: Any = StructType.fromDDL(ddl)
    return list(made.fields)


def _with(df: Any, task: tasks.Task, kept: list[str], new: dict[str, str]) -> Any:
    from dataclasses import replace

    from pyspark.sql.types import StructField, StructType

    frames.check_new(new, kept)
    names = list(dict.fromkeys([*kept, *task.columns.systems, *task.columns.references]))
    texts = (*task.columns.systems, *task.columns.references)
    columns = replace(task.columns, places=tuple(map(names.index, texts)))
    made = {field.name: field.dataType for field in _fields(f"score double, statistics {STRUCT}")}
    types = {name: df.schema[name].dataType for name in kept}
    types |= {name: made[kind] for name, kind in new.items()}
    schema = StructType([StructField(name, kind) for name, kind in types.items()])
    places = {name: names.index(name) for name in kept}
    work = partial(tasks.scored, replace(task, columns=columns), places, new)
    # Under names of ours: mapInArrow looks its columns up again, and takes a dot for a part.
    plain = [frames.pick(name).alias(f"t{i}") for i, name in enumerate(names)]
    return df.select(*plain).mapInArrow(work, schema)


def _metric(df: Any, name: str, metric: Metric[Any] | None) -> Metric[Any]:
    """The metric that counted, by its signature in one of the rows."""
    column = frames.pick(name)
    rows = frames.collected(
        df.where(column["metric"].isNotNull()).select(column["metric"].alias("metric")).limit(1)
    )
    if not rows:
        raise EmptyCorpus(f"there are no statistics in column {name!r}")
    found = metric or from_signature(rows[0]["metric"].partition("|")[2])
    check_same(f"{found.name}|{settings_of(found)}", rows[0]["metric"])
    return frames.check_metric(found)


def check_same(first: str, other: str) -> None:
    """Refuse to add what different metrics counted."""
    if first == other:
        return
    names, signatures = zip(*(each.split("|", 1) for each in (first, other)), strict=True)
    said = f"{names[0]} and {names[1]}"
    if names[0] == names[1]:
        said = apart(Signature.parse(signatures[0]), Signature.parse(signatures[1]))
    raise InputError(f"statistics of different metrics cannot be added: {said}")


def _rescored(df: Any, name: str, metric: Metric[Any], by: list[str]) -> Any:
    functions = frames.sql()
    column, width = frames.pick(name), len(metric.layout)
    counted = df.where(column.isNotNull())
    frames.check_new(RESULTS, by)
    keys = [frames.check_key(df, each, "by").alias(f"g{i}") for i, each in enumerate(by)]
    parts = counted.select(
        *keys,
        *(column[each].alias(each) for each in ("metric", "segments", "fewest", "most")),
        functions.lit(0).cast("bigint").alias("skipped"),
        *(functions.get(column["row"], i).alias(f"c{i}") for i in range(width)),
    )
    ends = [functions.min("metric").alias("low"), functions.max("metric").alias("high")]
    (row,) = frames.collected(parts.agg(*ends, *([] if by else _added(width))))
    check_same(row["low"], row["high"])
    return _finish(parts, metric, by) if by else _score(metric, row)
