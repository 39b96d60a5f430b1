"""Whatever holds columns: Arrow data, DataFrames, datasets, and dicts of columns."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError
from truebleu.inputs.sequences import as_segments, described, has_arrow, open_reader

if TYPE_CHECKING:
    from truebleu.inputs.sequences import Segments
    from truebleu.integrations.columns.cells import Wanted
    from truebleu.integrations.columns.columns import Columns

ROWS = 4096
"""Rows of a batch: enough for threads to share, few enough for long documents."""


def read_table(
    table: Any, wanted: Wanted, before: int = 0, empty: Counter[str] | None = None
) -> Columns:
    """The wanted columns of a table; `before` and `empty` are those of `Wanted.pairs`."""
    if hasattr(table, "with_format") and hasattr(table, "select_columns"):
        return wanted.pairs(_of_dataset(table, wanted, before), before, empty=empty)
    if hasattr(table, "iloc") or (hasattr(table, "keys") and hasattr(table, "__getitem__")):
        return wanted.pairs(_by_name(table, wanted), before, empty=empty)
    if not has_arrow(table):
        raise InputError(
            f"the table is of type {type(table).__name__}, which hands over no Arrow data. What "
            "has to be computed first must be: .collect() in polars, .toArrow() in Spark"
        )
    return wanted.pairs(_of_arrow(table, wanted, before), before, empty=empty)


def _of_arrow(table: Any, wanted: Wanted, before: int) -> dict[str, Segments]:
    reader = open_reader(table, "the table")
    if reader is None or not reader.is_table:
        raise InputError(
            "the table is one column without a name: hand it to the metric itself, "
            "metric.corpus_score(column, references)"
        )
    places = wanted.places([name for name, _, _ in reader.fields], "the table")
    for place in places:
        name, kind, readable = reader.fields[place]
        if readable is None:
            raise InputError(
                f"column {name!r} is of type {described(kind)}: text is needed, or lists of texts "
                "for references"
            )
    columns = reader.read_remaining(places, [f"column {name!r}" for name in wanted.names], before)
    return dict(zip(wanted.names, columns, strict=True))


def _by_name(table: Any, wanted: Wanted) -> dict[str, Segments]:
    """Columns that are asked for one by one: those of pandas, or of a dict."""
    wanted.places(list(table.keys()), "the table")
    columns = {name: as_segments(table[name], f"column {name!r}") for name in wanted.names}
    lengths = {name: len(cells) for name, cells in columns.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name!r} has {length}" for name, length in lengths.items())
        raise InputError(f"the columns have different numbers of rows: {said}")
    return columns


def _of_dataset(table: Any, wanted: Wanted, before: int) -> dict[str, Segments]:
    """Columns of a dataset of Hugging Face, as stored, or as its transform makes them."""
    names = table.column_names
    if not isinstance(names, list):
        raise InputError(
            f"the dataset has splits: hand over one of them, such as dataset[{next(iter(names))!r}]"
        )
    wanted.places(names, "the dataset")
    if table.format["type"] == "custom":
        columns = {name: [row[name] for row in table] for name in wanted.names}
        return {name: as_segments(cells, f"column {name!r}") for name, cells in columns.items()}
    return _of_arrow(table.select_columns(wanted.names).with_format("arrow")[:], wanted, before)
