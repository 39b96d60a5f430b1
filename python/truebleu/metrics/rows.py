"""Arrays out, block after block; and rows that a user hands back for scoring."""

from __future__ import annotations

from truebleu.errors import EmptyCorpus, InputError, inspected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from truebleu.layout import Layout

__all__ = ["check_size", "exact_sum", "joined", "one_row"]

LARGEST = 2**63 - 1
_MATCHED_IN = ("totals", "ngrams", "hypothesis", "reference")
"""What a column of matches may be named after: `matches_2` are among `totals_2`."""


def joined(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    """One array of the parts in order, without copying where there is one part."""
    if len(arrays) == 1:
        return arrays[0]
    import numpy as np

    return np.concatenate(arrays)


def one_row(row: Any, layout: Layout) -> tuple[tuple[int, ...], int | None]:
    """The summed row as Python integers, and how many rows it was summed of if there were more.

    Raises `InputError` when a width is not the layout's, or a count is no whole number, negative,
    or more matches than there are n-grams, and `EmptyCorpus` when there are no rows.
    """
    shape: tuple[int, ...] | None = getattr(row, "shape", None)
    if shape is not None and _is_table(row) and shape[0] and shape[1] == len(layout):
        _check_signs(row, layout)
        total, last = exact_sum(row), row[-1].tolist()
        if not layout.adds:
            columns = zip(layout, total, last, strict=True)
            total = [both if column.adds else end for column, both, end in columns]
        return _checked(total, layout), len(row)
    if shape is not None and len(shape) > 2:
        raise _not_a_row(f"an array of shape {tuple(shape)}", layout)
    items = _listed(row, layout)
    if shape is not None and len(shape) == 2 and not items:
        raise EmptyCorpus("there are no rows to score: the corpus has no segments")
    if not any(_is_row(item) for item in items):
        return _checked(items, layout), None
    rows = [_checked(_listed(item, layout), layout) for item in items]
    summed, *others = rows
    for other in others:
        summed = layout.added(summed, other)
    check_size(summed)
    return summed, len(rows)


def check_size(row: tuple[int, ...]) -> None:
    """Raise `InputError` for a number that a row cannot hold."""
    if max(row) > LARGEST:
        raise InputError("a count is larger than 2**63 - 1, the largest that a row can hold")


def exact_sum(rows: NDArray[Any]) -> list[int]:
    """The sum of each column of an array of integers, which may be larger than they can be."""
    import numpy as np

    wide = rows.astype(np.int64, copy=False)
    # In halves, which do not overflow.
    high, low = (wide >> 32).sum(axis=0).tolist(), (wide & 0xFFFFFFFF).sum(axis=0).tolist()
    return [(one << 32) + other for one, other in zip(high, low, strict=True)]


def _is_table(row: Any) -> bool:
    """Whether it is an array of integers, of two dimensions; others are gone through by rows."""
    return getattr(getattr(row, "dtype", None), "kind", "") == "i" and len(row.shape) == 2


def _check_signs(rows: NDArray[Any], layout: Layout) -> None:
    """Refuse a table with a negative count, which may be hidden in the sum."""
    counts = [i for i, column in enumerate(layout) if not column.signed]
    if len(counts) == len(layout) and rows.min() >= 0:
        return  # nearly always, at the speed of memory
    wrong = (rows[:, counts] < 0).any(axis=1)
    if wrong.any():
        _checked(rows[wrong.argmax()].tolist(), layout)


def _listed(row: Any, layout: Layout) -> list[Any]:
    try:
        if not isinstance(row, (str, bytes)):
            return list(row.tolist() if hasattr(row, "tolist") else row)
    except TypeError:
        pass
    raise _not_a_row(inspected(row), layout)


def _is_row(item: Any) -> bool:
    return hasattr(item, "__len__") and not isinstance(item, (str, bytes))


def _checked(items: list[Any], layout: Layout) -> tuple[int, ...]:
    if len(items) != len(layout):
        raise _not_a_row(f"a row of {len(items)}", layout)
    for column, item in zip(layout, items, strict=True):
        wrong = not hasattr(item, "__index__") or isinstance(item, bool)
        if wrong or (item < 0 and not column.signed):
            raise InputError(
                f"column {column.name} of the row is {item!r}: counts are whole numbers from 0. "
                "Rows come from metric.statistics(...), and stay whole when they are added"
            )
    counts = tuple(item.__index__() for item in items)
    check_size(counts)
    _check_matches(dict(zip(layout.names, counts, strict=True)))
    return counts


def _check_matches(counts: dict[str, int]) -> None:
    # A sum of rows that can be is one that can be, too: nothing that was counted is refused.
    for name, matches in counts.items():
        if "matches" not in name:
            continue
        for kind in _MATCHED_IN:
            whole = name.replace("matches", kind)
            if matches > counts.get(whole, matches):
                raise InputError(
                    f"column {name} of the row is {matches}, more than the {counts[whole]} of "
                    f"column {whole}: no text has such counts. The columns are "
                    f"{', '.join(counts)}"
                )


def _not_a_row(what: str, layout: Layout) -> InputError:
    return InputError(
        f"{what} is no row of this metric: expected are {len(layout)} integers "
        f"({', '.join(layout.names)}), or several such rows"
    )
