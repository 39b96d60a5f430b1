"""`from_columns`: from whatever holds columns to hypotheses and references."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from truebleu.integrations.columns.cells import Wanted
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
        empty_reference: what an empty text in a column of references is: "missing", a reference
            that the segment does not have; or "empty", a reference of length 0. With None it is
            "missing" if there are several columns of references, and a warning gives the number;
            of a single column, and with `nulls="empty"`, it is "empty". Texts inside lists stay.

    Returns:
        `Columns`; of a file or an iterator a `ColumnStream`, which has the same methods.

    Raises:
        InputError: there is no such column, it holds no text, or a cell is wrong, with its row.
        ConfigurationError: a setting is wrong.
        MissingDependency: the path is that of a Parquet file, and pyarrow is not installed.
    """
    wanted = Wanted.of(hypothesis, references, nulls, empty_reference)
    if isinstance(table, (str, os.PathLike)):
        return stream_file(path_of(table), wanted)
    if hasattr(table, "__next__"):
        return ColumnStream(lambda: _each(table, wanted), "the stream", once=True)
    if hasattr(table, "with_format") and not hasattr(table, "__len__"):
        # A dataset of Hugging Face that streams: it begins anew each time.
        return ColumnStream(
            lambda: _each(table.with_format("arrow").iter(ROWS), wanted), "the dataset"
        )
    return read_table(table, wanted)


def _each(tables: Iterator[Any], wanted: Wanted) -> Iterator[Columns]:
    """The wanted columns of tables that come one after the other."""
    before, empty = 0, Counter[str]()
    for table in tables:
        batch = read_table(table, wanted, before, empty)
        before += len(batch)
        yield batch
    wanted.warn(empty)
