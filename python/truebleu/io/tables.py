"""Read columns of tables: TSV, CSV, JSON Lines, Parquet and logs of evaluation harnesses.

A column is chosen by its name or by its number, from 1. In JSON Lines, a column is a field. The
name of a nested field contains dots (`translations.0.text`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from truebleu import _native
from truebleu.errors import InputError, InvalidUnicode, nearest
from truebleu.io.blocks import STDIN, BlockReader, open_bytes, shown
from truebleu.io.headers import looks_like_names
from truebleu.io.logs import LOGS, Selection, log_rows, position
from truebleu.io.streams import Cell, CellStream, Survey
from truebleu.wording import count, json_problem, missing_package

Row = tuple[Any, ...]

if TYPE_CHECKING:
    from truebleu.io.streams import Stream


TABLES = ("tsv", "csv", "jsonl", "parquet")
"""The formats of tables, without the log formats."""

BY_NUMBER = ("tsv", "csv")
"""Formats in which column names are optional. The first line has column names if a column is chosen
by name, or with `--header`."""

MISSING = "missing. Only references may be missing: add a text, or remove the row."
"""End of the error message about a missing hypothesis or source."""

ROWS_AT_ONCE = 256
"""Number of rows that are read from a table at a time."""

LONGEST_CELL = 1 << 30
"""Maximum number of characters of a CSV cell. Python's default is lower."""


class TableFile:
    """A table whose columns are read as streams of segments.

    Args:
        path: the file.
        form: the format: "tsv", "csv", "jsonl", "parquet", or a log format such as "lm-eval".
        columns: names or numbers of the columns to read.
        optional: one bool per column: True for reference columns. Their cells may be missing, or
            lists of texts.
        header: if True, the first line has column names even if all columns are chosen by number.
        selection: the records and fields to read from a log; None reads all records and the usual
            fields. Other formats ignore it.
        invalid: what to do with invalid UTF-8: "error" or "replace".
        empty_reference: the meaning of empty cells in optional columns: "missing" for no reference,
            or "empty" for a reference of length 0. None keeps the cells unchanged.

    Raises:
        InputError: The table is invalid, a column does not exist, or a cell is not a text. The
            message has the file and the line.
    """

    def __init__(
        self,
        path: str,
        form: str,
        columns: Sequence[str],
        optional: Sequence[bool],
        *,
        header: bool = False,
        selection: Selection | None = None,
        invalid: Literal["error", "replace"] = "error",
        empty_reference: str | None = None,
    ) -> None:
        self.name = shown(path)
        self.reader: BlockReader | None = None
        self.streams: list[Stream] = []
        self.ended = False
        self._columns = [
            CellStream(f"{self.name}, column {column}", empty_reference if is_reference else None)
            for column, is_reference in zip(columns, optional, strict=True)
        ]
        self.streams.extend(self._columns)
        self._optional = optional
        self._column_names = columns
        # `check` replaces invalid bytes, and reports lone surrogates itself.
        self._check_surrogates = form in {"jsonl", *LOGS} and invalid == "error"
        self._has_names = header or form not in BY_NUMBER or not _all_numbers(columns)
        self._rows: Iterator[tuple[int, Row]]
        if form == "parquet":
            self._rows = _parquet_rows(path, columns)
        elif form in LOGS:
            self._rows = log_rows(path, form, selection or Selection())
        else:
            self.reader = BlockReader(path)
            self._text = _TextLines(self.reader, invalid)
            readers: dict[str, Callable[..., Iterator[tuple[int, Row]]]] = {
                "tsv": _tsv_rows,
                "csv": _csv_rows,
                "jsonl": _jsonl_rows,
            }
            self._rows = readers[form](self._text, columns, header)

    @property
    def byte_order_mark(self) -> bool:
        """Whether a byte order mark at the start of the file was removed."""
        return self.reader is not None and Survey(*self._text.lines.survey()).byte_order_mark

    @property
    def replaced(self) -> tuple[int, int]:
        """Pair (count, first) for lines in which invalid UTF-8 was replaced.

        `count` is the number of these lines. `first` is the number of the first one, from 1. If
        there is no such line, both are 0.
        """
        return Survey(*self._text.lines.survey()).replaced if self.reader else (0, 0)

    @property
    def waiting_bytes(self) -> int:
        """The approximate number of buffered bytes."""
        return sum(stream.waiting_bytes for stream in self._columns)

    def advance(self) -> None:
        """Read the next rows into the columns' streams. At the end, set `ended` to True."""
        rows = list(islice(self._rows, ROWS_AT_ONCE))
        self.ended = len(rows) < ROWS_AT_ONCE
        if not rows:
            return
        self._detect_header(rows)
        for i, stream in enumerate(self._columns):
            stream.append([self._check_cell(row[i], i, line) for line, row in rows])

    def _detect_header(self, rows: Sequence[tuple[int, Row]]) -> None:
        """Store the first row for a warning if it looks like column names but is read as data."""
        cells = [row for _, row in rows]
        if self._columns[0].survey.lines or self._has_names:
            return
        if looks_like_names(cells[0], cells[1:]):
            self._columns[0].survey.header = cells[0]

    def close(self) -> None:
        """Close the file."""
        if self.reader is not None:
            self.reader.close()

    def _check_cell(self, cell: Any, i: int, line: int) -> Cell:
        if isinstance(cell, str):
            self._check_unicode(cell, i, line)
            return cell
        optional = self._optional[i]
        if optional and (cell is None or _is_list_of_texts(cell)):
            for text in cell or ():
                self._check_unicode(text, i, line)
            return cell  # type: ignore[no-any-return]
        column = self._column_names[i]
        problem = f"of type {type(cell).__name__}, not text"
        if cell is None:
            problem = MISSING
        raise InputError(
            f"{self.name}, line {line}: {column!r} is {problem}", file=self.name, line=line
        )

    def _check_unicode(self, text: str, i: int, line: int) -> None:
        r"""Raise `InvalidUnicode` for a lone surrogate, which JSON can contain: `"\ud83d"`."""
        if not self._check_surrogates or text.isascii():
            return
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidUnicode(
                f"{self.name}, line {line}: {self._column_names[i]!r} has the lone surrogate "
                f"U+{ord(text[error.start]):04X} at character {error.start + 1}. Write the "
                "character itself, or both surrogates.",
                file=self.name,
                line=line,
            ) from None


def _is_list_of_texts(cell: object) -> bool:
    return isinstance(cell, list) and all(isinstance(text, str) for text in cell)


class _TextLines:
    """An iterable of the lines of a TSV, CSV or JSON Lines file."""

    def __init__(self, reader: BlockReader, invalid: Literal["error", "replace"]) -> None:
        self.name = reader.name
        self.lines = _native.Lines(reader.name, invalid)
        self._reader = reader

    def __iter__(self) -> Iterator[str]:
        block = b"start"
        while block:
            block = self._reader.read()
            if block:
                self.lines.push(block)
            else:
                self.lines.finish()
            texts = self.lines.texts(self.lines.waiting_lines)
            self.lines.drop(len(texts))
            yield from texts


def _tsv_rows(lines: _TextLines, columns: Sequence[str], header: bool) -> Iterator[tuple[int, Row]]:
    numbered = ((line, text.split("\t")) for line, text in enumerate(lines, start=1))
    return _select_columns(numbered, lines.name, columns, header, separator="\t")


def _csv_rows(lines: _TextLines, columns: Sequence[str], header: bool) -> Iterator[tuple[int, Row]]:
    import csv

    csv.field_size_limit(LONGEST_CELL)
    # A quoted cell may contain line ends, so the reader must get them.
    reader = csv.reader((f"{line}\n" for line in lines), strict=True)

    def numbered() -> Iterator[tuple[int, list[str]]]:
        while True:
            line = reader.line_num + 1
            try:
                row = next(reader, None)
            except csv.Error as error:
                raise InputError(
                    f"{lines.name}, line {line}: invalid CSV: {error}",
                    file=lines.name,
                    line=line,
                ) from None
            if row is None:
                return
            yield line, row or [""]

    return _select_columns(numbered(), lines.name, columns, header, separator=",")


def _select_columns(
    rows: Iterator[tuple[int, list[str]]],
    name: str,
    columns: Sequence[str],
    header: bool,
    separator: str,
) -> Iterator[tuple[int, Row]]:
    """Yield the line number and the chosen cells of each row."""
    first = next(rows, None)
    if first is None:
        return
    line, cells = first
    named = header or not _all_numbers(columns)
    if named and len(cells) == 1:
        _check_separator(cells[0], columns, name, separator)
    indices = [_column_index(column, cells, name, named) for column in columns]
    if not named:
        yield line, tuple(cells[i] for i in indices)
    width = len(cells)
    for line, cells in rows:
        if len(cells) != width:
            hint = (
                " TSV has no quoting: save the table as CSV."
                if separator == "\t" and any(cell.startswith('"') for cell in cells)
                else ""
            )
            raise InputError(
                f"{name}, line {line}: got {count(len(cells), 'column')}, but the first line has "
                f"{width}.{hint}",
                file=name,
                line=line,
            )
        yield line, tuple(cells[i] for i in indices)


def _all_numbers(columns: Sequence[str]) -> bool:
    return all(column.isdecimal() for column in columns)


def _check_separator(header: str, columns: Sequence[str], name: str, separator: str) -> None:
    """Raise `InputError` if the chosen column names have a separator other than `separator`."""
    for candidate in (",", ";", "\t", "|"):
        if set(columns) <= set(header.split(candidate)) - {header}:
            raise InputError(
                f"{name}: the columns are separated by {candidate!r}, not by {separator!r}. Save "
                f"the table with {separator!r} between the columns.",
                file=name,
            )


def _column_index(column: str, cells: list[str], name: str, named: bool) -> int:
    """Return the index (from 0) of a column that is chosen by name or number.

    `cells` has the cells of the first line. If `named` is true, they are column names.
    """
    if named and column in cells:
        index = cells.index(column)
        if column in cells[index + 1 :]:
            numbers = [str(number) for number, cell in enumerate(cells, 1) if cell == column]
            raise InputError(
                f"{name}: column {column!r} is ambiguous: columns {' and '.join(numbers)} have "
                "this name. Rename one, or choose it by its number with --header.",
                file=name,
            )
        return index
    if column.isdecimal():
        index = position(column)
        if 1 <= index <= len(cells):
            return index - 1
        raise InputError(
            f"{name} has no column {column}. It has {count(len(cells), 'column')}.", file=name
        )
    raise _missing_column(name, "column", column, cells)


def _missing_column(
    name: str, noun: str, column: str, names: Sequence[str], line: int | None = None
) -> InputError:
    """Return the error for a missing column or field."""
    close = nearest(column, names)
    hint = f". Did you mean {close!r}?" if close else "."
    listed = ", ".join(map(repr, names[:20]))
    where = f"{name}, line {line}" if line else name
    message = f"{where} has no {noun} {column!r}{hint} It has {listed}"
    return InputError(message, file=name, line=line)


def _jsonl_rows(
    lines: _TextLines, columns: Sequence[str], _header: bool
) -> Iterator[tuple[int, Row]]:
    import json

    paths = [column.split(".") for column in columns]
    for number, text in enumerate(lines, start=1):
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{lines.name}, line {number}: {json_problem(error)}",
                file=lines.name,
                line=number,
            ) from None
        yield (
            number,
            tuple(
                _field(record, column, path, lines.name, number)
                for column, path in zip(columns, paths, strict=True)
            ),
        )


def _field(record: Any, column: str, path: list[str], name: str, line: int) -> Any:
    """Return the value of the field `column` of a JSON record.

    A field with exactly this name is preferred. If there is none, `column` is the path of a nested
    field, such as `translations.0.text`. `path` is `column` split at the dots.
    """
    if isinstance(record, dict) and column in record:
        return record[column]
    value = record
    for i, step in enumerate(path):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and position(step) < len(value):
            value = value[position(step)]
        elif value is None:
            return None
        else:
            raise _missing_field(value, column, ".".join(path[:i]), name, line)
    return value


def _missing_field(value: Any, column: str, parent: str, name: str, line: int) -> InputError:
    """Return the error for a missing nested field `column`.

    `parent` is the path of the deepest field that exists, and `value` is its value. If no field
    exists, `parent` is "" and `value` is the record.
    """
    if isinstance(value, dict) and value:
        return _missing_column(name, "field", column, list(value), line)
    kind = "an array" if isinstance(value, list) else f"of type {type(value).__name__}"
    if isinstance(value, dict):
        problem = "the object is empty. Add the field."
    elif not parent:
        problem = f"the line is {kind}. Write one JSON object per line."
    elif isinstance(value, list):
        items = count(len(value), "item")
        problem = f"{parent!r} has {items}. Choose {parent!r} to read all items as references."
    else:
        problem = f"{parent!r} is {kind}. Choose {parent!r}."
    return InputError(
        f"{name}, line {line} has no field {column!r}: {problem}", file=name, line=line
    )


def parquet_batches(path: str, columns: Sequence[str], rows: int) -> Generator[Any]:
    """Yield the rows of a Parquet file in batches, as Arrow record batches.

    Args:
        path: the Parquet file.
        columns: the names or numbers of the columns. Each batch has the columns in this order.
        rows: the maximum number of rows per batch.

    Raises:
        InputError: The file is not a Parquet file, a column is missing, or a name is ambiguous
            because several columns have it.
        MissingDependency: pyarrow is not installed.
    """

    def batches(table: Any) -> Iterator[Any]:
        available = table.schema_arrow.names
        names = [_parquet_name(column, available, shown(path)) for column in columns]
        for batch in table.iter_batches(batch_size=rows, columns=list(dict.fromkeys(names))):
            yield batch.select(names)  # batches have the order of the file

    yield from _read_parquet(path, batches)


def parquet_names(path: str) -> list[str]:
    """Return the column names of a Parquet file.

    Raises:
        InputError: The file is not a Parquet file.
        MissingDependency: pyarrow is not installed.
    """
    return list(_read_parquet(path, lambda table: table.schema_arrow.names))


def _read_parquet(path: str, read: Callable[[Any], Iterable[Any]]) -> Generator[Any]:
    """Open a Parquet file, call `read` with it, and yield the items of the result.

    Errors of pyarrow are raised as `InputError`.
    """
    if path == STDIN:
        raise InputError("Parquet cannot be read from standard input. Pass a file.")
    open_bytes(path).close()  # raises the same errors as for other files
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise missing_package("reading Parquet", "arrow") from None
    name = shown(path)
    try:
        # Not memory-mapped, so that batches are freed after use.
        with ParquetFile(path, pre_buffer=False) as table:
            yield from read(table)
    except (ArrowException, OSError, UnicodeDecodeError) as error:
        # The first line of the library's message is enough.
        why = str(error).split("\n")[0]
        raise InputError(
            f"{name}: this is not a Parquet file, or it is damaged: {why}", file=name
        ) from None


def parquet_texts(
    batch: Any, file: str, columns: Sequence[str], before: int
) -> list[_native.Column]:
    """Return the text columns of the Arrow record batch `batch`.

    `columns` has the names of all columns of the batch. Columns of other types are skipped.
    `before` is the number of rows in all earlier batches, for the line number in an error.

    Raises:
        InvalidUnicode: A text is not valid UTF-8. The error has the file and the line.
    """
    reader = _native.ArrowReader(batch)
    indices = [i for i, (_, _, readable) in enumerate(reader.fields) if readable]
    try:
        return reader.read_remaining(
            indices, [f"{file}, column {columns[i]!r}" for i in indices], before
        )
    except InputError as error:
        error.file, error.line = file, error.segment
        raise


def _parquet_rows(path: str, columns: Sequence[str]) -> Iterator[tuple[int, Row]]:
    line = 0
    for batch in parquet_batches(path, columns, ROWS_AT_ONCE):
        parquet_texts(batch, shown(path), columns, line)  # checks UTF-8
        cells = [column.to_pylist() for column in batch.columns]
        for row in zip(*cells, strict=True):
            line += 1
            yield line, row


def _parquet_name(column: str, names: Sequence[str], file: str) -> str:
    if column not in names:
        column = names[_column_index(column, list(names), file, named=True)]
    if names.count(column) > 1:
        raise InputError(
            f"{file}: column {column!r} is ambiguous: {names.count(column)} columns have this "
            "name. Rename one.",
            file=file,
        )
    return column
