"""A row of counts by the names that torchmetrics gives its parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from truebleu.errors import InputError
from truebleu.wording import count

LENGTHS = ("preds_len", "target_len")
COUNTS = ("numerator", "denominator")


def state_of(row: tuple[int, ...]) -> dict[str, Any]:
    """Two lengths in tokens; matches and n-grams, a list by order each."""
    orders = len(row) // 2 - 1
    return {
        "preds_len": row[0],
        "target_len": row[1],
        "numerator": list(row[2 : 2 + orders]),
        "denominator": list(row[2 + orders :]),
    }


def row_of(state: Any, orders: int) -> tuple[int, ...]:
    """The row of a state, whose numbers may be torchmetrics' tensors.

    Raises:
        InputError: something is missing, no count, or of other orders.
    """
    if not isinstance(state, dict):
        raise InputError(
            f"a state is a dict, or a metric of the same class; not a {type(state).__name__}"
        )
    missing = [name for name in (*LENGTHS, *COUNTS) if name not in state]
    if missing:
        raise InputError(f"the state has no {missing[0]!r}; it needs {[*LENGTHS, *COUNTS]}")
    lengths = [_counts(name, [state[name]], 1) for name in LENGTHS]
    counts = [_counts(name, state[name], orders) for name in COUNTS]
    return tuple(number for part in (*lengths, *counts) for number in part)


def _counts(name: str, given: Iterable[Any], expected: int) -> list[int]:
    try:
        numbers = list(given)
        found = [float(each) for each in numbers]
    except (TypeError, ValueError):
        raise InputError(f"{name} is {given!r:.60}: a state has numbers there") from None
    if len(found) != expected:
        raise InputError(f"{name} has {count(len(found), 'order')} where {expected} are counted")
    if not all(each >= 0 and each.is_integer() for each in found):
        raise InputError(f"{name} is {found}: counts are whole numbers, 0 or more")
    return [int(each) for each in numbers]  # not of the floats, which are exact to 2**53 only
