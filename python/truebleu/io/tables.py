"""Columns of tables: TSV, CSV, JSON lines and Parquet.

Columns are asked for by name or by number (from 1); in JSON lines by field, with dots for what lies
inside (`translations.0.text`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from truebleu import _native
from truebleu.errors import InputError, InvalidUnicode, nearest
from truebleu.io.blocks import STDIN, BlockReader, open_bytes, shown
from truebleu.io.headers import looks_like_names
from truebleu.io.streams import Cell, CellStream, Survey
from truebleu.wording import count, missing_package

Row = tuple[Any, ...]

if TYPE_CHECKING:
    from truebleu.io.streams import Stream


TABLES = ("tsv", "csv", "jsonl", "parquet")
"""The formats that have columns."""

BY_NUMBER = ("tsv", "csv")
"""Those of which the first line names the columns only where they are asked for by name."""

ROWS_AT_ONCE = 256

LONGEST_CELL = 1 << 30
"""Characters of a cell of CSV: Python's reader takes few unless it is told."""


class TableFile:
    """A table of which some columns are read, each as a stream of segments.

    `columns` are the names or numbers; cells of those at the places `optional` may be missing or be
    lists (references may), and `empty_reference` says what is made of empty ones, as `read_empty`
    does. Raises `InputError` with file and line for whatever is not a text in its column.
    """

    def __init__(
        self,
        path: str,
        form: str,
        columns: Sequence[str],
        optional: Sequence[bool],
        *,
        header: bool = False,
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
        self._wanted = columns
        # `check` replaces bytes, and tells of halves itself.
        self._may_hold_halves = form == "jsonl" and invalid == "error"
        self._has_names = header or form not in BY_NUMBER or not _all_numbers(columns)
        if form == "parquet":
            self._rows = _parquet_rows(path, columns)
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
        """Whether the file began with a byte order mark."""
        return self.reader is not None and Survey(*self._text.lines.survey()).byte_order_mark

    @property
    def replaced(self) -> tuple[int, int]:
        """How many lines had bytes that were replaced, and the first of them."""
        return Survey(*self._text.lines.survey()).replaced if self.reader else (0, 0)

    @property
    def waiting_bytes(self) -> int:
        """About how many bytes the cells that wait take."""
        return sum(stream.waiting_bytes for stream in self._columns)

    def advance(self) -> None:
        """Read some rows."""
        rows = list(islice(self._rows, ROWS_AT_ONCE))
        self.ended = len(rows) < ROWS_AT_ONCE
        if not rows:
            return
        self._look_at_first(rows)
        for place, stream in enumerate(self._columns):
            stream.append([self._checked(row[place], place, line) for line, row in rows])

    def _look_at_first(self, rows: Sequence[tuple[int, Row]]) -> None:
        """Keep the first line's cells if they look like names of columns, and are scored."""
        cells = [row for _, row in rows]
        if self._columns[0].survey.lines or self._has_names:
            return
        if looks_like_names(cells[0], cells[1:]):
            self._columns[0].survey.header = cells[0]

    def close(self) -> None:
        """Close the file."""
        if self.reader is not None:
            self.reader.close()

    def _checked(self, cell: Any, place: int, line: int) -> Cell:
        if isinstance(cell, str):
            self._check_unicode(cell, place, line)
            return cell
        optional = self._optional[place]
        if optional and (cell is None or _is_list_of_texts(cell)):
            for text in cell or ():
                self._check_unicode(text, place, line)
            return cell  # type: ignore[no-any-return]
        column = self._wanted[place]
        what = "missing" if cell is None else f"of type {type(cell).__name__}, not text"
        hint = " (only a reference may be missing)" if cell is None else ""
        raise InputError(
            f"{self.name}, line {line}: {column!r} is {what}{hint}", file=self.name, line=line
        )

    def _check_unicode(self, text: str, place: int, line: int) -> None:
        r"""Refuse half a character, which JSON can write: `"\ud83d"`. Bytes hold none."""
        if not self._may_hold_halves or text.isascii():
            return
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidUnicode(
                f"{self.name}, line {line}: {self._wanted[place]!r} holds a lone surrogate, "
                f"U+{ord(text[error.start]):04X}, as character {error.start + 1}: this is half a "
                "character. Write the character itself, or both halves",
                file=self.name,
                line=line,
            ) from None


def _is_list_of_texts(cell: object) -> bool:
    return isinstance(cell, list) and all(isinstance(text, str) for text in cell)


class _TextLines:
    """The lines of a table's text, one after the other; `name` is the file's."""

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
            ready = self.lines.texts(self.lines.ready)
            self.lines.drop(len(ready))
            yield from ready


def _tsv_rows(lines: _TextLines, columns: Sequence[str], header: bool) -> Iterator[tuple[int, Row]]:
    numbered = ((line, text.split("\t")) for line, text in enumerate(lines, start=1))
    return _picked(numbered, lines.name, columns, header)


def _csv_rows(lines: _TextLines, columns: Sequence[str], header: bool) -> Iterator[tuple[int, Row]]:
    import csv

    csv.field_size_limit(LONGEST_CELL)
    # A quoted cell may hold line ends: the reader must see them.
    reader = csv.reader((f"{line}\n" for line in lines), strict=True)

    def numbered() -> Iterator[tuple[int, list[str]]]:
        while True:
            line = reader.line_num + 1
            try:
                row = next(reader, None)
            except csv.Error as error:
                raise InputError(
                    f"{lines.name}, line {line}: this is not CSV: {error}",
                    file=lines.name,
                    line=line,
                ) from None
            if row is None:
                return
            yield line, row or [""]

    return _picked(numbered(), lines.name, columns, header)


def _picked(
    rows: Iterator[tuple[int, list[str]]], name: str, columns: Sequence[str], header: bool
) -> Iterator[tuple[int, Row]]:
    """Pick columns by name, or by number where all of them are numbers."""
    first = next(rows, None)
    if first is None:
        return
    line, cells = first
    named = header or not _all_numbers(columns)
    places = [_place(column, cells, name, named) for column in columns]
    if not named:
        yield line, tuple(cells[place] for place in places)
    width = len(cells)
    for line, cells in rows:
        if len(cells) != width:
            raise InputError(
                f"{name}, line {line}: {count(len(cells), 'column')} where the first line has "
                f"{width}",
                file=name,
                line=line,
            )
        yield line, tuple(cells[place] for place in places)


def _all_numbers(columns: Sequence[str]) -> bool:
    return all(column.isdecimal() for column in columns)


def _place(column: str, cells: list[str], name: str, named: bool) -> int:
    """Where a column is, counted from 0."""
    if named and column in cells:
        return cells.index(column)
    if column.isdecimal() and 1 <= int(column) <= len(cells):
        return int(column) - 1
    if column.isdecimal():
        raise InputError(f"{name} has no column {column}: it has {len(cells)}", file=name)
    raise _no_such(name, "column", column, cells)


def _no_such(
    name: str, what: str, wanted: str, known: Sequence[str], line: int | None = None
) -> InputError:
    """For a column or a field that is not there; `line` is the one that has it not."""
    close = nearest(wanted, known)
    hint = f". Did you mean {close!r}?" if close else "."
    some = ", ".join(repr(column) for column in known[:20])
    where = f"{name}, line {line}" if line else name
    message = f"{where} has no {what} {wanted!r}{hint} It has {some}"
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
                f"{lines.name}, line {number}: this is not JSON: {error}",
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
    """Follow a dotted path. A name that has dots itself is found too."""
    if isinstance(record, dict) and column in record:
        return record[column]
    value = record
    for step in path:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif value is None:
            return None
        else:
            known = list(value) if isinstance(value, dict) else []
            raise _no_such(name, "field", column, known, line)
    return value


def parquet_batches(path: str, columns: Sequence[str], rows: int) -> Generator[Any]:
    """Record batches of so many rows, with the columns of a Parquet file in the order asked for.

    Raises `InputError` for what is no Parquet file or has no such column, and `MissingDependency`
    without pyarrow.
    """

    def batches(table: Any) -> Iterator[Any]:
        known = table.schema_arrow.names
        names = [_parquet_name(column, known, shown(path)) for column in columns]
        for batch in table.iter_batches(batch_size=rows, columns=list(dict.fromkeys(names))):
            yield batch.select(names)  # the file has its own order

    yield from _of_parquet(path, batches)


def parquet_names(path: str) -> list[str]:
    """The columns of a Parquet file. Raises what `parquet_batches` raises."""
    return list(_of_parquet(path, lambda table: table.schema_arrow.names))


def _of_parquet(path: str, wanted: Callable[[Any], Iterable[Any]]) -> Generator[Any]:
    """What is wanted of the open file; what goes wrong with it is said as an error of ours."""
    if path == STDIN:
        raise InputError("Parquet is read from its end: it cannot come from standard input")
    open_bytes(path).close()  # says what is wrong with the file as for any other
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise missing_package("reading Parquet", "arrow") from None
    name = shown(path)
    try:
        # Not mapped into memory: what was read should not stay.
        with ParquetFile(path, pre_buffer=False) as table:
            yield from wanted(table)
    except (ArrowException, OSError, UnicodeDecodeError) as error:
        # What the library says may have several lines, of which the first says it.
        why = str(error).split("\n")[0]
        raise InputError(
            f"{name}: this is not a Parquet file, or it is damaged: {why}", file=name
        ) from None


def parquet_texts(
    batch: Any, file: str, columns: Sequence[str], before: int
) -> list[_native.Column]:
    """The columns of a batch that hold texts or lists of them; `before` are the rows before it.

    Raises `InvalidUnicode` with file and line for what is not UTF-8.
    """
    reader = _native.ArrowReader(batch)
    places = [place for place, (_, _, readable) in enumerate(reader.fields) if readable]
    try:
        return reader.rest(places, [f"{file}, column {columns[at]!r}" for at in places], before)
    except InputError as error:
        error.file, error.line = file, error.segment
        raise


def _parquet_rows(path: str, columns: Sequence[str]) -> Iterator[tuple[int, Row]]:
    line = 0
    for batch in parquet_batches(path, columns, ROWS_AT_ONCE):
        parquet_texts(batch, shown(path), columns, line)  # for what is not UTF-8
        cells = [column.to_pylist() for column in batch.columns]
        for row in zip(*cells, strict=True):
            line += 1
            yield line, row


def _parquet_name(column: str, known: Sequence[str], name: str) -> str:
    return column if column in known else known[_place(column, list(known), name, named=True)]
