"""Read a file of any supported format, within the limits of the server."""

from __future__ import annotations

from truebleu.errors import InputError
from truebleu.io.blocks import BlockReader
from truebleu.io.markup import MARKUPS, Invalid, Rendition, read_markup
from truebleu.io.streams import Cell, LineFile, read_lines
from truebleu.io.tables import LONGEST_CELL, TableFile, parquet_names
from truebleu.server.store import Limits, format_size

RECORD_LINES = 16
"""Maximum length of a line of a table, as a multiple of the maximum length of a segment."""


def check_content(path: str, form: str, size: int, limits: Limits) -> None:
    """Check an uploaded file in blocks, before it is read into memory.

    `form` is the format of the file, and `size` is its number of bytes.

    Raises:
        InputError: The decompressed size, the number of lines or the length of a line exceeds its
            limit, or the format is not supported for uploads.
    """
    if form == "parquet":
        raise InputError(
            f"{path}: Parquet files cannot be uploaded. Pass the file on the command line, or "
            "upload lines, TSV or JSON Lines."
        )
    max_unpacked = limits.max_unpacked(size)
    longest = None if form in MARKUPS else limits.line * (1 if form == "lines" else RECORD_LINES)
    reader = BlockReader(path)
    try:
        unpacked = lines = current = 0
        while block := reader.read():
            unpacked += len(block)
            lines += block.count(b"\n")
            if unpacked > max_unpacked:
                raise InputError(
                    f"{path}: the decompressed file is larger than {format_size(max_unpacked)}. "
                    "Decompress it before uploading."
                )
            if lines > limits.lines:
                raise InputError(
                    f"{path}: more than {limits.lines:,} lines. Pass the file on the command line."
                )
            current = _check_lines(path, block, current, longest)
    finally:
        reader.close()


def _check_lines(path: str, block: bytes, current: int, longest: int | None) -> int:
    """Check the lengths of the lines in a block of bytes. Return the length of the last line.

    The first line of the block may have started in earlier blocks: `current` is its number of bytes
    there. The last line may continue in the next block. `longest` is the maximum length in bytes;
    None skips the check.
    """
    if longest is None:
        return 0
    head, *tails = block.split(b"\n")
    lengths = [current + len(head), *map(len, tails)]
    if max(lengths) > longest:
        raise InputError(
            f"{path}: a line is longer than {format_size(longest)}. Check for missing line ends."
        )
    return lengths[-1]


def columns_of(path: str, form: str) -> tuple[list[str], bool]:
    """Return the columns of a table, and whether its first line contains column names.

    `form` is the format of the file. If it is a test set in SGML or XML, return its versions as
    "role:name" instead of columns.
    """
    if form in MARKUPS:
        renditions = read_markup(path, form).renditions
        return [f"{rendition.role}:{rendition.name}" for rendition in renditions], False
    if form == "jsonl":
        return _fields(path), False
    if form == "parquet":
        return parquet_names(path), False
    return _table_columns(path, form)


def _first_lines(path: str, count: int) -> list[str]:
    file = LineFile(path, "replace")
    lines: list[str] = []
    try:
        while not file.ended and len(lines) < count:
            file.advance()
            lines += file.texts()
    finally:
        file.close()
    return lines[:count]


def _table_columns(path: str, form: str) -> tuple[list[str], bool]:
    import csv

    from truebleu.io.headers import looks_like_names

    lines = _first_lines(path, 20)
    if form == "tsv":
        rows = [line.split("\t") for line in lines]
    else:
        csv.field_size_limit(LONGEST_CELL)
        reader = csv.reader(f"{line}\n" for line in lines)
        try:
            rows = list(reader)
        except csv.Error as error:
            line = reader.line_num
            raise InputError(f"{path}, line {line}: not valid CSV: {error}") from None
    if not rows:
        return [], False
    if looks_like_names(rows[0], rows[1:]) and len(set(rows[0])) == len(rows[0]):
        return rows[0], True
    return [str(number) for number in range(1, len(rows[0]) + 1)], False


def _fields(path: str) -> list[str]:
    """Return the names of the fields of the first JSON record that contain a text or a list."""
    import json

    for line in _first_lines(path, 1):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError(f"{path}, line 1: not valid JSON") from None
        if isinstance(record, dict):
            return [name for name, value in record.items() if isinstance(value, (str, list))]
    return []


def texts_of(
    path: str,
    form: str,
    column: str | None,
    *,
    header: bool,
    invalid: Invalid = "error",
    empty_reference: str | None = None,
) -> tuple[list[Cell], Rendition | None]:
    """Return the segments of a file. For a test set in SGML or XML, also return the chosen version.

    `form` is the format of the file. `column` is the chosen column or version.

    Raises:
        InputError: The file is invalid, or the version is unknown.
    """
    if form in MARKUPS:
        versions = {
            f"{rendition.role}:{rendition.name}": rendition
            for rendition in read_markup(path, form, invalid=invalid).renditions
        }
        if column not in versions:
            raise InputError(
                f"{path}: unknown version {column!r}. The versions are {', '.join(versions)}."
            )
        return list(versions[column].texts), versions[column]
    if form == "lines":
        return list(read_lines(path, invalid)), None
    return _cells(
        TableFile(
            path,
            form,
            [column or ""],
            [True],
            header=header,
            invalid=invalid,
            empty_reference=empty_reference,
        )
    ), None


def _cells(file: TableFile) -> list[Cell]:
    cells: list[Cell] = []
    (stream,) = file.streams
    try:
        while not file.ended:
            file.advance()
            count = stream.ready
            cells += stream.cells(count)
            stream.drop(count)
    finally:
        file.close()
    return cells
