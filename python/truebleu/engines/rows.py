"""The rows of a table as texts: which columns, what a null means, and where a row that is wrong is.

A table comes as Arrow's batches of rows, whatever engine they are of.
"""

from __future__ import annotations

from dataclasses import dataclass

from truebleu.errors import InputError, InvalidUnicode
from truebleu.inputs import Batch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Said = Callable[[int], str]

__all__ = ["NULLS", "Columns", "Texts", "read", "with_place"]

NULLS = ("error", "skip", "empty")
"""What to do with a row without a hypothesis, or without any reference."""


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

    hypotheses: list[list[str]]
    references: list[list[Any]]
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
        return [sum(text is not None for text in row) for row in zip(*self.references, strict=True)]


def read(batch: Any, columns: Columns, said: Said) -> Texts:
    """The texts of a batch of rows.

    `said` gives the words for a row of the batch, counted from 0.

    Raises `InputError` for a null where these are errors, `InvalidUnicode` for bytes that are not
    UTF-8, which Arrow does not rule out.
    """
    names = (*columns.systems, *columns.references)
    located = zip(columns.places, names, strict=True)
    texts = [_texts(batch.column(place), name, said) for place, name in located]
    count = len(columns.systems)
    hypotheses, references = texts[:count], texts[count:]
    lists = references[0] if columns.lists else None
    if lists is not None:
        lists = [[text for text in row or () if text is not None] for row in lists]
    bad = _bad_rows(hypotheses, references, lists)
    places: Sequence[int] = range(batch.num_rows)
    if bad and columns.nulls == "error":
        row = min(bad)
        raise InputError(_null(columns, said(row), [texts[row] for texts in hypotheses]))
    if bad and columns.nulls == "skip":
        places = [row for row in places if row not in bad]
        hypotheses = _some(hypotheses, places)
        references = _some(references, places)
        lists = lists and [lists[row] for row in places]
    elif bad:
        hypotheses = [[text or "" for text in texts] for texts in hypotheses]
        if lists is None:
            for row in bad:
                if all(stream[row] is None for stream in references):
                    references[0][row] = ""
        lists = lists and [found or [""] for found in lists]
    if lists is not None:
        return Texts(hypotheses, lists, True, places, batch.num_rows - len(places))
    return Texts(hypotheses, references, False, places, batch.num_rows - len(places))


def with_place(error: InputError, texts: Texts, said: Said) -> InputError:
    """The same error, with the row of the table in front, where it knows the segment."""
    if error.segment is None or not 0 < error.segment <= len(texts.places):
        return error
    return type(error)(f"{said(texts.places[error.segment - 1])}: {error}")


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


def _null(columns: Columns, where: str, hypotheses: list[Any]) -> str:
    names = zip(columns.systems, hypotheses, strict=True)
    missing = next((name for name, text in names if text is None), None)
    what = f"the hypothesis is null (column {missing!r})"
    if missing is None:
        named = ", ".join(map(repr, columns.references))
        what = f"there is no reference (nothing but nulls in {named})"
    return (
        f'{where}: {what}; mend the data, or say what such rows are: nulls="skip" leaves them out, '
        'nulls="empty" takes a null for an empty text'
    )
