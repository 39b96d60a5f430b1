"""From whatever holds columns to hypotheses and references."""

from __future__ import annotations

import os

from truebleu.arrow import described, has_arrow, open_reader
from truebleu.columns.streams import ColumnStream
from truebleu.columns.wanted import Wanted
from truebleu.errors import InputError
from truebleu.io.blocks import path_of
from truebleu.sequences import as_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Literal, overload

    from truebleu.columns.pairs import Columns
    from truebleu.sequences import Segments

__all__ = ["ROWS", "from_columns", "read_table"]

ROWS = 4096
"""Rows of a batch: enough for threads to share, few enough for long documents."""

if TYPE_CHECKING:

    @overload
    def from_columns(
        table: str | os.PathLike[str] | Iterator[Any],
        *,
        hypothesis: str,
        references: str | Sequence[str],
        nulls: Literal["error", "empty", "missing"] = "error",
    ) -> ColumnStream: ...

    @overload
    def from_columns(
        table: Any,
        *,
        hypothesis: str,
        references: str | Sequence[str],
        nulls: Literal["error", "empty", "missing"] = "error",
    ) -> Columns: ...


def from_columns(
    table: Any,
    *,
    hypothesis: str,
    references: str | Sequence[str],
    nulls: str = "error",
) -> Columns | ColumnStream:
    """Hypotheses and references from the columns of a table, read where they lie.

    >>> import polars as pl
    >>> from truebleu import BLEU, from_columns
    >>> table = pl.DataFrame({"mt": ["A cat sat here.", "It rained."], "ref": ["A cat sat.", None]})
    >>> data = from_columns(table, hypothesis="mt", references="ref", nulls="empty")
    >>> round(data.score(BLEU()).value, 2)
    31.95

    Args:
        table: anything that hands over Arrow data (a table of pyarrow, polars or DuckDB), a
            DataFrame of pandas, a dataset of Hugging Face, or a dict of columns: it is read once,
            and kept. Or the path of a file in Parquet, JSON lines, TSV or CSV, an iterator of
            tables (a RecordBatchReader, for example), or a dataset that streams: these are read in
            batches, and not kept.
        hypothesis: the name of the column that is scored.
        references: the names of columns of texts, or the name of one column of lists of texts.
        nulls: what a null is: "error"; "empty", an empty text; or "missing", a reference that the
            segment does not have (a hypothesis is never missing).

    Returns:
        `Columns`; of a file or an iterator a `ColumnStream`, which has the same methods.

    Raises:
        InputError: there is no such column, it holds no text, or a cell is wrong, with its row.
        ConfigurationError: a setting is wrong.
        MissingDependency: the path is that of a Parquet file, and pyarrow is not installed.
    """
    wanted = Wanted(hypothesis, references, nulls)
    if isinstance(table, (str, os.PathLike)):
        from truebleu.columns.files import stream_file  # most callers have tables

        return stream_file(path_of(table), wanted)
    if hasattr(table, "__next__"):
        return ColumnStream(lambda: _each(table, wanted), "the stream", once=True)
    if hasattr(table, "with_format") and not hasattr(table, "__len__"):
        # A dataset of Hugging Face that streams: it begins anew each time.
        return ColumnStream(
            lambda: _each(table.with_format("arrow").iter(ROWS), wanted), "the dataset"
        )
    return read_table(table, wanted)


def read_table(table: Any, wanted: Wanted, before: int = 0) -> Columns:
    """The wanted columns of a table; `before` are the rows before its first, for messages."""
    if hasattr(table, "with_format") and hasattr(table, "select_columns"):
        return wanted.pairs(_of_dataset(table, wanted, before), before)
    if hasattr(table, "iloc") or (hasattr(table, "keys") and hasattr(table, "__getitem__")):
        return wanted.pairs(_by_name(table, wanted), before)
    if not has_arrow(table):
        raise InputError(
            f"the table is of type {type(table).__name__}, which hands over no Arrow data. What "
            "has to be computed first must be: .collect() in polars, .toArrow() in Spark"
        )
    return wanted.pairs(_of_arrow(table, wanted, before), before)


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
    columns = reader.rest(places, [f"column {name!r}" for name in wanted.names], before)
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


def _each(tables: Iterator[Any], wanted: Wanted) -> Iterator[Columns]:
    """The wanted columns of tables that come one after the other."""
    before = 0
    for table in tables:
        batch = read_table(table, wanted, before)
        before += len(batch)
        yield batch
