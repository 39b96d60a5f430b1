"""Checks of common arguments: counts, numbers, seeds, choices and threads.

Each function named `check_...` raises `ConfigurationError` for an invalid value. The message says
which values are accepted. Each function except `check_progress` returns the valid value as a plain
Python object.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING

from truebleu.errors import ConfigurationError, allowed, inspected

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any, Protocol, TypeVar

    class Named(Protocol):
        """An item with a name."""

        @property
        def name(self) -> str:
            """Name of the item."""

    NamedT = TypeVar("NamedT", bound=Named)

ProgressCallback = Callable[[int, int], object]
"""Function that is called with the number of finished steps and the number of all steps."""

MAX_CONFIDENCE = 0.999999
"""Maximum confidence level. The significance level is then 0.000001."""

MOST_THREADS = 1 << 20
"""Upper limit of the number of threads that is passed to the Rust core."""


def check_flag(name: str, value: object) -> bool:
    """Return `value` if it is a bool; raise `ConfigurationError` for other types, such as int."""
    if isinstance(value, bool):
        return value
    raise ConfigurationError(f"{name}={inspected(value)} is not a bool. Use True or False.")


def check_choice(name: str, value: object, choices: Collection[str]) -> str:
    """Return `value` if it is one of `choices`; otherwise raise `ConfigurationError`."""
    if isinstance(value, str) and value in choices:
        return value
    raise ConfigurationError(allowed(name, value, choices))


def find_named(
    noun: str,
    items: Iterable[NamedT],
    name: object,
    error: type[ConfigurationError] = ConfigurationError,
) -> NamedT:
    """Return the item whose attribute `name` is `name`; raise `error` if there is none.

    The message lists all names; `noun` says what the items are, such as "system".
    """
    by_name = {item.name: item for item in items}
    if isinstance(name, str) and name in by_name:
        return by_name[name]
    raise error(allowed(noun, name, by_name))


def check_count(name: str, value: Any, largest: int | None = None, *, smallest: int = 1) -> int:
    """Return `value` as an int; raise `ConfigurationError` if it is not an integer in the range.

    The range is `smallest` to `largest`, inclusive. `largest=None` means no maximum. NumPy integers
    are accepted.
    """
    number = as_integer(value)
    if number is None or number < smallest or (largest is not None and number > largest):
        end = "" if largest is None else f" to {largest}"
        raise ConfigurationError(
            f"{name}={inspected(value)} is {_problem(number)}. Use an integer from {smallest}{end}."
        )
    return number


def check_number(name: str, value: Any, *, zero: bool, largest: float | None = None) -> float:
    """Return `value` as a float; raise `ConfigurationError` if it is not in the range.

    The range is 0 to `largest`, inclusive, without 0 if `zero` is False. `largest=None` means no
    maximum. Infinity and NaN are never in the range.
    """
    number = as_number(value)
    if number is None or number < 0 or (number == 0 and not zero):
        lowest = "0 or more" if zero else "above 0"
        raise ConfigurationError(
            f"{name}={inspected(value)} is out of range. Use a finite number, {lowest}."
        )
    if largest is not None and number > largest:
        limits = f"from 0 to {largest:g}" if zero else f"above 0, at most {largest:g}"
        raise ConfigurationError(f"{name}={value!r} is out of range. Use a number {limits}.")
    return number


def check_share(name: str, value: Any, example: str) -> float:
    """Return `value` as a float; raise `ConfigurationError` unless it is above 0 and below 1.

    `example` is a valid value that the error message shows.
    """
    number = as_number(value)
    if number is None or not 0 < number < 1:
        raise ConfigurationError(
            f"{name}={inspected(value)} is out of range. Use a number above 0 and below 1, such as "
            f"{example}."
        )
    return number


def check_confidence(value: Any) -> float:
    """Return `value` as a float; raise `ConfigurationError` if it is not a confidence level.

    A confidence level is above 0 and at most 0.999999.
    """
    number = check_share("confidence", value, "0.95")
    if number > MAX_CONFIDENCE:
        raise ConfigurationError(
            f"confidence={inspected(value)} is too close to 1. Use at most {MAX_CONFIDENCE}."
        )
    return number


def check_seed(value: Any) -> int:
    """Return `value` as an int; raise `ConfigurationError` unless it is from 0 to 2**64 - 1."""
    number = as_integer(value)
    if number is None or not 0 <= number < 1 << 64:
        raise ConfigurationError(
            f"seed={inspected(value)} is {_problem(number)}. Use an integer from 0 to 2**64 - 1."
        )
    return number


def check_threads(value: Any) -> int:
    """Return a number of threads as an int; return 0 for None.

    0 lets the Rust core choose the number of threads. Numbers above 2**20 are reduced to 2**20.
    Raises `ConfigurationError` for a value that is neither None nor a positive integer.
    """
    if value is None:
        return 0
    number = as_integer(value)
    if number is None or number < 1:
        raise ConfigurationError(
            f"threads={inspected(value)} is {_problem(number)}. Use an integer from 1, or None to "
            "let truebleu choose."
        )
    return min(number, MOST_THREADS)


def check_progress(value: Any) -> None:
    """Raise `ConfigurationError` unless a progress callback is None or callable."""
    if value is not None and not callable(value):
        raise ConfigurationError(
            f"progress={inspected(value)} is not callable. Use a function, or None."
        )


def as_number(value: Any) -> float | None:
    """Return `value` as a float; return None if it is not a finite number.

    A bool or a str is not a number.
    """
    if _is_truth(value) or isinstance(value, (str, bytes)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def as_integer(value: Any) -> int | None:
    """Return a Python or NumPy integer as an int; return None for other values, such as a bool."""
    if _is_truth(value) or not hasattr(value, "__index__"):
        return None
    try:
        return int(value.__index__())
    except TypeError:  # an array of more than one element
        return None


def _problem(number: int | None) -> str:
    return "not an integer" if number is None else "out of range"


def _is_truth(value: object) -> bool:
    """Return whether the value is a bool of Python or NumPy (`numpy.bool_` before NumPy 2)."""
    return type(value).__name__ in {"bool", "bool_"}
