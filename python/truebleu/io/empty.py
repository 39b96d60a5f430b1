"""Empty cells in columns of references: a reference that is not there, or one of length 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebleu._native import Column
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.arguments import check_choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from truebleu.inputs.sequences import Segments

    CellT = TypeVar("CellT")


EMPTY_REFERENCE = ("missing", "empty")
"""What an empty cell of a reference column may be: no reference, or an empty text."""

OPTION = "--empty-reference empty"
"""How the command line asks for empty texts."""

FIX = "Fill one, or pass {} to read references of length 0."


def read_empty(cells: Iterable[CellT], policy: str) -> tuple[list[CellT | str | None], int]:
    """Return the cells with empty and null ones as the policy reads them, and how many are empty.

    A null is not counted: it is a missing reference already.

    >>> read_empty(["a", "", None], "missing"), read_empty(["a", "", None], "empty")
    ((['a', None, None], 1), (['a', '', ''], 1))
    """
    value = None if policy == "missing" else ""
    given = list(cells)
    found = [value if cell is None or cell == "" else cell for cell in given]
    return found, given.count("")  # type: ignore[arg-type]  # of cells that are no text, none


def empty_policy(empty_reference: Any, columns: int, nulls: str) -> str:
    """Return what an empty cell is: as the caller says, or by the number of reference columns.

    Raises `ConfigurationError` for a value that is unknown, or contradicts `nulls`.
    """
    if empty_reference is None:
        return "missing" if columns > 1 and nulls != "empty" else "empty"
    check_choice("empty_reference", empty_reference, EMPTY_REFERENCE)
    if (nulls, empty_reference) == ("empty", "missing"):
        raise ConfigurationError(
            'nulls="empty" and empty_reference="missing" contradict each other. Choose one.'
        )
    policy: str = empty_reference
    return policy


def without_empty(cells: Segments) -> tuple[Segments, int]:
    """Return the cells of a column with None for empty texts, and how many these are."""
    if isinstance(cells, Column) and (cells.of_lists or not cells.survey()[0][0]):
        return cells, 0
    number = sum(isinstance(cell, str) and not cell for cell in cells)
    return (read_empty(cells, "missing")[0], number) if number else (cells, 0)


def about_empty(where: str, number: int, instead: str) -> str:
    """Return a warning about cells that were read as missing references."""
    from truebleu.wording import count

    cells = count(number, "empty cell")
    read = "is read as a missing reference" if number == 1 else "are read as missing references"
    return f"{where}: {cells} {read}. Pass {instead} to read references of length 0."


def check_rows(
    columns: Sequence[Iterable[Any]],
    where: Callable[[int], str] = lambda row: f"segment {row + 1}",
    fix: str = FIX.format('empty_reference="empty"'),
) -> None:
    """Refuse a row whose cells were all read as missing references.

    `where` gives the words for a row, counted from 0; `fix` says what to do. Raises `InputError`.
    """
    for row, cells in enumerate(zip(*columns, strict=True)):
        if all(cell is None for cell in cells):
            message = f"{where(row)} has no reference: every cell is empty or null. {fix}"
            raise InputError(message, segment=row + 1)
