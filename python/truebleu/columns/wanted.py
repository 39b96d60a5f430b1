"""Which columns of a table are wanted, and what is done where one of their cells is null."""

from __future__ import annotations

from truebleu._native import Column
from truebleu.columns.pairs import Columns
from truebleu.errors import ConfigurationError, InputError, inspected, nearest
from truebleu.frozen import Frozen
from truebleu.metrics.settings import check_choice
from truebleu.references import References

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from truebleu.sequences import Segments

__all__ = ["NULLS", "Wanted", "no_such_column"]

NULLS = ("error", "empty", "missing")
"""What a null may be: an error, an empty text, or (for a reference) a reference that is not there.
"""


class Wanted(Frozen):
    """The name of the hypotheses' column, those of the references, and what a null is."""

    __slots__ = ("hypothesis", "names", "nulls", "references")

    hypothesis: str
    references: tuple[str, ...]
    names: list[str]
    nulls: str

    def __init__(self, hypothesis: Any, references: Any, nulls: Any) -> None:
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
        object.__setattr__(self, "hypothesis", hypothesis)
        object.__setattr__(self, "references", listed)
        object.__setattr__(self, "names", list(dict.fromkeys((hypothesis, *listed))))
        object.__setattr__(self, "nulls", nulls)

    def places(self, known: Sequence[str], what: str) -> list[int]:
        """Where the wanted columns are among those of a table. Raises `InputError` without one."""
        for name in self.names:
            if name not in known:
                raise no_such_column(what, name, known)
            if known.count(name) > 1:
                raise InputError(f"{what} has {known.count(name)} columns named {name!r}")
        return [known.index(name) for name in self.names]

    def pairs(
        self, columns: Mapping[str, Segments], before: int = 0, file: str | None = None
    ) -> Columns:
        """Hypotheses and references of columns by their names.

        `before` are the rows before them, and `file` is where they come from, for messages. Raises
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
        return Columns(hypotheses, self._read_references(found, where))

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
    hint = f"; did you mean {close!r}?" if close else "."
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
    return [] if _is_null(cell) else cell


def _of_lists(cells: Segments) -> bool:
    if isinstance(cells, Column):
        return cells.of_lists
    first = next((cell for cell in cells if not _is_null(cell)), "")
    return isinstance(first, (list, tuple)) or hasattr(first, "tolist")


def _first_null(cells: Sequence[Any]) -> int | None:
    for place, cell in enumerate(cells):
        if _is_null(cell) or (isinstance(cell, (list, tuple)) and any(map(_is_null, cell))):
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
        return [null if _is_null(text) else text for text in cell]
    return alone if _is_null(cell) else cell


def _is_null(cell: object) -> bool:
    """Whether a cell of Python's objects is what pandas calls missing."""
    if cell is None or type(cell).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(cell, float) and cell != cell  # noqa: PLR0124  NaN alone is not itself
