"""Reading one file of any format, within limits."""

from __future__ import annotations

from truebleu.errors import InputError
from truebleu.io.blocks import BlockReader
from truebleu.io.markup import MARKUPS, Invalid, Rendition, read_markup
from truebleu.io.streams import Cell, LineFile
from truebleu.io.tables import LONGEST_CELL, TableFile, parquet_names
from truebleu.server.store import Limits, sized

RECORD_LINES = 16
"""How many segments' lengths a line of a table may have: it holds several."""


def check_content(path: str, form: str, size: int, limits: Limits) -> None:
    """Go through a file that a client sent before anything of it is held.

    Raises `InputError` when it unpacks to too much, has too many lines or one that is too long,
    or is of a kind that is not taken from clients.
    """
    if form == "parquet":
        raise InputError(
            f"{path}: Parquet is read only from files that are named on the command line: hand "
            "over lines, TSV or JSON lines"
        )
    most = limits.unpacked_of(size)
    longest = None if form in MARKUPS else limits.line * (1 if form == "lines" else RECORD_LINES)
    reader = BlockReader(path)
    try:
        unpacked = lines = current = 0
        while block := reader.read():
            unpacked += len(block)
            lines += block.count(b"\n")
            if unpacked > most:
                raise InputError(
                    f"{path}: unpacked, it has more than {sized(most)}, {limits.ratio} times its "
                    "size: no text packs so well; unpack it yourself if it is one"
                )
            if lines > limits.lines:
                raise InputError(
                    f"{path}: it has more than {limits.lines:,} lines, which is the most"
                )
            current = _check_lines(path, block, current, longest)
    finally:
        reader.close()


def _check_lines(path: str, block: bytes, current: int, longest: int | None) -> int:
    """The length so far of the line that a block ends in, none of which may be too long."""
    if longest is None:
        return 0
    head, *rest = block.split(b"\n")
    lengths = [current + len(head), *map(len, rest)]
    if max(lengths) > longest:
        raise InputError(
            f"{path}: a line has more than {sized(longest)}, which no line has: are line ends "
            "missing?"
        )
    return lengths[-1]


def columns_of(path: str, form: str) -> tuple[list[str], bool]:
    """What can be chosen of a table or a test set in markup, and whether a header names it.

    Versions in markup are "role:name".
    """
    if form in MARKUPS:
        found = read_markup(path, form).renditions
        return [f"{each.role}:{each.name}" for each in found], False
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
            raise InputError(f"{path}, line {line}: this is not CSV: {error}") from None
    if not rows:
        return [], False
    if looks_like_names(rows[0], rows[1:]) and len(set(rows[0])) == len(rows[0]):
        return rows[0], True
    return [str(number) for number in range(1, len(rows[0]) + 1)], False


def _fields(path: str) -> list[str]:
    """The fields of the first record that hold text, or several."""
    import json

    for line in _first_lines(path, 1):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError(f"{path}, line 1: this is not JSON") from None
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
    """All segments of a file, in order; in markup also which version they are."""
    if form in MARKUPS:
        found = {
            f"{each.role}:{each.name}": each
            for each in read_markup(path, form, invalid=invalid).renditions
        }
        if column not in found:
            raise InputError(f"{path} has no version {column!r}: it has {', '.join(found)}")
        return list(found[column].texts), found[column]
    if form == "lines":
        lines = LineFile(path, invalid)
        texts: list[Cell] = []
        try:
            while not lines.ended:
                lines.advance()
                texts += lines.texts()
        finally:
            lines.close()
        return texts, None
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
            ready = stream.ready
            cells += stream.cells(ready)
            stream.drop(ready)
    finally:
        file.close()
    return cells
