"""Checks of settings.

Each gives the value back in its canonical form, or raises `ConfigurationError` with what is
allowed.
"""

from __future__ import annotations

from math import fsum, isfinite

from truebleu.errors import ConfigurationError, allowed, inspected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

__all__ = [
    "CASE_NAMES",
    "before_tokenizing",
    "check_choice",
    "check_count",
    "check_flag",
    "check_lowercase",
    "check_number",
    "check_progress",
    "check_references",
    "check_scale",
    "check_seed",
    "check_share",
    "check_threads",
    "check_weights",
    "whole",
]


# What a signature calls each setting of `lowercase`.
CASE_NAMES: dict[bool | str, str] = {
    False: "mixed",
    True: "lc",
    "ascii": "lc-ascii",
    "after": "lc-after",
    "references-after": "lc-references-after",
}


def before_tokenizing(lowercase: bool | str, *, reference: bool) -> bool:
    """Whether the text of a side is lower-cased, rather than its tokens or nothing."""
    if lowercase == "references-after":
        return not reference
    return lowercase in (True, "ascii")


def check_lowercase(value: object, *, sides: bool = True) -> bool | str:
    """False, True, or the name of another way to lower-case.

    Without `sides`, one that does the same to hypotheses and references.
    """
    ways = [way for way in CASE_NAMES if sides or way != "references-after"]
    if isinstance(value, (bool, str)) and value in ways:
        return value
    names = ", ".join(repr(name) for name in ways if isinstance(name, str))
    raise ConfigurationError(f"lowercase={inspected(value)}: allowed are True, False, {names}")


def check_flag(name: str, value: object) -> bool:
    """True or False and nothing that merely counts as such."""
    if isinstance(value, bool):
        return value
    raise ConfigurationError(f"{name}={inspected(value)}: allowed are True and False")


def check_choice(name: str, value: object, choices: Collection[str]) -> str:
    """One of the names that are allowed."""
    if isinstance(value, str) and value in choices:
        return value
    raise ConfigurationError(allowed(name, value, choices))


def check_count(name: str, value: Any, largest: int, *, least: int = 1) -> int:
    """A whole number from `least` to `largest`; NumPy's integers count as such."""
    number = whole(value)
    if number is None or not least <= number <= largest:
        raise ConfigurationError(
            f"{name}={inspected(value)}: allowed are whole numbers from {least} to {largest}"
        )
    return number


def check_number(name: str, value: Any, *, zero: bool) -> float:
    """A finite number that is not negative, or with `zero=False` above 0."""
    number = _real(value)
    if number is None or number < 0 or (number == 0 and not zero):
        least = "0 or more" if zero else "above 0"
        raise ConfigurationError(f"{name}={inspected(value)}: allowed are finite numbers, {least}")
    return number


def check_seed(value: Any) -> int:
    """A whole number from 0 to 2**64 - 1."""
    number = whole(value)
    if number is None or not 0 <= number < 1 << 64:
        raise ConfigurationError(
            f"seed={inspected(value)}: allowed are whole numbers from 0 to 2**64 - 1"
        )
    return number


def check_share(name: str, value: Any, such_as: str) -> float:
    """A number above 0 and below 1; `such_as` is what the message gives as an example."""
    number = _real(value)
    if number is None or not 0 < number < 1:
        raise ConfigurationError(
            f"{name}={inspected(value)}: allowed are numbers above 0 and below 1, such as {such_as}"
        )
    return number


def check_progress(value: Any) -> None:
    """Refuse what cannot be called, before any work."""
    if value is not None and not callable(value):
        raise ConfigurationError(f"progress={inspected(value)}: allowed are a function, and None")


def check_references(value: int | str) -> str:
    """What a signature says about references per segment: a number from 1, or "var"."""
    if type(value) in {int, str} and (value == "var" or (type(value) is int and value > 0)):
        return str(value)
    raise ConfigurationError(
        f'references={inspected(value)}: allowed are whole numbers from 1, "var", or None'
    )


def check_scale(value: Any) -> int:
    """100 or 1."""
    number = _real(value)
    if number not in (1.0, 100.0):
        raise ConfigurationError(f"scale={inspected(value)}: allowed are 100 and 1")
    return int(number)


def check_threads(value: Any) -> int:
    """The number of threads for the core: 0, its own choice, when it is None."""
    if value is None:
        return 0
    number = whole(value)
    if number is None or number < 1:
        raise ConfigurationError(
            f"threads={inspected(value)}: allowed are whole numbers from 1, or None to let "
            "truebleu choose"
        )
    return min(number, _MOST_THREADS)


def check_weights(
    value: Any, *, as_given: bool = False, each: str = "n-gram order"
) -> tuple[float, ...]:
    """Weights that sum to 1, in the proportions that were given; or just as they were given.

    Any vector of finite numbers, none negative and not all 0, is allowed; `each` says what there
    is one number for. One that sums to 1 already, but for rounding, stays as it is to the last
    bit: so weights read back from a signature are the same weights.
    """
    allowed_are = f"allowed is one number for each {each}, finite, none negative and not all 0"
    try:
        given = [] if isinstance(value, (str, bytes)) else list(value)
    except TypeError:
        given = []
    if not given:
        raise ConfigurationError(f"weights={inspected(value)}: {allowed_are}")
    numbers = [_real(item) for item in given]
    weights = [number for number in numbers if number is not None and number >= 0]
    if len(weights) < len(numbers):
        place = next(i for i, x in enumerate(numbers, 1) if x is None or x < 0)
        raise ConfigurationError(
            f"weights: number {place} of {inspected(given)} is wrong; {allowed_are}"
        )
    largest = max(weights)
    if largest == 0:
        raise ConfigurationError(f"weights={inspected(given)} sum to 0; {allowed_are}")
    if as_given:
        return tuple(weights)
    if len(set(weights)) == 1:
        return (1 / len(weights),) * len(weights)
    if largest < 1 and abs(fsum(weights) - 1) <= len(weights) * _ROUNDING:
        return tuple(weights)
    scaled = [weight / largest for weight in weights]  # so that no sum can overflow
    total = fsum(scaled)
    return tuple(weight / total for weight in scaled)


_ROUNDING = 2.0**-53
_MOST_THREADS = 1 << 20  # what the border can be told; the core starts fewer by far


def _real(value: Any) -> float | None:
    """A finite float, or None: bool, text and what is not finite are no numbers here."""
    if _is_truth(value) or isinstance(value, (str, bytes)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def whole(value: Any) -> int | None:
    """An int, or None: a bool is none, NumPy's integers are."""
    if _is_truth(value) or not hasattr(value, "__index__"):
        return None
    try:
        return int(value.__index__())
    except TypeError:  # an array of more than one element
        return None


def _is_truth(value: object) -> bool:
    """A bool, Python's or NumPy's (which is named bool_ before NumPy 2)."""
    return type(value).__name__ in {"bool", "bool_"}
