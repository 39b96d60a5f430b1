"""`from_columns`: hypotheses and references from tables."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from truebleu.integrations.columns.cells import ColumnSelection
from truebleu.integrations.columns.columns import ColumnStream
from truebleu.integrations.columns.files import stream_file
from truebleu.integrations.columns.tables import ROWS, read_table
from truebleu.io.blocks import path_of

if TYPE_CHECKING:
    from truebleu.integrations.columns.columns import Columns

if TYPE_CHECKING:

    @overload
    def from_columns(
        table: str | os.PathLike[str] | Iterator[Any],
        *,
        hypothesis: str,
        references: str | Sequence[str],
        nulls: Literal["error", "empty", "missing"] = "error",
        empty_reference: Literal["missing", "empty"] | None = None,
    ) -> ColumnStream: ...

    @overload
    def from_columns(
        table: Any,
        *,
        hypothesis: str,
        references: str | Sequence[str],
        nulls: Literal["error", "empty", "missing"] = "error",
        empty_reference: Literal["missing", "empty"] | None = None,
    ) -> Columns: ...


def from_columns(
    table: Any,
    *,
    hypothesis: str,
    references: str | Sequence[str],
    nulls: str = "error",
    empty_reference: str | None = None,
) -> Columns | ColumnStream:
    """Return hypotheses and references from the columns of a table, zero-copy where possible.

    >>> import polars as pl
    >>> from truebleu import BLEU, from_columns
    >>> table = pl.DataFrame({"mt": ["A cat sat here.", "It rained."], "ref": ["A cat sat.", None]})
    >>> data = from_columns(table, hypothesis="mt", references="ref", nulls="empty")
    >>> round(data.score(BLEU()).value, 2)
    31.95

    Args:
        table: a table or a file. A table is read once into memory. It is an object that exports
            Arrow data (such as a table of pyarrow, polars or DuckDB), a pandas DataFrame, a Hugging
            Face dataset, or a dict of columns. A Parquet, JSON Lines, TSV or CSV file, an iterator
            of tables (such as a RecordBatchReader), or a streaming dataset is read in batches.
        hypothesis: name of the column of hypotheses.
        references: names of columns of texts, or the name of one column of lists of texts.
        nulls: meaning of a null. "error" raises an error. "empty" means an empty text. "missing"
            means no reference, and is an error for a hypothesis.
        empty_reference: meaning of an empty text in a column of references. "missing" means no
            reference. "empty" means a reference of length 0. None means "empty" if there is a
            single column or `nulls` is "empty". Otherwise, None means "missing", with a warning.
            Empty texts in lists are never missing.

    Returns:
        `Columns`. For a file or an iterator, a `ColumnStream` with the same methods.

    Raises:
        InputError: a column does not exist, has no texts, or has an invalid cell.
        ConfigurationError: a setting is invalid.
        MissingDependency: the table is a Parquet file, and pyarrow is not installed.
    """
    selection = ColumnSelection.of(hypothesis, references, nulls, empty_reference)
    if isinstance(table, (str, os.PathLike)):
        return stream_file(path_of(table), selection)
    if hasattr(table, "__next__"):
        return ColumnStream(lambda: _read_tables(table, selection), "the stream", once=True)
    if hasattr(table, "with_format") and not hasattr(table, "__len__"):
        # A streaming Hugging Face dataset: each iteration restarts it.
        return ColumnStream(
            lambda: _read_tables(table.with_format("arrow").iter(ROWS), selection), "the dataset"
        )
    return read_table(table, selection)


def _read_tables(tables: Iterator[Any], selection: ColumnSelection) -> Iterator[Columns]:
    before, empty = 0, Counter[str]()
    for table in tables:
        batch = read_table(table, selection, before, empty)
        before += len(batch)
        yield batch
    selection.warn(empty)
