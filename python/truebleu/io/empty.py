"""Interpret empty cells in reference columns as missing references or as references of length 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebleu._native import Column
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.arguments import check_choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from truebleu.inputs.sequences import Segments
    from truebleu.io.streams import Stream

    CellT = TypeVar("CellT")


EMPTY_REFERENCE = ("missing", "empty")
"""The possible meanings of an empty cell: "missing" for no reference, "empty" for a reference of
length 0."""

OPTION = "--empty-reference empty"
"""Command-line option that reads empty cells as references of length 0."""

FIX = "Fill one, or pass {} to read references of length 0."


def read_empty(cells: Iterable[CellT], policy: str) -> tuple[list[CellT | str | None], int]:
    """Return a reference column with its empty cells replaced, and the number of empty cells.

    With the policy "missing", empty and null cells are replaced by None. With the policy "empty",
    they are replaced by "". Null cells are not counted.

    >>> read_empty(["a", "", None], "missing"), read_empty(["a", "", None], "empty")
    ((['a', None, None], 1), (['a', '', ''], 1))
    """
    value = None if policy == "missing" else ""
    values = list(cells)
    replaced = [value if cell is None or cell == "" else cell for cell in values]
    return replaced, values.count("")  # type: ignore[arg-type]  # cells of other types are never ""


def empty_policy(empty_reference: Any, columns: int, nulls: str) -> str:
    """Return how to read empty cells of reference columns: "missing" or "empty".

    "missing" means that the segment does not have this reference. "empty" means a reference of
    length 0.

    Args:
        empty_reference: the user's choice of "missing" or "empty"; None for the default. The
            default is "missing" if there are several reference columns and `nulls` is not "empty".
            Otherwise, it is "empty".
        columns: the number of reference columns.
        nulls: the user's choice for null cells. "empty" reads a null as a text of length 0.

    Raises:
        ConfigurationError: `empty_reference` is unknown or contradicts `nulls`.
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
    """Return the cells with empty texts replaced by None, and the number of empty texts."""
    if isinstance(cells, Column) and (cells.of_lists or not cells.survey()[0][0]):
        return cells, 0
    number = sum(isinstance(cell, str) and not cell for cell in cells)
    return (read_empty(cells, "missing")[0], number) if number else (cells, 0)


def about_empty(where: str, number: int, instead: str) -> str:
    """Return a warning that empty cells were read as missing references.

    Args:
        where: the name of the column.
        number: the number of empty cells.
        instead: the option that the warning suggests. It reads empty cells as references of length
            0.
    """
    from truebleu.wording import count

    cells = count(number, "empty cell")
    read = "is read as a missing reference" if number == 1 else "are read as missing references"
    return f"{where}: {cells} {read}. Pass {instead} to read references of length 0."


def check_reference_cells(streams: Sequence[Stream], columns: Sequence[Iterable[Any]]) -> None:
    """Check that every segment has a reference in at least one column.

    Args:
        streams: the streams of the reference columns. The error message has their names.
        columns: the cells of each reference column; None is a missing reference.

    Raises:
        InputError: A segment has no reference.
    """
    names = " and ".join(stream.name for stream in streams)
    check_rows(columns, lambda row: f"{names}: segment {row + 1}", FIX.format(OPTION))


def check_rows(
    columns: Sequence[Iterable[Any]],
    where: Callable[[int], str] = lambda row: f"segment {row + 1}",
    fix: str = FIX.format('empty_reference="empty"'),
) -> None:
    """Check that every row of a table has a reference in at least one column.

    Args:
        columns: the cells of each reference column; None is a missing reference.
        where: function that takes the index of a row, from 0, and returns a description of the row
            for the error message.
        fix: the last sentence of the error message.

    Raises:
        InputError: A row has no reference.
    """
    for row, cells in enumerate(zip(*columns, strict=True)):
        if all(cell is None for cell in cells):
            message = f"{where(row)} has no reference: every cell is empty or null. {fix}"
            raise InputError(message, segment=row + 1)
