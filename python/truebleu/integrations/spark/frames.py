"""Spark's DataFrames: columns that are checked, and errors of workers as truebleu's own."""

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

WHOLE = ("tinyint", "smallint", "int", "bigint")
NO_KEYS = ("array", "map", "struct", "variant", "binary")


def sql() -> Any:
    """`pyspark.sql.functions`, which works on Spark Connect as well."""
    try:
        from pyspark.sql import functions
    except ImportError:
        raise missing_package("truebleu.integrations.spark", "spark") from None
    return functions


def check_frame(df: Any) -> None:
    """Refuse what is no DataFrame of Spark."""
    sql()
    if not (hasattr(df, "mapInArrow") and hasattr(df, "columns")):
        raise InputError(
            f"df is of type {type(df).__name__}: hand over a DataFrame of Spark, such as "
            "spark.read.parquet(...)"
        )


def check_metric(metric: object) -> Metric[Any]:
    """The metric, BLEU by default; `ConfigurationError` for what is no sum of rows."""
    metric = accepted(metric)
    if not metric.layout.adds:
        raise ConfigurationError(
            f"{metric!r} takes some counts from the last segment alone, and the rows of a "
            "DataFrame have no order: choose another smoothing"
        )
    return metric


def names_of(given: Any, what: str) -> list[str]:
    """Names of columns: one, or several."""
    names = [given] if isinstance(given, str) else given
    if not hasattr(names, "__iter__"):
        names = [names]
    listed = list(names)
    wrong = [name for name in listed if not isinstance(name, str)]
    if wrong or not listed:
        said = f"holds {wrong[0]!r}" if wrong else "is empty"
        raise ConfigurationError(
            f"{what} {said}: hand over the name of a column, or a list of them"
        )
    return listed


def pick(name: str) -> Any:
    """The column of this name, whatever characters it has."""
    return sql().col(f"`{name.replace('`', '``')}`")


def kind_of(df: Any, name: str, what: str) -> str:
    """What a column holds, in Spark's words; `InputError` where there is no such column."""
    count = df.columns.count(name)
    if not count:
        raise InputError(allowed(what, name, df.columns))
    if count > 1:
        raise InputError(f"{what}={name!r}: {count} columns have this name; rename all but one")
    kind: str = df.schema[name].dataType.simpleString()
    return kind


def _is_text(kind: str) -> bool:
    return kind == "string" or kind.startswith(("string ", "char(", "varchar("))


def text_columns(
    df: Any, systems: Sequence[str], references: Any, nulls: Any, empty_reference: Any = None
) -> ColumnNames:
    """The columns of text, checked; in batches they come first, in this order."""
    check_choice("nulls", nulls, ENGINE_NULLS)
    for name in systems:
        kind = kind_of(df, name, "hypothesis")
        if not _is_text(kind):
            raise InputError(f"hypothesis={name!r}: this column holds {kind}, not text")
    names = names_of(references, "references")
    kinds = [kind_of(df, name, "references") for name in names]
    lists = kinds[0].startswith("array<") and _is_text(kinds[0][6:-1])
    if lists and len(names) > 1:
        raise InputError(
            f"references: column {names[0]!r} has lists of references, so it must be the only one"
        )
    for name, kind in zip(names, kinds, strict=True):
        if not lists and not _is_text(kind):
            raise InputError(f"references: column {name!r} holds {kind}, not text or lists of text")
    places = tuple(range(len(systems) + len(names)))
    return ColumnNames(
        tuple(systems),
        tuple(names),
        lists,
        nulls,
        places,
        empty_policy(empty_reference, len(names), nulls),
        empty_reference is None,
    )


def check_key(df: Any, name: str, what: str) -> Any:
    """A column that rows are grouped by."""
    kind = kind_of(df, name, what)
    if kind.startswith(NO_KEYS):
        raise InputError(f"{what}={name!r}: rows cannot be grouped by a column of {kind}")
    return pick(name)


def check_id(df: Any, name: Any) -> Any:
    """The column with the rows' numbers, as 64 bits."""
    if not isinstance(name, str):
        raise ConfigurationError(
            f"id={name!r}: hand over the name of a column with a whole number of its own for each "
            "row, which decides what is drawn"
        )
    kind = kind_of(df, name, "id")
    if kind not in WHOLE:
        raise InputError(
            f"id={name!r}: this column holds {kind}, not whole numbers; make numbers of it, with "
            f"xxhash64({name!r}) for example"
        )
    return pick(name).cast("bigint")


def check_new(names: Iterable[object], taken: Iterable[str]) -> None:
    """Refuse names of new columns that others have; Spark takes no notice of upper case."""
    seen = {name.casefold() for name in taken}
    for name in names:
        if not isinstance(name, str) or not name:
            raise ConfigurationError(f"{name!r} is no name of a column")
        if name.casefold() in seen:
            raise ConfigurationError(
                f"there is a column {name!r} already: rename it, or name the new one otherwise"
            )
        seen.add(name.casefold())


def collected(frame: Any) -> list[Any]:
    """The rows of a small frame; what went wrong in a worker is said in truebleu's own words."""
    from pyspark.errors import PySparkException

    try:
        rows: list[Any] = frame.collect()
    except PySparkException as error:
        said = _said(str(error))
        if said is None:
            raise
        raise said from None
    return rows


def _said(text: str) -> TrueBleuError | None:
    if "No module named 'truebleu" in text:
        return MissingDependency(
            "Spark's workers have no truebleu: install it on every node, or ship an environment "
            "that has it (spark.archives)"
        )
    if "No module named 'pyarrow" in text or "PACKAGE_NOT_INSTALLED" in text:
        return missing_package("Spark", "arrow", more=" (here and on its workers)")
    found = re.search(r"^\s*truebleu\.errors\.(\w+): (.*)$", text, re.MULTILINE)
    return None if found is None else _error(found[1], found[2])


def first_error(given: str | None) -> None:
    """Raise what `tasks.failed` made a text of."""
    if given is not None:
        _, kind, message = given.split("|", 2)
        raise _error(kind, message)


def _error(kind: str, message: str) -> TrueBleuError:
    found = getattr(errors, kind, InputError)
    made: TrueBleuError = found(message)
    return made
