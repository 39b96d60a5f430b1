"""Functions that convert the text of an option's value.

Each function raises `ValueError` with a message for an invalid value.
"""

from __future__ import annotations

from math import isfinite

from truebleu.errors import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

LISTED_CHOICES = 8
"""Maximum number of valid values that an error message lists."""
LIST_ALL = "List all:"
"""Start of the hint in an error message that does not list all valid values."""


def text(raw: str) -> str:
    """Return the text unchanged."""
    return raw


def number(raw: str) -> float:
    """Parse a finite number. Raise `ValueError` for any other text."""
    try:
        value = float(raw)
    except ValueError:
        raise ValueError(f"{raw!r} is not a number.") from None
    if not isfinite(value):
        raise ValueError(f"{raw!r} is not a finite number.")
    return value


def numbers(raw: str) -> tuple[float, ...]:
    """Parse finite numbers that are separated by commas."""
    return tuple(number(part) for part in raw.split(","))


def count(raw: str) -> int:
    """Parse an integer from 0 to 999,999,999. Raise `ValueError` for any other text."""
    return _integer(raw, 0)


def positive_count(raw: str) -> int:
    """Parse an integer from 1 to 999,999,999. Raise `ValueError` for any other text."""
    return _integer(raw, 1)


def _integer(raw: str, minimum: int) -> int:
    if not (raw.isascii() and raw.isdigit()) or int(raw[:10]) < minimum:
        raise _not_in_range(raw, f"of at least {minimum}")
    if len(raw) > 9:
        raise _not_in_range(raw, f"from {minimum} to 999,999,999")
    return int(raw)


def seed(raw: str) -> int:
    """Parse an integer from 0 to 2**64 - 1. Raise `ValueError` for any other text."""
    if raw.isascii() and raw.isdigit() and len(raw) < 21 and int(raw) < 2**64:
        return int(raw)
    raise _not_in_range(raw, "from 0 to 2**64 - 1")


def _not_in_range(raw: str, limits: str) -> ValueError:
    """Return an error for a text that is not an integer, or is out of the range `limits`."""
    is_integer = raw.isascii() and raw.removeprefix("-").isdigit()
    problem = "is out of range" if is_integer else "is not an integer"
    return ValueError(f"{raw!r} {problem}. Use an integer {limits}.")


def choice_of(choices: Callable[[], Sequence[str]], group: str) -> Callable[[str], str]:
    """Return a parser that accepts only the values that `choices` returns.

    `group` is the name of the option group whose help lists these values. Error messages name this
    group.
    """

    def parse(raw: str) -> str:
        names = choices()
        if raw in names:
            return raw
        raise ValueError(_unknown_value(raw, names, group))

    return parse


def metric_names(raw: str) -> list[str]:
    """Parse names of metrics that are separated by commas, and return their standard names.

    For example, "chrF2" (the name in tables) becomes "chrf". Raise `ValueError` for an unknown
    name.
    """
    return [_metric(part) for part in raw.split(",")]


def _metric(raw: str) -> str:
    from truebleu.metrics.registry import METRICS, is_learned, metric_name

    name = raw.strip() if is_learned(raw) else metric_name(raw)
    if name is None:
        raise ValueError(_unknown_value(raw, METRICS, "metric"))
    return name


def _unknown_value(raw: str, names: Collection[str], group: str) -> str:
    fix = f"Choose from: {', '.join(names)}."
    if len(names) > LISTED_CHOICES:
        fix = f"{LIST_ALL} truebleu help {group}"
    return f"unknown value {raw!r}.{did_you_mean(raw, names)} {fix}"
