"""Checks of settings that several metrics have, such as `lowercase` and `scale`.

Functions named `check_...` return the value in a normalized form. They raise `ConfigurationError`
for an invalid value.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from math import fsum
from typing import Any

from truebleu.errors import ConfigurationError, inspected
from truebleu.inputs.arguments import as_number, check_flag

# Values of `lowercase` in signatures.
CASE_NAMES: dict[bool | str, str] = {
    False: "mixed",
    True: "lc",
    "ascii": "lc-ascii",
    "after": "lc-after",
    "references-after": "lc-references-after",
}


def before_tokenizing(lowercase: bool | str, *, reference: bool) -> bool:
    """Return whether to lowercase a text before it is tokenized.

    `lowercase` is the setting `lowercase` of `BLEU`. `reference` is True if the text is a
    reference, False if it is a hypothesis.
    """
    if lowercase == "references-after":
        return not reference
    return lowercase in (True, "ascii")


def check_lowercase(value: object, *, sides: bool = True) -> bool | str:
    """Return `value` if it is a valid setting `lowercase`: a bool or the name of a mode.

    Raises `ConfigurationError` for any other value. `sides=False` also rejects the mode
    "references-after", which lowercases references differently from hypotheses.
    """
    choices = [choice for choice in CASE_NAMES if sides or choice != "references-after"]
    if isinstance(value, (bool, str)) and value in choices:
        return value
    names = ", ".join(repr(name) for name in choices if isinstance(name, str))
    raise ConfigurationError(
        f"unknown lowercase={inspected(value)}. Choose from: True, False, {names}."
    )


def check_ignore_case(value: object, metric: str) -> bool:
    """Return the setting `lowercase` of a metric without the other modes of BLEU, a bool.

    Raises `ConfigurationError` for any other value. `metric` is the name of the metric.
    """
    if isinstance(value, str) and value in CASE_NAMES:
        raise ConfigurationError(
            f"lowercase={value!r} is not supported by {metric}. Use lowercase=True or leave it out."
        )
    return check_flag("lowercase", value)


def check_references(value: int | str) -> str:
    """Return the number of references per segment as text: a positive integer, or "var".

    Raises `ConfigurationError` for any other value.
    """
    if type(value) in {int, str} and (value == "var" or (type(value) is int and value > 0)):
        return str(value)
    raise ConfigurationError(
        f'references={inspected(value)} is not valid. Use an integer from 1, "var", or None.'
    )


def check_scale(value: Any) -> int:
    """Return the scale if it is 100 or 1; otherwise raise `ConfigurationError`."""
    number = as_number(value)
    if number not in (1.0, 100.0):
        raise ConfigurationError(f"scale={inspected(value)} is not supported. Use 100 or 1.")
    return int(number)


_NOT_WEIGHTS = (str, bytes, Mapping, AbstractSet)
"""Types that can be iterated, but are not a list of weights; sets have no order."""


def check_weights(
    value: Any, *, normalized: bool = True, item: str = "n-gram order"
) -> tuple[float, ...]:
    """Return the weights as a tuple, by default divided by their sum.

    Weights must be finite and 0 or more, and at least one must be above 0. Weights that already sum
    to 1, up to rounding, are returned unchanged.

    Args:
        value: the weights.
        normalized: whether to divide the weights by their sum.
        item: what each weight is for, such as "n-gram order", for error messages.

    Raises:
        ConfigurationError: the weights are invalid.
    """
    fix = f"Use one finite number from 0 per {item}, at least one above 0."
    try:
        raw_weights = [] if isinstance(value, _NOT_WEIGHTS) else list(value)
    except TypeError:
        raw_weights = []
    if not raw_weights:
        raise ConfigurationError(f"weights={inspected(value)} is not a list of numbers. {fix}")
    numbers = [as_number(weight) for weight in raw_weights]
    weights = [number for number in numbers if number is not None and number >= 0]
    if len(weights) < len(numbers):
        invalid = next(i for i, x in enumerate(numbers, 1) if x is None or x < 0)
        raise ConfigurationError(
            f"weights={inspected(raw_weights)} is invalid: element {invalid}. {fix}"
        )
    largest = max(weights)
    if largest == 0:
        raise ConfigurationError(
            f"weights={inspected(raw_weights)} is invalid: the sum is 0. {fix}"
        )
    if not normalized:
        return tuple(weights)
    if len(set(weights)) == 1:
        return (1 / len(weights),) * len(weights)
    if largest < 1 and abs(fsum(weights) - 1) <= len(weights) * _ROUNDING:
        return tuple(weights)
    scaled = [weight / largest for weight in weights]  # so that no sum can overflow
    total = fsum(scaled)
    return tuple(weight / total for weight in scaled)


_ROUNDING = 2.0**-53
