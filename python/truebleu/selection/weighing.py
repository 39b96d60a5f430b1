"""Probabilities of references, in whichever form they are given."""

from __future__ import annotations

from math import exp, inf, isfinite

from truebleu.errors import ConfigurationError, InputError
from truebleu.sequences import as_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["check_one_kind", "from_log_probabilities", "from_weights"]


def check_one_kind(weights: Any, log_probabilities: Any) -> None:
    """Refuse both at once."""
    if weights is not None and log_probabilities is not None:
        raise ConfigurationError(
            "weights and log_probabilities both say how much a reference counts: give one of them"
        )


def from_weights(given: Any, count: int, where: str) -> list[float]:
    """So many weights, finite, none negative and not all 0; they count in their proportions.

    `where` begins a message. Raises `InputError`.
    """
    numbers = _numbers(given, count, f"{where}weights")
    wrong = next((i for i, x in enumerate(numbers, 1) if not isfinite(x) or x < 0), None)
    if wrong is not None:
        raise InputError(
            f"{where}weight {wrong} is {numbers[wrong - 1]!r}: a weight is a finite number, 0 or "
            "more (log_probabilities takes logarithms)"
        )
    if not any(numbers):
        raise InputError(f"{where}all weights are 0: some reference must count")
    return numbers


def from_log_probabilities(
    given: Any, count: int, where: str, *, scale: float = 1.0
) -> list[float]:
    """The probabilities that so many logarithms stand for: exp(scale x), summing to 1 afterwards.

    The largest is made 0 first, so that nothing overflows; minus infinity is a probability of 0.
    Raises `InputError`.
    """
    numbers = _numbers(given, count, f"{where}log_probabilities")
    wrong = next((i for i, x in enumerate(numbers, 1) if not x < inf), None)
    if wrong is not None:
        raise InputError(
            f"{where}log probability {wrong} is {numbers[wrong - 1]!r}: it is a finite number, or "
            "minus infinity for what is impossible"
        )
    largest = max(numbers)
    if largest == -inf:
        raise InputError(f"{where}all probabilities are 0: some reference must count")
    return [exp(scale * (number - largest)) for number in numbers]


def _numbers(given: Any, count: int, what: str) -> list[float]:
    items = as_list(given, what)
    if len(items) != count:
        raise InputError(f"{what}: {len(items)} numbers for {count} references: give one for each")
    found = []
    for place, item in enumerate(items, 1):
        number = None if isinstance(item, (str, bytes, bool)) else _float(item)
        if number is None:
            raise InputError(f"{what}: number {place} is {item!r}, no number")
        found.append(number)
    return found


def _float(item: Any) -> float | None:
    try:
        return float(item)
    except (TypeError, ValueError, OverflowError):
        return None
