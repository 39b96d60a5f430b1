"""Checks of arguments that many calls take: counts, numbers, shares, seeds, choices, threads.

Each check returns the value in its canonical form, or raises `ConfigurationError` with the values
that it accepts.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from truebleu.errors import ConfigurationError, allowed, inspected

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

MOST_THREADS = 1 << 20
"""Maximum number of threads to pass to the core; it starts far fewer."""


def check_flag(name: str, value: object) -> bool:
    """Return a bool; refuse values that are merely truthy or falsy."""
    if isinstance(value, bool):
        return value
    raise ConfigurationError(f"{name}={inspected(value)} is not a bool. Use True or False.")


def check_choice(name: str, value: object, choices: Collection[str]) -> str:
    """Return one of the choices."""
    if isinstance(value, str) and value in choices:
        return value
    raise ConfigurationError(allowed(name, value, choices))


def check_count(name: str, value: Any, largest: int | None = None, *, smallest: int = 1) -> int:
    """Return an integer from `smallest` to `largest`; NumPy's integers are accepted."""
    number = as_integer(value)
    if number is None or number < smallest or (largest is not None and number > largest):
        end = "" if largest is None else f" to {largest}"
        raise ConfigurationError(
            f"{name}={inspected(value)} is {_problem(number)}. Use an integer from {smallest}{end}."
        )
    return number


def check_number(name: str, value: Any, *, zero: bool, largest: float | None = None) -> float:
    """Return a finite number that is not negative, or with `zero=False` above 0.

    With `largest`, for which 0 must be allowed, it is not above that either.
    """
    number = as_number(value)
    if number is None or number < 0 or (number == 0 and not zero):
        lowest = "0 or more" if zero else "above 0"
        raise ConfigurationError(
            f"{name}={inspected(value)} is out of range. Use a finite number, {lowest}."
        )
    if largest is not None and number > largest:
        raise ConfigurationError(
            f"{name}={value!r} is out of range. Use a number from 0 to {largest:g}."
        )
    return number


def check_share(name: str, value: Any, example: str) -> float:
    """Return a number above 0 and below 1; the message gives `example` as one."""
    number = as_number(value)
    if number is None or not 0 < number < 1:
        raise ConfigurationError(
            f"{name}={inspected(value)} is out of range. Use a number above 0 and below 1, such as "
            f"{example}."
        )
    return number


def check_seed(value: Any) -> int:
    """Return an integer from 0 to 2**64 - 1."""
    number = as_integer(value)
    if number is None or not 0 <= number < 1 << 64:
        raise ConfigurationError(
            f"seed={inspected(value)} is {_problem(number)}. Use an integer from 0 to 2**64 - 1."
        )
    return number


def check_threads(value: Any) -> int:
    """Return the number of threads for the core: 0, its own choice, for None."""
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
    """Refuse a value that cannot be called, before any work."""
    if value is not None and not callable(value):
        raise ConfigurationError(
            f"progress={inspected(value)} is not callable. Use a function, or None."
        )


def as_number(value: Any) -> float | None:
    """Return a finite float; None for a bool, text, infinity and NaN."""
    if _is_truth(value) or isinstance(value, (str, bytes)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def as_integer(value: Any) -> int | None:
    """Return an int, also for NumPy's integers; None for a bool and everything else."""
    if _is_truth(value) or not hasattr(value, "__index__"):
        return None
    try:
        return int(value.__index__())
    except TypeError:  # an array of more than one element
        return None


def _problem(number: int | None) -> str:
    return "not an integer" if number is None else "out of range"


def _is_truth(value: object) -> bool:
    """Return whether it is a bool, Python's or NumPy's (which is named bool_ before NumPy 2)."""
    return type(value).__name__ in {"bool", "bool_"}
