"""The rows of a table as texts: which columns, what a null means, and where a row that is wrong is.

A table comes as Arrow's batches of rows, whatever engine they are of.
"""

from __future__ import annotations

from dataclasses import dataclass

from truebleu.arrow import column_of
from truebleu.errors import InputError, InvalidUnicode
from truebleu.inputs import Batch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from truebleu.sequences import Segments

    Said = Callable[[int], str]

__all__ = ["NULLS", "Columns", "Texts", "read", "with_place"]

NULLS = ("error", "empty", "missing", "skip")
"""What a null may be: an error, an empty text, or (for a reference) a reference that is not there;
"skip" is the last, and leaves out rows that have no hypothesis or no reference at all.
"""


@dataclass(frozen=True)
class Columns:
    """Which columns hold text, by their names: those of the systems, and of the references.

    `lists`: the only column of references has a list of them in each row. `places` says where in a
    batch they are, those of the systems first.
    """

    systems: tuple[str, ...]
    references: tuple[str, ...]
    lists: bool
    nulls: str
    places: tuple[int, ...]


@dataclass(frozen=True)
class Texts:
    """The texts of some rows of a table.

    `hypotheses` has a list for each system. `references` are streams, or with `by_segment` a list
    for each row. `places` are the rows of the table that they are of.
    """

    hypotheses: Sequence[Segments]
    references: list[Any]
    by_segment: bool
    places: Sequence[int]
    skipped: int

    def batches(self) -> list[Batch]:
        """The systems with the references, which they share."""
        return [
            Batch(hypotheses, self.references, by_segment=self.by_segment)
            for hypotheses in self.hypotheses
        ]

    def reference_counts(self) -> list[int]:
        """How many references each row has."""
        if self.by_segment:
            return list(map(len, self.references))
        if not any(isinstance(stream, list) for stream in self.references):
            return [len(self.references)] * len(self.places)  # columns without a null
        return [sum(text is not None for text in row) for row in zip(*self.references, strict=True)]


def read(batch: Any, columns: Columns, said: Said) -> Texts:
    """The texts of a batch of rows.

    `said` gives the words for a row of the batch, counted from 0.

    Raises `InputError` for a null where these are errors, `InvalidUnicode` for bytes that are not
    UTF-8, which Arrow does not rule out.
    """
    names = (*columns.systems, *columns.references)
    cells = [batch.column(place) for place in columns.places]
    count = len(columns.systems)
    if not columns.lists and not any(column.null_count for column in cells):
        whole = [_column(column, name, said) for column, name in zip(cells, names, strict=True)]
        return Texts(whole[:count], whole[count:], False, range(batch.num_rows), 0)
    texts = [_texts(column, name, said) for column, name in zip(cells, names, strict=True)]
    return _with_nulls(texts[:count], texts[count:], columns, said)


def _with_nulls(
    hypotheses: list[list[Any]], references: list[list[Any]], columns: Columns, said: Said
) -> Texts:
    """The texts of columns in which something may be missing."""
    rows = len(hypotheses[0])
    if columns.nulls == "empty":
        hypotheses = [_filled(texts) for texts in hypotheses]
        references = [
            [None if cell is None else _filled(cell) for cell in stream]
            if columns.lists
            else _filled(stream)
            for stream in references
        ]
    if columns.nulls == "error":
        wrong = _first_null(hypotheses, references, columns)
        if wrong is not None:
            raise InputError(_null(columns, said(wrong[0]), wrong[1]))
    lists = references[0] if columns.lists else None
    if lists is not None:
        lists = [[text for text in row or () if text is not None] for row in lists]
    bad = _bad_rows(hypotheses, references, lists)
    places: Sequence[int] = range(rows)
    if bad and columns.nulls != "skip":
        row = min(bad)
        named = zip(columns.systems, hypotheses, strict=True)
        missing = next((name for name, texts in named if texts[row] is None), None)
        raise InputError(_null(columns, said(row), missing))
    if bad:
        places = [row for row in places if row not in bad]
        hypotheses, references = _some(hypotheses, places), _some(references, places)
        lists = lists and [lists[row] for row in places]
    found = references if lists is None else lists
    return Texts(hypotheses, found, lists is not None, places, rows - len(places))


def with_place(error: InputError, texts: Texts, said: Said) -> InputError:
    """The same error, with the row of the table in front, where it knows the segment."""
    if error.segment is None or not 0 < error.segment <= len(texts.places):
        return error
    return type(error)(f"{said(texts.places[error.segment - 1])}: {error}")


def _column(cells: Any, name: str, said: Said) -> Segments:
    """A column of text as it lies in Arrow's memory."""
    try:
        found = column_of(cells, f"column {name!r}", text=True)
    except InvalidUnicode as error:
        row = (error.segment or 1) - 1
        raise InvalidUnicode(f"{said(row)}: {error}") from None
    return cells.to_pylist() if found is None else found


def _filled(texts: list[Any]) -> list[str]:
    return [text or "" for text in texts]


def _first_null(
    hypotheses: list[list[Any]], references: list[list[Any]], columns: Columns
) -> tuple[int, str] | None:
    """The first row with a null, and the column that has it."""
    named = zip((*columns.systems, *columns.references), (*hypotheses, *references), strict=True)
    found = [
        (row, name)
        for name, cells in named
        for row, cell in enumerate(cells)
        if cell is None or (type(cell) is list and None in cell)
    ]
    return min(found, default=None)


def _texts(column: Any, name: str, said: Said) -> list[Any]:
    try:
        found: list[Any] = column.to_pylist()
    except UnicodeDecodeError:
        row, error = next(filter(None, map(_undecodable, range(len(column)), column)))
        raise InvalidUnicode(
            f"{said(row)}: column {name!r} holds bytes that are not UTF-8: {error.reason} at byte "
            f"{error.start + 1}; find out how they came into the table"
        ) from None
    return found


def _undecodable(row: int, text: Any) -> tuple[int, UnicodeDecodeError] | None:
    try:
        text.as_py()
    except UnicodeDecodeError as error:
        return row, error
    return None


def _bad_rows(
    hypotheses: list[list[Any]], references: list[list[Any]], lists: list[list[str]] | None
) -> set[int]:
    """The rows without a hypothesis, or without any reference."""
    bad = {row for texts in hypotheses if None in texts for row in _nulls(texts)}
    if lists is not None:
        return bad.union(row for row, found in enumerate(lists) if not found)
    if all(None in stream for stream in references):
        missing = set(_nulls(references[0]))
        for stream in references[1:]:
            missing.intersection_update(_nulls(stream))
        bad |= missing
    return bad


def _nulls(texts: list[Any]) -> list[int]:
    return [row for row, text in enumerate(texts) if text is None]


def _some(columns: list[list[Any]], places: Sequence[int]) -> list[list[Any]]:
    return [[column[place] for place in places] for column in columns]


def _null(columns: Columns, where: str, name: str | None) -> str:
    if name is None:
        named = ", ".join(map(repr, columns.references))
        what = f"there is no reference (column {named})"
    else:
        kind = "hypothesis" if name in columns.systems else "reference"
        what = f"the {kind} is null (column {name!r})"
    said = (
        'mend the data, or say what a null is: nulls="skip" leaves out rows that cannot be scored, '
        'nulls="empty" reads an empty text'
    )
    if columns.nulls == "error":
        said += ', nulls="missing" a row without this reference'
    return f"{where}: {what}; {said}"
