"""Checks of the settings that several metrics have, and what signatures call them.

Each returns the value in its canonical form, or raises `ConfigurationError` with what is allowed.
"""

from __future__ import annotations

from math import fsum
from typing import Any

from truebleu.errors import ConfigurationError, inspected
from truebleu.inputs.arguments import as_number

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


def check_references(value: int | str) -> str:
    """What a signature says about references per segment: a number from 1, or "var"."""
    if type(value) in {int, str} and (value == "var" or (type(value) is int and value > 0)):
        return str(value)
    raise ConfigurationError(
        f'references={inspected(value)}: allowed are whole numbers from 1, "var", or None'
    )


def check_scale(value: Any) -> int:
    """100 or 1."""
    number = as_number(value)
    if number not in (1.0, 100.0):
        raise ConfigurationError(f"scale={inspected(value)}: allowed are 100 and 1")
    return int(number)


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
    numbers = [as_number(item) for item in given]
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
