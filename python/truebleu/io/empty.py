"""Empty cells in reference columns, which mean a missing reference or an empty one (length 0)."""

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
"""Possible meanings of an empty cell: no reference, or an empty text."""

OPTION = "--empty-reference empty"
"""Command-line option that reads empty cells as empty texts."""

FIX = "Fill one, or pass {} to read references of length 0."


def read_empty(cells: Iterable[CellT], policy: str) -> tuple[list[CellT | str | None], int]:
    """Apply the policy to empty and null cells; return the cells and the number of empty cells.

    Nulls are not counted, because they are unambiguous.

    >>> read_empty(["a", "", None], "missing"), read_empty(["a", "", None], "empty")
    ((['a', None, None], 1), (['a', '', ''], 1))
    """
    value = None if policy == "missing" else ""
    values = list(cells)
    replaced = [value if cell is None or cell == "" else cell for cell in values]
    return replaced, values.count("")  # type: ignore[arg-type]  # cells of other types are never ""


def empty_policy(empty_reference: Any, columns: int, nulls: str) -> str:
    """Return the policy for empty cells; the default depends on the number of reference columns.

    Raises `ConfigurationError` if the value is unknown or conflicts with `nulls`.
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
    """Return the cells with None in place of empty texts, and the number of empty texts."""
    if isinstance(cells, Column) and (cells.of_lists or not cells.survey()[0][0]):
        return cells, 0
    number = sum(isinstance(cell, str) and not cell for cell in cells)
    return (read_empty(cells, "missing")[0], number) if number else (cells, 0)


def about_empty(where: str, number: int, instead: str) -> str:
    """Return a warning about empty cells that were read as missing references."""
    from truebleu.wording import count

    cells = count(number, "empty cell")
    read = "is read as a missing reference" if number == 1 else "are read as missing references"
    return f"{where}: {cells} {read}. Pass {instead} to read references of length 0."


def check_rows(
    columns: Sequence[Iterable[Any]],
    where: Callable[[int], str] = lambda row: f"segment {row + 1}",
    fix: str = FIX.format('empty_reference="empty"'),
) -> None:
    """Raise `InputError` for a row without any reference.

    `where` describes a row (numbered from 0) in the message; `fix` is the last sentence of the
    message.
    """
    for row, cells in enumerate(zip(*columns, strict=True)):
        if all(cell is None for cell in cells):
            message = f"{where(row)} has no reference: every cell is empty or null. {fix}"
            raise InputError(message, segment=row + 1)
