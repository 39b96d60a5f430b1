"""Whole files in memory, for what needs all segments at once."""

from __future__ import annotations

from truebleu.io.lockstep import SideBySide, check_lengths
from truebleu.io.scoring import together
from truebleu.references import References

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from truebleu.io.streams import Cell, OpenFile, Stream

__all__ = ["read_texts"]


def read_texts(
    files: Sequence[OpenFile],
    hypotheses: Sequence[Stream],
    references: Sequence[Stream],
    *,
    before_batch: Callable[[], None],
    after_batch: Callable[[], None],
) -> tuple[list[list[Cell]], References]:
    """Read every stream of hypotheses, and all references.

    The calls are those of `score_files`. Raises `LengthMismatch` for files of different lengths,
    and `InputError` for whatever is wrong in a file, with its name and line.
    """
    texts: list[list[Cell]] = [[] for _ in hypotheses]
    columns: list[list[Cell]] = [[] for _ in references]
    for count in SideBySide(files):
        before_batch()
        for stream, cells in zip([*hypotheses, *references], [*texts, *columns], strict=True):
            cells.extend(stream.cells(count))
        after_batch()
    check_lengths(files)
    if any(isinstance(cell, list) for column in columns for cell in column):
        return texts, References.per_segment(list(map(together, zip(*columns, strict=True))))
    return texts, References.streams(columns)
