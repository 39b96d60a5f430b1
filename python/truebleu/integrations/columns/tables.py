"""Reading of table columns from Arrow data, DataFrames, datasets, and dicts of columns."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError
from truebleu.inputs.arrow import describe_type, has_arrow, open_reader
from truebleu.inputs.sequences import as_segments

if TYPE_CHECKING:
    from truebleu.inputs.sequences import Segments
    from truebleu.integrations.columns.cells import ColumnSelection
    from truebleu.integrations.columns.columns import Columns

ROWS = 4096
"""Number of rows in a batch: enough for several threads, but little memory even for long
documents."""


def read_table(
    table: Any, selection: ColumnSelection, before: int = 0, empty: Counter[str] | None = None
) -> Columns:
    """Return the hypotheses and references in the selected columns of a table.

    `before` is the number of rows that precede this table, for row numbers in messages. The number
    of empty texts in each column of references is added to `empty`. If `empty` is None, these texts
    cause a warning.
    """
    if hasattr(table, "with_format") and hasattr(table, "select_columns"):
        return selection.pairs(_of_dataset(table, selection, before), before, empty=empty)
    if hasattr(table, "iloc") or (hasattr(table, "keys") and hasattr(table, "__getitem__")):
        return selection.pairs(_by_name(table, selection), before, empty=empty)
    if not has_arrow(table):
        fix = "Call .collect() (Polars) or .toArrow() (Spark) first."
        if isinstance(table, (list, tuple)):
            fix = "Make a DataFrame of its rows, or pass iter(tables) if it has tables."
        raise InputError(
            f"unsupported table type {type(table).__name__}: it does not export Arrow data. {fix}"
        )
    return selection.pairs(_of_arrow(table, selection, before), before, empty=empty)


def _of_arrow(table: Any, selection: ColumnSelection, before: int) -> dict[str, Segments]:
    reader = open_reader(table, "the table")
    if reader is None or not reader.is_table:
        raise InputError(
            "the table is a single column without a name. Pass it to "
            "metric.corpus_score(column, references)."
        )
    indices = selection.indices([name for name, _, _ in reader.fields], "the table")
    for index in indices:
        name, kind, readable = reader.fields[index]
        if readable not in {"text", "lists"}:
            raise InputError(
                f"column {name!r} has type {describe_type(kind)}. Use a column of text, or of "
                "lists of texts for references."
            )
    columns = reader.read_remaining(
        indices, [f"column {name!r}" for name in selection.names], before
    )
    return dict(zip(selection.names, columns, strict=True))


def _by_name(table: Any, selection: ColumnSelection) -> dict[str, Segments]:
    selection.indices(list(table.keys()), "the table")
    columns = {name: as_segments(table[name], f"column {name!r}") for name in selection.names}
    lengths = {name: len(cells) for name, cells in columns.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{name!r} has {length}" for name, length in lengths.items())
        raise InputError(f"columns have different lengths: {listed}.")
    return columns


def _of_dataset(table: Any, selection: ColumnSelection, before: int) -> dict[str, Segments]:
    names = table.column_names
    if not isinstance(names, list):
        raise InputError(
            f"the dataset has several splits. Pass one, such as dataset[{next(iter(names))!r}]."
        )
    selection.indices(names, "the dataset")
    if table.format["type"] == "custom":
        columns = {name: [row[name] for row in table] for name in selection.names}
        return {name: as_segments(cells, f"column {name!r}") for name, cells in columns.items()}
    return _of_arrow(
        table.select_columns(selection.names).with_format("arrow")[:], selection, before
    )
