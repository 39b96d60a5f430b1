"""Conversion of BLEU's sufficient statistics to torchmetrics' state and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from truebleu.errors import InputError, of_type
from truebleu.wording import count

LENGTHS = ("preds_len", "target_len")
COUNTS = ("numerator", "denominator")


def state_of(row: tuple[int, ...]) -> dict[str, Any]:
    """Convert `row`, the sufficient statistics of BLEU, to the state dict of torchmetrics."""
    orders = len(row) // 2 - 1
    return {
        "preds_len": row[0],
        "target_len": row[1],
        "numerator": list(row[2 : 2 + orders]),
        "denominator": list(row[2 + orders :]),
    }


def row_of(state: Any, orders: int) -> tuple[int, ...]:
    """Return the sufficient statistics of BLEU that a state of torchmetrics contains.

    The numbers in the state may be tensors.

    Raises:
        InputError: a key is missing, a count is invalid, or the number of n-gram orders is not
            `orders`.
    """
    if not isinstance(state, dict):
        raise InputError(f"state is {of_type(state)}. Pass a dict or a metric of the same class.")
    missing = [name for name in (*LENGTHS, *COUNTS) if name not in state]
    if missing:
        raise InputError(f"the state has no {missing[0]!r}. Pass all of {[*LENGTHS, *COUNTS]}.")
    lengths = [_counts(name, [state[name]], 1) for name in LENGTHS]
    counts = [_counts(name, state[name], orders) for name in COUNTS]
    return tuple(number for part in (*lengths, *counts) for number in part)


def _counts(name: str, value: Iterable[Any], expected: int) -> list[int]:
    try:
        numbers = list(value)
        values = [float(number) for number in numbers]
    except (TypeError, ValueError):
        raise InputError(f"{name} is {value!r:.60}. Pass numbers.") from None
    if len(values) != expected:
        raise InputError(
            f"{name} has {count(len(values), 'order')}, expected {expected}. Use equal n_gram."
        )
    if not all(number >= 0 and number.is_integer() for number in values):
        raise InputError(f"{name} is {values}. Pass integers, 0 or more.")
    return [int(number) for number in numbers]  # floats are exact only up to 2**53
