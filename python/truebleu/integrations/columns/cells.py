"""Which columns of a table are wanted, and what is done where one of their cells is null."""

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
from truebleu.inputs.batch import Batch
from truebleu.inputs.references import References
from truebleu.inputs.sequences import column_of, is_null
from truebleu.integrations.columns.columns import Columns
from truebleu.io.empty import about_empty, check_rows, empty_policy, without_empty

Said = Callable[[int], str]

if TYPE_CHECKING:
    from truebleu.inputs.sequences import Segments


NULLS = ("error", "empty", "missing")
"""What a null may be: an error, an empty text, or (for a reference) a reference that is not there.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The name of the hypotheses' column, those of the references, and what a null is."""

    hypothesis: str
    references: tuple[str, ...]
    nulls: str
    empty_reference: str
    warn_empty: bool

    @classmethod
    def of(
        cls, hypothesis: Any, references: Any, nulls: Any, empty_reference: Any = None
    ) -> Wanted:
        """Check what a caller asks for; raises `ConfigurationError`."""
        listed = _names(references)
        if not isinstance(hypothesis, str):
            raise ConfigurationError(
                f"hypothesis={inspected(hypothesis)}: the name of the hypotheses' column is "
                'needed, such as hypothesis="mt"; of several systems make one from_columns(...) '
                "each"
            )
        if not listed or not all(isinstance(name, str) for name in listed):
            raise ConfigurationError(
                f"references={inspected(references)}: the names of the references' columns are "
                'needed, such as references=["ref_a", "ref_b"], or of one column of lists'
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
        """The names of all columns, each once."""
        return list(dict.fromkeys((self.hypothesis, *self.references)))

    def places(self, known: Sequence[str], what: str) -> list[int]:
        """Where the wanted columns are among those of a table. Raises `InputError` without one."""
        for name in self.names:
            if name not in known:
                raise no_such_column(what, name, known)
            if known.count(name) > 1:
                raise InputError(f"{what} has {known.count(name)} columns named {name!r}")
        return [known.index(name) for name in self.names]

    def pairs(
        self,
        columns: Mapping[str, Segments],
        before: int = 0,
        file: str | None = None,
        empty: Counter[str] | None = None,
    ) -> Columns:
        """Hypotheses and references of columns by their names.

        `before` are the rows before them, and `file` is where they come from, for messages. Numbers
        of empty references are added to `empty`; without it a warning tells them. Raises
        `InputError` for a null where the policy allows none, with its row.
        """
        where = f"{file}, " if file else ""
        hypotheses = columns[self.hypothesis]
        if _of_lists(hypotheses):
            raise InputError(
                f"{where}column {self.hypothesis!r} holds lists: a hypothesis is one text. For "
                "tokens call the metric itself: metric.corpus_score(lists, lists_of_references)",
                file=file,
            )
        found = [columns[name] for name in self.references]
        if self.nulls == "empty":
            hypotheses = _replaced(hypotheses, "")
        else:
            self._check(hypotheses, self.hypothesis, before, file)
        if self.nulls == "error":
            for name, cells in zip(self.references, found, strict=True):
                self._check(cells, name, before, file)
        else:
            null = "" if self.nulls == "empty" else None
            found = [_replaced(cells, null) for cells in found]
        if self.empty_reference == "missing":
            read = [without_empty(cells) for cells in found]
            found = [cells for cells, _ in read]
            named = zip(self.references, read, strict=True)
            numbers = {name: number for name, (_, number) in named if number}
            if numbers:
                check_rows(found, lambda row: f"{where}row {before + row + 1}")
            if empty is None:
                self.warn(numbers, file)
            else:
                empty.update(numbers)
        return Columns(hypotheses, self._read_references(found, where))

    def warn(self, empty: Mapping[str, int], file: str | None = None) -> None:
        """Warn of the empty cells of each column, unless the caller said what they are."""
        for name, number in empty.items() if self.warn_empty else ():
            where = f"{file}, column {name!r}" if file else f"column {name!r}"
            message = about_empty(where, number, 'empty_reference="empty"')
            warn_user(message)

    def _read_references(self, found: Sequence[Segments], where: str) -> References:
        lists = [
            name for name, cells in zip(self.references, found, strict=True) if _of_lists(cells)
        ]
        if not lists:
            return References.streams(found)
        if len(found) > 1:
            raise InputError(
                f"{where}column {lists[0]!r} holds lists: a column of lists holds all references, "
                "so it is the only one; or name columns of texts"
            )
        cells = found[0]
        whole = cells if isinstance(cells, Column) else list(map(_listed, cells))
        return References.per_segment(whole)

    def _check(self, cells: Segments, name: str, before: int, file: str | None) -> None:
        """Refuse the first null of a column."""
        row = cells.first_null() if isinstance(cells, Column) else _first_null(cells)
        if row is None:
            return
        number = before + row + 1
        said = f"row {number} of column {name!r} is null"
        if self.nulls == "missing":
            said += ", and only a reference may be missing"
        said += ': fill it or drop the row; nulls="empty" reads an empty text'
        if name != self.hypothesis:
            said += ', nulls="missing" a segment without this reference'
        raise InputError(f"{file}: {said}" if file else said, segment=number, file=file)


def no_such_column(what: str, wanted: str, known: Sequence[str]) -> InputError:
    """For a name that no column has: the nearest is suggested."""
    close = nearest(wanted, known)
    hint = f". Did you mean {close!r}?" if close else "."
    some = ", ".join(map(repr, known[:20])) + (", ..." if len(known) > 20 else "")
    return InputError(f"{what} has no column {wanted!r}{hint} It has {some or 'none'}")


def _names(references: Any) -> tuple[Any, ...]:
    """One name or several; none where it is nothing that could hold names."""
    if isinstance(references, str):
        return (references,)
    try:
        return tuple(references)
    except TypeError:
        return ()


def _listed(cell: Any) -> Any:
    """The references of one segment, whatever stands in a column of lists."""
    if isinstance(cell, str):
        return [cell]
    return [] if is_null(cell) else cell


def _of_lists(cells: Segments) -> bool:
    if isinstance(cells, Column):
        return cells.of_lists
    first = next((cell for cell in cells if not is_null(cell)), "")
    return isinstance(first, (list, tuple)) or hasattr(first, "tolist")


def _first_null(cells: Sequence[Any]) -> int | None:
    for place, cell in enumerate(cells):
        if is_null(cell) or (isinstance(cell, (list, tuple)) and any(map(is_null, cell))):
            return place
    return None


def _replaced(cells: Segments, null: str | None) -> Segments:
    """The same with `null` for each null; a list that is null stays one: it has no references."""
    if isinstance(cells, Column):
        return cells if null is None else cells.filled()
    alone = None if _of_lists(cells) else null
    return [_cell(cell, null, alone) for cell in cells]


def _cell(cell: Any, null: str | None, alone: str | None) -> Any:
    """A cell with `null` for nulls in its list, or `alone` for itself."""
    if isinstance(cell, (list, tuple)):
        return [null if is_null(text) else text for text in cell]
    return alone if is_null(cell) else cell


# The rows of a table as texts: which columns, what a null means, and where a row that is wrong
# is


ENGINE_NULLS = ("error", "empty", "missing", "skip")
"""What a null may be: an error, an empty text, or (for a reference) a reference that is not there;
"skip" is the last, and leaves out rows that have no hypothesis or no reference at all.
"""


@dataclass(frozen=True)
class ColumnNames:
    """Which columns hold text, by their names: those of the systems, and of the references.

    `lists`: the only column of references has a list of them in each row. `places` says where in a
    batch they are, those of the systems first. `empty_reference` says what an empty text in a
    column of references is, "missing" or "empty"; `warn_empty`, whether to warn of "missing".
    """

    systems: tuple[str, ...]
    references: tuple[str, ...]
    lists: bool
    nulls: str
    places: tuple[int, ...]
    empty_reference: str = "empty"
    warn_empty: bool = False


@dataclass(frozen=True)
class Texts:
    """The texts of some rows of a table.

    `hypotheses` has a list for each system. `references` are streams, or with `by_segment` a list
    for each row. `places` are the rows of the table that they are of. `empty` is how many empty
    texts were read as missing references.
    """

    hypotheses: Sequence[Segments]
    references: list[Any]
    by_segment: bool
    places: Sequence[int]
    skipped: int
    empty: int = 0

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


def read(batch: Any, columns: ColumnNames, said: Said) -> Texts:
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
        references, empty = _without_empty(whole[count:], columns)
        if not empty:
            return Texts(whole[:count], references, False, range(batch.num_rows), 0)
    texts = [_texts(column, name, said) for column, name in zip(cells, names, strict=True)]
    return _with_nulls(texts[:count], texts[count:], columns, said)


def _with_nulls(
    hypotheses: list[list[Any]], references: list[list[Any]], columns: ColumnNames, said: Said
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
        wrong = _first_null_row(hypotheses, references, columns)
        if wrong is not None:
            raise InputError(_null(columns, said(wrong[0]), wrong[1]))
    references, empty = _without_empty(references, columns)
    if empty and columns.nulls != "skip":
        check_rows(references, said)
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
    return Texts(hypotheses, found, lists is not None, places, rows - len(places), empty)


def _without_empty(references: list[Any], columns: ColumnNames) -> tuple[list[Any], int]:
    """The columns of references with None for empty texts, where these are missing; how many."""
    if columns.lists or columns.empty_reference == "empty":
        return references, 0
    read = [without_empty(cells) for cells in references]
    return [cells for cells, _ in read], sum(number for _, number in read)


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


def _first_null_row(
    hypotheses: list[list[Any]], references: list[list[Any]], columns: ColumnNames
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


def _null(columns: ColumnNames, where: str, name: str | None) -> str:
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
