"""Checks of Spark DataFrames and their columns, and errors that Spark's workers report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from truebleu import errors
from truebleu.errors import (
    ConfigurationError,
    InputError,
    MissingDependency,
    TrueBleuError,
    allowed,
)
from truebleu.inputs.arguments import check_choice
from truebleu.integrations.columns.cells import ENGINE_NULLS, ColumnNames
from truebleu.io.empty import empty_policy
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metric as accepted
from truebleu.wording import missing_package

INTEGERS = ("tinyint", "smallint", "int", "bigint")
NO_KEYS = ("array", "map", "struct", "variant", "binary")


def sql() -> Any:
    """Return `pyspark.sql.functions`, which also supports Spark Connect."""
    try:
        from pyspark.sql import functions
    except ImportError:
        raise missing_package("truebleu.integrations.spark", "spark") from None
    return functions


def check_frame(df: Any) -> None:
    """Raise `InputError` if `df` is not a Spark DataFrame."""
    sql()
    if not (hasattr(df, "mapInArrow") and hasattr(df, "columns")):
        raise InputError(
            f"df has type {type(df).__name__}. Pass a Spark DataFrame, such as "
            "spark.read.parquet(...)."
        )


def check_metric(metric: object) -> Metric[Any]:
    """Return `metric`, or `BLEU()` if it is None.

    Raises `ConfigurationError` if the metric's statistics are not additive.
    """
    metric = accepted(metric)
    if not metric.layout.adds:
        raise ConfigurationError(
            f"{metric!r} depends on the last segment, and rows of a DataFrame have no order. "
            "Use another smoothing."
        )
    return metric


def names_of(names: Any, argument: str) -> list[str]:
    """Return one or several column names as a list.

    `argument` is the name of the argument that error messages mention. Raises `ConfigurationError`
    if a name is not a str, or if there are no names.
    """
    if isinstance(names, str) or not hasattr(names, "__iter__"):
        names = [names]
    listed = list(names)
    wrong = [name for name in listed if not isinstance(name, str)]
    if wrong or not listed:
        problem = f"contains {wrong[0]!r}" if wrong else "is empty"
        raise ConfigurationError(f"{argument} {problem}. Pass a column name or a list of names.")
    return listed


def pick(name: str) -> Any:
    """Return the Spark column with this name; the name may contain any characters."""
    return sql().col(f"`{name.replace('`', '``')}`")


def kind_of(df: Any, name: str, argument: str) -> str:
    """Return Spark's name for the type of the column `name`.

    `argument` is the name of the argument that error messages mention. Raises `InputError` for an
    unknown column.
    """
    count = df.columns.count(name)
    if not count:
        raise InputError(allowed(argument, name, df.columns))
    if count > 1:
        raise InputError(
            f"{argument}={name!r}: {count} columns have this name. Rename all but one."
        )
    kind: str = df.schema[name].dataType.simpleString()
    return kind


def _is_text(kind: str) -> bool:
    return kind == "string" or kind.startswith(("string ", "char(", "varchar("))


def text_columns(
    df: Any, systems: Sequence[str], references: Any, nulls: Any, empty_reference: Any = None
) -> ColumnNames:
    """Return the columns of hypotheses and references, after checking their types.

    On a worker, they are the first columns of each batch: hypotheses, then references.
    """
    check_choice("nulls", nulls, ENGINE_NULLS)
    for name in systems:
        kind = kind_of(df, name, "hypothesis")
        if not _is_text(kind):
            raise InputError(
                f"hypothesis={name!r}: this column has type {kind}. Use a column of text."
            )
    names = names_of(references, "references")
    kinds = [kind_of(df, name, "references") for name in names]
    lists = kinds[0].startswith("array<") and _is_text(kinds[0][6:-1])
    if lists and len(names) > 1:
        raise InputError(f"references: column {names[0]!r} contains lists. Pass this column alone.")
    for name, kind in zip(names, kinds, strict=True):
        if not lists and not _is_text(kind):
            raise InputError(
                f"references: column {name!r} has type {kind}. Use text or lists of text."
            )
    indices = tuple(range(len(systems) + len(names)))
    return ColumnNames(
        tuple(systems),
        tuple(names),
        lists,
        nulls,
        indices,
        empty_policy(empty_reference, len(names), nulls),
        empty_reference is None,
    )


def check_key(df: Any, name: str, argument: str) -> Any:
    """Return the Spark column `name`, by which rows are grouped.

    Raises `InputError` if its type is unsuitable.
    """
    kind = kind_of(df, name, argument)
    if kind.startswith(NO_KEYS):
        raise InputError(
            f"{argument}={name!r}: cannot group by a column of type {kind}. Use another column."
        )
    return pick(name)


def check_id(df: Any, name: Any) -> Any:
    """Return the id column as 64-bit integers."""
    if not isinstance(name, str):
        raise ConfigurationError(
            f"id={name!r} is not a column name. Pass the name of a column with a unique integer "
            "for each row."
        )
    kind = kind_of(df, name, "id")
    if kind not in INTEGERS:
        raise InputError(
            f"id={name!r}: this column has type {kind}. Use integers, such as xxhash64({name!r})."
        )
    return pick(name).cast("bigint")


def check_new(names: Iterable[object], taken: Iterable[str]) -> None:
    """Check the names of new columns.

    Raises `ConfigurationError` for a name that is in `taken` or occurs twice. Spark ignores case,
    so "Score" and "score" are equal names.
    """
    seen = {name.casefold() for name in taken}
    for name in names:
        if not isinstance(name, str) or not name:
            raise ConfigurationError(f"{name!r} is not a column name. Pass a non-empty str.")
        if name.casefold() in seen:
            raise ConfigurationError(
                f"column {name!r} already exists. Choose another name for the new column."
            )
        seen.add(name.casefold())


def collected(frame: Any) -> list[Any]:
    """Return the rows of a small DataFrame.

    Errors that truebleu raised on workers are raised here with their original types.
    """
    from pyspark.errors import PySparkException

    try:
        rows: list[Any] = frame.collect()
    except PySparkException as error:
        worker_error = _parse_worker_error(str(error))
        if worker_error is None:
            raise
        raise worker_error from None
    return rows


def _parse_worker_error(text: str) -> TrueBleuError | None:
    if "No module named 'truebleu" in text:
        return MissingDependency(
            "truebleu is missing on Spark's workers. Install it on every node, or ship an "
            "environment (spark.archives)."
        )
    if "No module named 'pyarrow" in text or "PACKAGE_NOT_INSTALLED" in text:
        return missing_package("Spark", "arrow", more=" (here and on its workers)")
    match = re.search(r"^\s*truebleu\.errors\.(\w+): (.*)$", text, re.MULTILINE)
    return None if match is None else _build_error(match[1], match[2])


def first_error(text: str | None) -> None:
    """Raise the error that `text` describes; do nothing if it is None.

    A worker writes the text with `tasks.failed`.
    """
    if text is not None:
        _, kind, message = text.split("|", 2)
        raise _build_error(kind, message)


def _build_error(kind: str, message: str) -> TrueBleuError:
    error: TrueBleuError = getattr(errors, kind, InputError)(message)
    return error
