"""Selection of table columns, and treatment of their null cells and empty texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu._native import Column
from truebleu.errors import (
    ConfigurationError,
    InputError,
    InvalidUnicode,
    inspected,
    nearest,
    warn_user,
)
from truebleu.inputs.arguments import check_choice
from truebleu.inputs.arrow import column_of
from truebleu.inputs.batch import Batch
from truebleu.inputs.references import References
from truebleu.inputs.sequences import is_null
from truebleu.integrations.columns.columns import Columns
from truebleu.io.empty import about_empty, check_rows, empty_policy, without_empty

RowLabel = Callable[[int], str]
"""Callback that returns the label of a row for messages, from the row's index in its batch."""

if TYPE_CHECKING:
    from truebleu.inputs.sequences import Segments


NULLS = ("error", "empty", "missing")
"""Policies for nulls: an error, an empty text, or a missing reference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnSelection:
    """Names of the selected columns, and the treatment of null cells and empty texts.

    Attributes:
        hypothesis: the name of the column of hypotheses.
        references: the names of the columns of references.
        nulls: the meaning of a null: "error", "empty" or "missing", as in `from_columns`.
        empty_reference: the meaning of an empty text in a column of references: "missing" or
            "empty".
        warn_empty: whether to warn about empty texts that are read as missing references.
    """

    hypothesis: str
    references: tuple[str, ...]
    nulls: str
    empty_reference: str
    warn_empty: bool

    @classmethod
    def of(
        cls, hypothesis: Any, references: Any, nulls: Any, empty_reference: Any = None
    ) -> ColumnSelection:
        """Return the column selection that the arguments of `from_columns` describe.

        Raises `ConfigurationError` for invalid arguments.
        """
        listed = _names(references)
        if not isinstance(hypothesis, str):
            raise ConfigurationError(
                f"hypothesis={inspected(hypothesis)} is not a column name. Pass one such as "
                'hypothesis="mt", and call from_columns() once per system.'
            )
        if not listed or not all(isinstance(name, str) for name in listed):
            raise ConfigurationError(
                f"references={inspected(references)} are not column names. Pass names such as "
                'references=["ref_a", "ref_b"], or one column of lists.'
            )
        check_choice("nulls", nulls, NULLS)
        policy = empty_policy(empty_reference, len(listed), nulls)
        return cls(
            hypothesis=hypothesis,
            references=listed,
            nulls=nulls,
            empty_reference=policy,
            warn_empty=empty_reference is None,
        )

    @property
    def names(self) -> list[str]:
        """Names of all selected columns, without duplicates."""
        return list(dict.fromkeys((self.hypothesis, *self.references)))

    def indices(self, columns: Sequence[str], table: str) -> list[int]:
        """Return the indices of the selected columns among the columns of a table.

        `table` is the name of the table in messages. Raises `InputError` if a selected column is
        missing or occurs twice.
        """
        for name in self.names:
            if name not in columns:
                raise no_such_column(table, name, columns)
            if columns.count(name) > 1:
                raise InputError(
                    f"{table} has {columns.count(name)} columns named {name!r}. Rename all but one."
                )
        return [columns.index(name) for name in self.names]

    def pairs(
        self,
        columns: Mapping[str, Segments],
        before: int = 0,
        file: str | None = None,
        empty: Counter[str] | None = None,
    ) -> Columns:
        """Return the hypotheses and references of a table, with nulls and empty texts replaced.

        `nulls` and `empty_reference` determine how they are replaced.

        Args:
            columns: the columns of a table, by name.
            before: the number of rows that precede this table, for row numbers in messages.
            file: the name of the source in messages.
            empty: a counter to which the number of empty texts in each column of references is
                added. If it is None, empty texts cause a warning.

        Raises `InputError` for a null that `nulls` does not allow. The message states the row.
        """
        where = f"{file}, " if file else ""
        hypotheses = columns[self.hypothesis]
        if _of_lists(hypotheses):
            raise InputError(
                f"{where}column {self.hypothesis!r} contains lists, not texts. For lists of tokens "
                "call metric.corpus_score(tokens, lists_of_references).",
                file=file,
            )
        cells_by_reference = [columns[name] for name in self.references]
        if self.nulls == "empty":
            hypotheses = _replaced(hypotheses, "")
        else:
            self._check(hypotheses, self.hypothesis, before, file)
        if self.nulls == "error":
            for name, cells in zip(self.references, cells_by_reference, strict=True):
                self._check(cells, name, before, file)
        else:
            null = "" if self.nulls == "empty" else None
            cells_by_reference = [_replaced(cells, null) for cells in cells_by_reference]
        if self.empty_reference == "missing":
            read = [without_empty(cells) for cells in cells_by_reference]
            cells_by_reference = [cells for cells, _ in read]
            named = zip(self.references, read, strict=True)
            numbers = {name: number for name, (_, number) in named if number}
            if numbers:
                check_rows(cells_by_reference, lambda row: f"{where}row {before + row + 1}")
            if empty is None:
                self.warn(numbers, file)
            else:
                empty.update(numbers)
        return Columns(hypotheses, self._read_references(cells_by_reference, where))

    def warn(self, empty: Mapping[str, int], file: str | None = None) -> None:
        """Warn about empty texts that are read as missing references, if `warn_empty` is true.

        `empty` has the number of empty texts in each column.
        """
        for name, number in empty.items() if self.warn_empty else ():
            where = f"{file}, column {name!r}" if file else f"column {name!r}"
            message = about_empty(where, number, 'empty_reference="empty"')
            warn_user(message)

    def _read_references(self, columns: Sequence[Segments], where: str) -> References:
        lists = [
            name for name, cells in zip(self.references, columns, strict=True) if _of_lists(cells)
        ]
        if not lists:
            return References.streams(columns)
        if len(columns) > 1:
            raise InputError(
                f"{where}column {lists[0]!r} contains lists, which must be the only references. "
                "Pass this column alone, or columns of texts."
            )
        cells = columns[0]
        lists_of_references = cells if isinstance(cells, Column) else list(map(_listed, cells))
        return References.per_segment(lists_of_references)

    def _check(self, cells: Segments, name: str, before: int, file: str | None) -> None:
        row = cells.first_null() if isinstance(cells, Column) else _first_null(cells)
        if row is None:
            return
        number = before + row + 1
        message = f"row {number} of column {name!r} is null"
        if self.nulls == "missing":
            message += ", and only references may be missing"
        message += '. Fill it, drop the row, or pass nulls="empty" to read an empty text'
        if name != self.hypothesis:
            message += ' or nulls="missing" to omit the reference'
        message += "."
        raise InputError(f"{file}: {message}" if file else message, segment=number, file=file)


def no_such_column(table: str, name: str, columns: Sequence[str]) -> InputError:
    """Return the error for an unknown column name.

    The message suggests the most similar name.
    """
    close = nearest(name, columns)
    hint = f". Did you mean {close!r}?" if close else "."
    listed = ", ".join(map(repr, columns[:20])) + (", ..." if len(columns) > 20 else "")
    return InputError(f"{table} has no column {name!r}{hint} It has {listed or 'none'}.")


def _names(references: Any) -> tuple[Any, ...]:
    if isinstance(references, str):
        return (references,)
    try:
        return tuple(references)
    except TypeError:
        return ()


def _listed(cell: Any) -> Any:
    if isinstance(cell, str):
        return [cell]
    return [] if is_null(cell) else cell


def _of_lists(cells: Segments) -> bool:
    if isinstance(cells, Column):
        return cells.of_lists
    first = next((cell for cell in cells if not is_null(cell)), "")
    return isinstance(first, (list, tuple)) or (
        hasattr(first, "tolist") and not isinstance(first, str)  # a str of NumPy has `tolist`
    )


def _first_null(cells: Sequence[Any]) -> int | None:
    for i, cell in enumerate(cells):
        if is_null(cell) or (isinstance(cell, (list, tuple)) and any(map(is_null, cell))):
            return i
    return None


def _replaced(cells: Segments, null: str | None) -> Segments:
    if isinstance(cells, Column):
        return cells if null is None else cells.filled()
    null_list = None if _of_lists(cells) else null
    return [_cell(cell, null, null_list) for cell in cells]


def _cell(cell: Any, null: str | None, null_list: str | None) -> Any:
    if isinstance(cell, (list, tuple)):
        return [null if is_null(text) else text for text in cell]
    return null_list if is_null(cell) else cell


# Rows of record batches in engines such as Spark


ENGINE_NULLS = ("error", "empty", "missing", "skip")
"""Policies for nulls: those of `NULLS`, or "skip". "skip" is like "missing", but also skips rows
without a hypothesis or without any reference."""


@dataclass(frozen=True)
class ColumnNames:
    """Names of the columns of systems and references in record batches, and the treatment of nulls.

    Attributes:
        systems: the names of the hypothesis columns.
        references: the names of the reference columns.
        lists: whether there is a single reference column, with a list of references in each row.
        nulls: the meaning of a null: "error", "empty", "missing" or "skip".
        indices: the indices of these columns in a batch: first the hypothesis columns, then the
            reference columns.
        empty_reference: the meaning of an empty text in a reference column: "missing" or "empty".
        warn_empty: whether to warn about empty texts that are read as missing references.
    """

    systems: tuple[str, ...]
    references: tuple[str, ...]
    lists: bool
    nulls: str
    indices: tuple[int, ...]
    empty_reference: str = "empty"
    warn_empty: bool = False


@dataclass(frozen=True)
class Texts:
    """Texts of the rows of a record batch, without skipped rows.

    Attributes:
        hypotheses: a list of texts for each system.
        references: with `by_segment`, a list of references for each row. Otherwise, a list of texts
            for each column of references.
        by_segment: whether `references` has one item per row.
        rows: the indices in the batch of the rows that were not skipped.
        skipped: the number of skipped rows.
        empty: the number of empty texts that were read as missing references.
    """

    hypotheses: Sequence[Segments]
    references: list[Any]
    by_segment: bool
    rows: Sequence[int]
    skipped: int
    empty: int = 0

    def batches(self) -> list[Batch]:
        """Return a batch for each system; all batches share the references."""
        return [
            Batch(hypotheses, self.references, by_segment=self.by_segment)
            for hypotheses in self.hypotheses
        ]

    def reference_counts(self) -> list[int]:
        """Return the number of references of each row."""
        if self.by_segment:
            return list(map(len, self.references))
        if not any(isinstance(stream, list) for stream in self.references):
            return [len(self.references)] * len(self.rows)  # columns without a null
        return [sum(text is not None for text in row) for row in zip(*self.references, strict=True)]


def read(batch: Any, columns: ColumnNames, row_label: RowLabel) -> Texts:
    """Return the texts of a record batch, with nulls and empty texts replaced.

    `row_label` takes the index of a row in the batch. It returns the name of the row for messages.

    Raises:
        InputError: there is a null that `columns.nulls` does not allow.
        InvalidUnicode: a text is not valid UTF-8, which Arrow does not check.
    """
    names = (*columns.systems, *columns.references)
    cells = [batch.column(index) for index in columns.indices]
    count = len(columns.systems)
    if not columns.lists and not any(column.null_count for column in cells):
        segments = [
            _column(column, name, row_label) for column, name in zip(cells, names, strict=True)
        ]
        references, empty = _without_empty(segments[count:], columns)
        if not empty:
            return Texts(segments[:count], references, False, range(batch.num_rows), 0)
    texts = [_texts(column, name, row_label) for column, name in zip(cells, names, strict=True)]
    return _with_nulls(texts[:count], texts[count:], columns, row_label)


def _with_nulls(
    hypotheses: list[list[Any]],
    references: list[list[Any]],
    columns: ColumnNames,
    row_label: RowLabel,
) -> Texts:
    n_rows = len(hypotheses[0])
    if columns.nulls == "empty":
        hypotheses = [_filled(texts) for texts in hypotheses]
        references = [
            [None if cell is None else _filled(cell) for cell in stream]
            if columns.lists
            else _filled(stream)
            for stream in references
        ]
    if columns.nulls == "error":
        null = _first_null_row(hypotheses, references, columns)
        if null is not None:
            raise InputError(_null(columns, row_label(null[0]), null[1]))
    references, empty = _without_empty(references, columns)
    if empty and columns.nulls != "skip":
        check_rows(references, row_label)
    lists = references[0] if columns.lists else None
    if lists is not None:
        lists = [[text for text in row or () if text is not None] for row in lists]
    bad = _bad_rows(hypotheses, references, lists)
    kept_rows: Sequence[int] = range(n_rows)
    if bad and columns.nulls != "skip":
        row = min(bad)
        named = zip(columns.systems, hypotheses, strict=True)
        missing = next((name for name, texts in named if texts[row] is None), None)
        raise InputError(_null(columns, row_label(row), missing))
    if bad:
        kept_rows = [row for row in kept_rows if row not in bad]
        hypotheses, references = (
            _select_rows(hypotheses, kept_rows),
            _select_rows(references, kept_rows),
        )
        lists = lists and [lists[row] for row in kept_rows]
    by_row = references if lists is None else lists
    return Texts(hypotheses, by_row, lists is not None, kept_rows, n_rows - len(kept_rows), empty)


def _without_empty(references: list[Any], columns: ColumnNames) -> tuple[list[Any], int]:
    if columns.lists or columns.empty_reference == "empty":
        return references, 0
    read = [without_empty(cells) for cells in references]
    return [cells for cells, _ in read], sum(number for _, number in read)


def with_row_label(error: InputError, texts: Texts, row_label: RowLabel) -> InputError:
    """Return a copy of `error` whose message starts with the name of the row.

    `row_label` takes the index of a row in its batch. It returns the name of the row. An error
    without a segment number is returned unchanged.
    """
    if error.segment is None or not 0 < error.segment <= len(texts.rows):
        return error
    return type(error)(f"{row_label(texts.rows[error.segment - 1])}: {error}")


def _column(cells: Any, name: str, row_label: RowLabel) -> Segments:
    try:
        column = column_of(cells, f"column {name!r}", text=True)
    except InvalidUnicode as error:
        row = (error.segment or 1) - 1
        raise InvalidUnicode(f"{row_label(row)}: {error}") from None
    return cells.to_pylist() if column is None else column


def _filled(texts: list[Any]) -> list[str]:
    return [text or "" for text in texts]


def _first_null_row(
    hypotheses: list[list[Any]], references: list[list[Any]], columns: ColumnNames
) -> tuple[int, str] | None:
    named = zip((*columns.systems, *columns.references), (*hypotheses, *references), strict=True)
    nulls = [
        (row, name)
        for name, cells in named
        for row, cell in enumerate(cells)
        if cell is None or (type(cell) is list and None in cell)
    ]
    return min(nulls, default=None)


def _texts(column: Any, name: str, row_label: RowLabel) -> list[Any]:
    try:
        texts: list[Any] = column.to_pylist()
    except UnicodeDecodeError:
        row, error = next(filter(None, map(_undecodable, range(len(column)), column)))
        raise InvalidUnicode(
            f"{row_label(row)}: column {name!r} is not UTF-8: {error.reason} at byte "
            f"{error.start + 1}. Decode the data before it becomes a table."
        ) from None
    return texts


def _undecodable(row: int, text: Any) -> tuple[int, UnicodeDecodeError] | None:
    try:
        text.as_py()
    except UnicodeDecodeError as error:
        return row, error
    return None


def _bad_rows(
    hypotheses: list[list[Any]], references: list[list[Any]], lists: list[list[str]] | None
) -> set[int]:
    bad = {row for texts in hypotheses if None in texts for row in _nulls(texts)}
    if lists is not None:
        return bad.union(row for row, texts in enumerate(lists) if not texts)
    if all(None in stream for stream in references):
        missing = set(_nulls(references[0]))
        for stream in references[1:]:
            missing.intersection_update(_nulls(stream))
        bad |= missing
    return bad


def _nulls(texts: list[Any]) -> list[int]:
    return [row for row, text in enumerate(texts) if text is None]


def _select_rows(columns: list[list[Any]], rows: Sequence[int]) -> list[list[Any]]:
    return [[column[row] for row in rows] for column in columns]


def _null(columns: ColumnNames, where: str, name: str | None) -> str:
    if name is None:
        named = ", ".join(map(repr, columns.references))
        problem = f"there is no reference (column {named})"
    else:
        kind = "hypothesis" if name in columns.systems else "reference"
        problem = f"the {kind} is null (column {name!r})"
    fix = (
        'Fix the data, or pass nulls="skip" to omit rows that cannot be scored, nulls="empty" to '
        "read an empty text"
    )
    if columns.nulls == "error":
        fix += ', nulls="missing" to omit a reference'
    return f"{where}: {problem}. {fix}."
